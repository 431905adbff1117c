package live

import (
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// entries tells the generations of the entries apart.
//
// The origin gives each load a version of its own, which the entry carries. So
// who finds an entry knows whose publication it is. A generation is numbered by
// the first evidence that Redis has written it: the reply to its writer, or the
// look of another, whichever is here first.
type entries struct {
	keys   []entry
	recent []publication // by version: a ring
}

// entry is the latest state of a key that there is evidence of.
type entry struct {
	publication
	deleted bool
}

// publication is an entry that was sent to Redis.
type publication struct {
	version    uint64
	generation uint64 // 0 until there is evidence that it was written
	expiresAt  time.Duration
	replied    bool // its writer has the reply
}

// recentVersions bounds the publications that are told apart, besides the latest
// of each key.
const recentVersions = 1 << 14

func newEntries(keys int) entries {
	return entries{keys: make([]entry, keys), recent: make([]publication, recentVersions)}
}

// versionOf returns the version that an entry carries, 0 if it carries none.
func versionOf(encoded []byte) uint64 {
	e, _ := strategies.DecodeEntry(encoded)
	p, _ := observe.DecodePayload(e.Data)
	return p.Version
}

// before returns what is known of a key at the time that a look at it is sent.
// If the look finds nothing, then this is what has gone.
func (r *recorder) before(w *observe.Work) (e entry) {
	r.do(func() { e = r.entries.keys[w.Key] })
	return e
}

// missed records a look that found nothing.
func (r *recorder) missed(w *observe.Work, c observe.Command, before entry) {
	r.do(func() {
		w.Generation, w.Live = before.generation, false
		r.emit(w, c, observe.Event{Kind: observe.Look, Generation: before.generation, Cause: r.causeOf(&before)})
	})
}

// unknownTTL is the remaining TTL of an entry that was found by a plain GET.
const unknownTTL time.Duration = -2

// found records a look that found an entry.
func (r *recorder) found(w *observe.Work, c observe.Command, encoded []byte, remaining time.Duration) {
	r.do(func() {
		p := r.identify(w.Key, versionOf(encoded))
		w.Generation, w.Live, w.ExpiresAt = p.generation, true, p.expiresAt
		if remaining != unknownTTL {
			w.ExpiresAt = r.expiry(remaining)
		}
		left := w.Remaining(r.at)
		if left != strategies.NoTTL {
			left = max(left, 0)
		}
		r.emit(w, c, observe.Event{Kind: observe.Look, Generation: p.generation, Live: true, Took: left})
		if remaining != unknownTTL {
			w.Saw(encoded, remaining)
		}
	})
}

// expiry returns when an entry expires that has a TTL now.
func (r *recorder) expiry(ttl time.Duration) time.Duration {
	if ttl == strategies.NoTTL {
		return observe.Never
	}
	return r.at + ttl
}

// identify returns the publication of a version that was found.
func (r *recorder) identify(key int32, version uint64) publication {
	p := &r.entries.recent[version%recentVersions]
	latest := &r.entries.keys[key]
	switch {
	case p.version != version || version == 0:
		return latest.publication // an old one that nothing has replaced
	case p.generation == 0:
		r.written(key, p)
	}
	return *p
}

// written notes the first evidence that a publication was written.
func (r *recorder) written(key int32, p *publication) {
	p.generation = r.nextGeneration()
	r.entries.keys[key] = entry{publication: *p}
}

// publishing notes that an entry is sent.
func (r *recorder) publishing(encoded []byte, ttl time.Duration) {
	r.do(func() {
		if v := versionOf(encoded); v != 0 {
			p := &r.entries.recent[v%recentVersions]
			if p.version == v && !p.replied {
				return // it is sent again, as the first reply was lost
			}
			*p = publication{version: v, expiresAt: r.expiry(ttl)}
		}
	})
}

// published records that Redis has written an entry.
func (r *recorder) published(w *observe.Work, c observe.Command, encoded []byte, ttl time.Duration) {
	r.do(func() {
		v := versionOf(encoded)
		p := &r.entries.recent[v%recentVersions]
		if p.version != v || v == 0 { // no entry of this run's origin
			p = &publication{version: v, expiresAt: r.expiry(ttl)}
		}
		if p.generation == 0 {
			r.written(w.Key, p)
		}
		p.replied = true
		r.emit(w, c, observe.Event{Kind: observe.Publish, Generation: p.generation, Took: ttl})
	})
}

// voided records that the lease of a key was voided, and its entry made stale: a
// state of its own.
func (r *recorder) voided(w *observe.Work) {
	r.do(func() {
		e := observe.Event{Kind: observe.Invalidate}
		if latest := &r.entries.keys[w.Key]; latest.generation != 0 && !latest.deleted {
			e.Live, e.Generation = true, r.nextGeneration()
			latest.generation = e.Generation
			if p := &r.entries.recent[latest.version%recentVersions]; p.version == latest.version {
				p.generation = e.Generation
			}
		}
		r.emit(w, observe.VoidLease, e)
	})
}

// noted records a command that concerns neither an entry nor a lock.
func (r *recorder) noted(w *observe.Work, c observe.Command, failed bool) {
	r.do(func() { r.emit(w, c, observe.Event{Kind: observe.Noted, Failed: failed}) })
}

// refusal records that Redis has answered a command with an error: by its keys, or
// by what state it is in.
func (r *recorder) refusal(w *observe.Work, crossSlot bool) {
	r.do(func() { r.emit(w, observe.NoCommand, observe.Event{Kind: observe.Refused, Failed: crossSlot}) })
}

// deleted records that a key which is no lock was deleted, if it existed.
func (r *recorder) deleted(w *observe.Work, existed bool) {
	r.do(func() {
		e := observe.Event{Kind: observe.Invalidate, Live: existed}
		if existed {
			e.Generation = r.nextGeneration()
			r.entries.keys[w.Key] = entry{publication: publication{generation: e.Generation}, deleted: true}
		}
		r.emit(w, observe.Delete, e)
	})
}
