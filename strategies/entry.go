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
	// Remaining is how long the entry still lives, as the server said when it
	// was looked at; 0 if it was not asked.
	Remaining time.Duration
}

// An encoded entry is a version byte, δ in nanoseconds as a big-endian uint64,
// and the data.
const (
	entryVersion = 1
	entryHeader  = 1 + 8
)

// Encode returns the entry as it is stored.
func (e Entry) Encode() []byte {
	b := make([]byte, entryHeader, entryHeader+len(e.Data))
	b[0] = entryVersion
	binary.BigEndian.PutUint64(b[1:], uint64(max(e.Delta, 0)))
	return append(b, e.Data...)
}

// DecodeEntry reads an encoded entry, whose data it shares. It reports false for
// bytes that no present version wrote: to the reader they are no entry, and
// its refresh replaces them.
func DecodeEntry(b []byte) (Entry, bool) {
	if len(b) < entryHeader || b[0] != entryVersion {
		return Entry{}, false
	}
	delta := binary.BigEndian.Uint64(b[1:])
	if delta > 1<<63-1 {
		return Entry{}, false
	}
	return Entry{Data: b[entryHeader:], Delta: time.Duration(delta)}, true
}
