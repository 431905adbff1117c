package live

import (
	"sync"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// recorder puts what all processes report into one order, and records what follows
// from it: the events, with what is known of the entries and the locks.
type recorder struct {
	*history
	inside bool // whoever calls has its place in the order already
}

// history is what a recorder knows. One mutex guards it all.
type history struct {
	mu      sync.Mutex
	begin   time.Time
	at      time.Duration // of the latest event
	closed  bool
	merge   *merge // of what several processes tell; nil if there is but this one
	events  *observe.Recorder
	changes uint64 // numbers the generations of keys
	entries entries
	locks   map[string]*lock
	// unreplied are the requests for locks that got no reply, by the work in progress
	// that sent them.
	unreplied map[uint64][]*acquisition
	writes    map[*observe.Work]time.Duration // those in progress, and when they began

	lossCause observe.Cause // why entries may be gone before their time; 0 if the servers lost none
}

func newRecorder(keys int, sinks []observe.Sink) *recorder {
	return &recorder{history: &history{
		begin:     time.Now(),
		events:    observe.NewRecorder(keys, sinks...),
		entries:   newEntries(keys),
		locks:     make(map[string]*lock),
		unreplied: make(map[uint64][]*acquisition),
		writes:    make(map[*observe.Work]time.Duration),
	}}
}

// start starts the clock.
func (r *recorder) start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begin = time.Now()
	if r.merge != nil {
		for _, s := range r.merge.streams {
			s.heard = 0
		}
	}
}

// do runs f with the present time, unless the recorder is closed. Times never go
// back from one f to the next. Where several processes tell, f runs once it is its
// turn: who calls cannot use what f finds out.
func (r *recorder) do(f func()) {
	if r.inside {
		f()
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Since(r.begin)
	if r.merge != nil {
		r.merge.add(now, f)
		r.merge.drain(now, r.run)
		return
	}
	r.run(now, f)
}

// run runs f at its time. The caller holds the mutex.
func (h *history) run(at time.Duration, f func()) {
	if h.closed {
		return
	}
	h.at = max(h.at, at)
	f()
}

// close ends the recording: what happens from now on is no part of the run.
func (r *recorder) close() {
	r.do(func() {
		r.events.End(r.at, nil)
		r.closed = true
		for _, l := range r.locks {
			l.stop()
		}
	})
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

func (r *recorder) startRead(w *observe.Work) { r.do(func() { r.events.StartRead(r.at, w) }) }

func (r *recorder) endRead(w *observe.Work, due time.Duration, a observe.Answer) {
	r.do(func() {
		w.Served = writesBefore(a.Value)
		r.events.Answer(w, a)
		r.events.EndRead(r.at, w, observe.ClassOf(a.Value, a.Err), r.at-due, observe.AgeOf(r.at, a.Value, a.Err))
		r.ended(w)
	})
}

func (r *recorder) startWrite(w *observe.Work) {
	r.do(func() {
		r.writes[w] = r.at
		r.events.StartWrite(r.at, w)
	})
}

func (r *recorder) endWrite(w *observe.Work, failed bool) {
	r.do(func() {
		r.events.EndWrite(r.at, w, r.at-r.writes[w], failed)
		delete(r.writes, w)
		r.ended(w)
	})
}

func (r *recorder) startJob(w *observe.Work) { r.do(func() { r.events.StartJob(r.at, w) }) }

func (r *recorder) endJob(w *observe.Work) {
	r.do(func() {
		r.events.EndJob(r.at, w)
		r.ended(w)
	})
}

func (r *recorder) startLoad(w *observe.Work) { r.do(func() { r.events.StartRecompute(r.at, w) }) }

func (r *recorder) endLoad(w *observe.Work, failed bool) {
	r.do(func() { r.events.EndRecompute(r.at, w, failed) })
}

func (r *recorder) decided(w *observe.Work, d strategies.Decision) {
	r.do(func() { r.events.Decide(r.at, w, d) })
}

func (r *recorder) failedWrite(w *observe.Work, err error) {
	r.do(func() { r.events.FailWrite(r.at, w, err) })
}

// crashed records that a work ended with its process.
func (r *recorder) crashed(w *observe.Work) {
	r.do(func() {
		delete(r.writes, w)
		r.events.Crash(r.at, w)
		r.ended(w)
	})
}
