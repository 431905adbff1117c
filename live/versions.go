package live

import (
	"sync"
	"sync/atomic"

	"stampede/model/observe"
	"stampede/strategies"
)

// versions number the values that the origin hands out: each load has one of its
// own, so that an entry tells which load it is of, and how often its key had been
// written before.
type versions struct {
	loads   atomic.Uint64
	writes  []atomic.Uint64 // of each key
	writing sync.Mutex
}

// loadBits is where the number of the load ends, and that of the writes begins.
const loadBits = 40

func newVersions(keys int) *versions { return &versions{writes: make([]atomic.Uint64, keys)} }

// nextVersion returns a version that no entry of the run has, of the key's present
// value or one so many writes ahead.
func (o *origin) nextVersion(key int32, ahead int) uint64 {
	return (o.versions.writes[key].Load()+uint64(ahead))<<loadBits | o.versions.loads.Add(1)
}

// writesBefore returns how many writes there were before the value that answers a
// read.
func writesBefore(v strategies.Value) uint64 {
	p, _ := observe.DecodePayload(v.Data)
	return p.Version >> loadBits
}

// write makes a new value of the work's key.
func (o *origin) write(w *observe.Work) error {
	if o.fails() {
		o.emit(w, observe.Event{Kind: observe.OriginRefused})
		return errOriginDown
	}
	o.versions.writing.Lock() // a later version is recorded later
	defer o.versions.writing.Unlock()
	n := o.versions.writes[w.Key].Add(1)
	o.recorder.do(func() {
		o.recorder.emit(w, observe.NoCommand, observe.Event{Kind: observe.Written, Generation: 1 + n})
	})
	return nil
}

// renewed returns the value that a key has now, or so many writes ahead.
func (o *origin) renewed(w *observe.Work, ahead int) ([]byte, error) {
	return observe.Payload{Version: o.nextVersion(w.Key, ahead), ReadAt: o.recorder.now()}.Encode(), nil
}
