package strategies

import (
	"encoding/binary"
	"time"
)

// Entry is what a strategy keeps in Redis for a key.
type Entry struct {
	Data []byte
	// Delta is how long the load of Data took: XFetch's δ, in full precision.
	Delta time.Duration
	// Grace is the last part of the entry's life, in which it is stale.
	Grace time.Duration
	// Remaining is how long the entry still lives, as the server said when it
	// was looked at: NoTTL if for ever, 0 if it was not asked.
	Remaining time.Duration
}

// Stale tells whether the entry was past its freshness when it was looked at. It
// asks the server's clock, not a client's: what counts is the remaining TTL. And
// it needs no second key: one value, written and looked at in one step, is
// fresh first and stale after. As a key is still there at its deadline, so is an
// entry still fresh at the end of its freshness.
func (e Entry) Stale() bool {
	return e.Remaining != NoTTL && e.Remaining < e.Grace
}

// freshFor returns how long the entry is still fresh; NoTTL if for ever.
func (e Entry) freshFor() time.Duration {
	if e.Remaining == NoTTL {
		return NoTTL
	}
	return max(e.Remaining-e.Grace, 0)
}

// An encoded entry is a version byte, δ and the grace in nanoseconds as
// big-endian uint64, and the data.
const (
	entryVersion = 1
	entryHeader  = 1 + 8 + 8
)

// Encode returns the entry as it is stored.
func (e Entry) Encode() []byte {
	b := make([]byte, entryHeader, entryHeader+len(e.Data))
	b[0] = entryVersion
	binary.BigEndian.PutUint64(b[1:], uint64(max(e.Delta, 0)))
	binary.BigEndian.PutUint64(b[9:], uint64(max(e.Grace, 0)))
	return append(b, e.Data...)
}

// DecodeEntry reads an encoded entry, whose data it shares. It reports false for
// bytes that no present version wrote: to the reader they are no entry, and
// its refresh replaces them.
func DecodeEntry(b []byte) (Entry, bool) {
	if len(b) < entryHeader || b[0] != entryVersion {
		return Entry{}, false
	}
	delta, grace := binary.BigEndian.Uint64(b[1:]), binary.BigEndian.Uint64(b[9:])
	if delta > 1<<63-1 || grace > 1<<63-1 {
		return Entry{}, false
	}
	return Entry{Data: b[entryHeader:], Delta: time.Duration(delta), Grace: time.Duration(grace)}, true
}
