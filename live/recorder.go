package live

import (
	"sync"
	"time"

	"stampede/model/observe"
)

// recorder puts what all goroutines report into one order. One mutex guards it
// with all it knows: the events, their times, the entries and the locks.
type recorder struct {
	mu      sync.Mutex
	begin   time.Time
	at      time.Duration // of the latest event
	closed  bool
	events  *observe.Recorder
	changes uint64 // numbers the generations of keys
	entries entries
	locks   map[string]*lock

	lossCause observe.Cause // why entries may be gone before their time; 0 if the servers lost none
}

func newRecorder(keys int, sinks []observe.Sink) *recorder {
	return &recorder{
		begin:   time.Now(),
		events:  observe.NewRecorder(keys, sinks...),
		entries: newEntries(keys),
		locks:   make(map[string]*lock),
	}
}

// start starts the clock.
func (r *recorder) start() { r.begin = time.Now() }

// do runs f with the present time, unless the recorder is closed. Times never go
// back from one f to the next.
func (r *recorder) do(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.at = max(r.at, time.Since(r.begin))
	f()
}

// close ends the recording: what happens from now on is no part of the run.
func (r *recorder) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.events.End(max(r.at, r.now()), nil)
	}
	r.closed = true
	for _, l := range r.locks {
		l.stop()
	}
}

// now returns the time since the start of the run.
func (r *recorder) now() time.Duration { return time.Since(r.begin) }

// emit records an event of a work. It must be called within do.
func (r *recorder) emit(w *observe.Work, c observe.Command, e observe.Event) {
	e.At, e.Command = r.at, c
	e.Work, e.Process, e.Key = w.ID, w.Process, w.Key
	r.events.Emit(e)
}

// nextGeneration numbers a change of a key. It must be called within do.
func (r *recorder) nextGeneration() uint64 {
	r.changes++
	return r.changes
}
