package observe

import (
	"time"

	"stampede/strategies"
)

// Sink consumes events as they come. It must not keep the pointer.
type Sink interface{ Observe(e *Event) }

// QueueSink is a sink that also hears of the commands that wait for a Redis
// server. A saturated server has so many that they are no events of the run.
type QueueSink interface {
	// ObserveQueue is told the length of a server's queue when it has grown.
	ObserveQueue(at time.Duration, server, length int)
}

// WaiterSink is a sink that also hears how many reads wait for a load. That they
// do is no event of the run: it shows in what they do, and not in what is done.
type WaiterSink interface {
	// ObserveWaiters is told the number when there is one more, or one less.
	ObserveWaiters(at time.Duration, waiting int)
}

// DecisionSink is a sink that also hears of the decisions of XFetch. They are no
// events: there is one for each read.
type DecisionSink interface {
	ObserveDecision(at time.Duration, w *Work, d strategies.Decision)
}

// AskedSink is a sink that also hears what works are told when they have asked for a
// lock. The event is what the server did, maybe with a request that was sent twice.
type AskedSink interface {
	ObserveAsked(at time.Duration, w *Work, acquired bool)
}

// ReportSink is a sink that also hears what events do not say: what a read was
// answered with, and which writes of a strategy failed.
type ReportSink interface {
	// ObserveAnswer comes just before the event that a read has ended.
	ObserveAnswer(w *Work, a Answer)
	ObserveWriteFailure(at time.Duration, w *Work, err error)
}

// EndSink is a sink that also hears of the end of the run.
type EndSink interface {
	// ObserveEnd is told when the run has ended, and if that is because all that
	// are left wait for what can no longer happen, who they are.
	ObserveEnd(at time.Duration, deadlock error)
}

// Answer is what a read was answered with.
type Answer struct {
	Value  strategies.Value
	Err    error
	GaveUp bool // the reader had left before
}

// Recorder numbers the events, adds what their history tells, and hands them
// to the sinks.
type Recorder struct {
	step     uint64
	works    uint64
	episodes episodes
	sinks    []Sink
	reading  int            // reads in progress
	waiting  int            // those that wait for a load
	queues   []QueueSink    // those of the sinks that are one
	waiters  []WaiterSink   // likewise
	decided  []DecisionSink // likewise
	asked    []AskedSink    // likewise
	reported []ReportSink   // likewise
	ending   []EndSink      // likewise
	event    Event          // the one being handed on: one of its own for each would be garbage
}

// NewRecorder returns a recorder of a run over the given number of keys.
func NewRecorder(keys int, sinks ...Sink) *Recorder {
	r := &Recorder{episodes: newEpisodes(keys), sinks: sinks}
	for _, s := range sinks {
		if q, ok := s.(QueueSink); ok {
			r.queues = append(r.queues, q)
		}
		if w, ok := s.(WaiterSink); ok {
			r.waiters = append(r.waiters, w)
		}
		if d, ok := s.(DecisionSink); ok {
			r.decided = append(r.decided, d)
		}
		if a, ok := s.(AskedSink); ok {
			r.asked = append(r.asked, a)
		}
		if p, ok := s.(ReportSink); ok {
			r.reported = append(r.reported, p)
		}
		if n, ok := s.(EndSink); ok {
			r.ending = append(r.ending, n)
		}
	}
	return r
}

// Emit records an event.
func (r *Recorder) Emit(e Event) {
	r.event = e
	r.handOn()
}

// handOn numbers r.event and hands it to the sinks. The events of a hit are
// written straight to there: on the stack there would be three copies of each.
func (r *Recorder) handOn() {
	r.step++
	r.event.Step = r.step
	r.episodes.observe(&r.event)
	for _, s := range r.sinks {
		s.Observe(&r.event)
	}
}

// Effect records what a request of w's did to a Redis server.
func (r *Recorder) Effect(at time.Duration, w *Work, c Command, e *Event) {
	r.event = *e
	r.event.At, r.event.Command = at, c
	r.event.Work, r.event.Process, r.event.Key = w.ID, w.Process, w.Key
	r.handOn()
}

// Queue records that a command waits for a Redis server, which has so many now.
func (r *Recorder) Queue(at time.Duration, server, length int) {
	for _, q := range r.queues {
		q.ObserveQueue(at, server, length)
	}
}

// Decide records a decision of XFetch.
func (r *Recorder) Decide(at time.Duration, w *Work, d strategies.Decision) {
	for _, s := range r.decided {
		s.ObserveDecision(at, w, d)
	}
}

// Asked records whether w, which has asked for a lock, was told that it has it.
func (r *Recorder) Asked(at time.Duration, w *Work, acquired bool) {
	for _, s := range r.asked {
		s.ObserveAsked(at, w, acquired)
	}
}

// Answer tells what a read is answered with; EndRead follows.
func (r *Recorder) Answer(w *Work, a Answer) {
	for _, s := range r.reported {
		s.ObserveAnswer(w, a)
	}
}

// FailWrite records that a strategy could not write what it had loaded.
func (r *Recorder) FailWrite(at time.Duration, w *Work, err error) {
	for _, s := range r.reported {
		s.ObserveWriteFailure(at, w, err)
	}
}

// End tells that the run is over.
func (r *Recorder) End(at time.Duration, deadlock error) {
	for _, s := range r.ending {
		s.ObserveEnd(at, deadlock)
	}
}

// StartRead numbers w and records that a client begins a read.
func (r *Recorder) StartRead(at time.Duration, w *Work) { r.start(at, w, ReadStart) }

// StartJob numbers w and records that a strategy begins a background job.
func (r *Recorder) StartJob(at time.Duration, w *Work) { r.start(at, w, JobStart) }

func (r *Recorder) start(at time.Duration, w *Work, kind Kind) {
	r.works++
	w.ID, w.kind = r.works, kind
	if kind == ReadStart {
		r.reading++
	}
	r.episodes.start(w)
	r.event = Event{At: at, Kind: kind, Process: w.Process, Key: w.Key, Work: w.ID, Other: w.Parent}
	r.handOn()
}

// EndRead records the answer to a read: its class, how long it took, and the
// age of the value, -1 if there is none.
func (r *Recorder) EndRead(at time.Duration, w *Work, class Class, took, age time.Duration) {
	r.event = Event{
		At: at, Kind: ReadEnd, Process: w.Process, Key: w.Key, Work: w.ID,
		Class: class, Took: took, Age: age, Generation: w.Served,
	}
	r.handOn()
	r.endRead(at, w)
	r.episodes.end(w)
}

// EndJob records that a background job is over.
func (r *Recorder) EndJob(at time.Duration, w *Work) {
	r.Emit(Event{At: at, Kind: JobEnd, Process: w.Process, Key: w.Key, Work: w.ID})
	r.episodes.end(w)
}
