package origin

import (
	"context"

	"stampede/model/observe"
	"stampede/sim"
	"stampede/strategies"
)

// Origin answers loads, each of which takes a connection for some time. Loads
// that find none free wait for one in the order they came.
type Origin struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	options  Options
	random   *sim.Rand // latencies
	busy     int
	queue    queue
	limiter  limiter
	trouble  trouble
	values   values
}

// New returns the database.
func New(s *sim.Sim, r *observe.Recorder, o Options) *Origin {
	return &Origin{
		sim: s, recorder: r, options: o,
		random:  s.Rand("origin", "latency"),
		limiter: newLimiter(o.Rate, o.Burst),
		trouble: trouble{random: s.Rand("origin", "failures")},
		values:  newValues(s, o),
	}
}

// Load reads the version of the work's key that there is when it gets a
// connection. If ctx is done first it returns the context's error.
func (o *Origin) Load(ctx context.Context, w *observe.Work) ([]byte, error) {
	o.sim.CheckAlive()
	if err := o.refusal(); err != nil {
		o.emit(w, observe.Event{Kind: observe.OriginRefused})
		return nil, err
	}
	l := &load{origin: o, work: *w}
	l.done.Reset(o.sim, "the origin")
	if o.free() {
		o.busy++
		l.start()
	} else {
		o.queue.push(l)
		l.state = queued
		o.emit(w, observe.Event{Kind: observe.OriginQueued, Count: int32(o.queue.len())})
	}
	// The caller's process may crash here, so that Wait does not return.
	defer func() { l.abandoned = l.state != answered }()
	if err := l.done.Wait(ctx); err != nil {
		if o.options.Cancel {
			o.cancel(l)
		}
		return nil, err
	}
	if l.err != nil {
		return nil, l.err
	}
	return l.value.Encode(), nil
}

func (o *Origin) refusal() error {
	if err := o.trouble.refusal(); err != nil {
		return err
	}
	if !o.limiter.allow(o.sim.Now()) {
		return ErrRateLimited
	}
	return nil
}

// load is a load at the origin.
type load struct {
	origin    *Origin
	work      observe.Work
	state     state
	place     int       // in the queue
	timer     sim.Timer // its end
	value     observe.Payload
	err       error
	abandoned bool // no one waits for it
	done      sim.Signal
}

type state uint8

const (
	working state = iota
	queued
	answered
)

// start reads the version there is now, and takes its time to deliver it.
func (l *load) start() {
	o := l.origin
	l.state = working
	l.value = observe.Payload{Version: o.values.read(l.work.Key), ReadAt: o.sim.Now()}
	switch {
	case l.work.Load.Fails:
		l.err = ErrFailed
	case l.value.Version == 0:
		l.err = strategies.ErrNotFound
	}
	o.emit(&l.work, observe.Event{Kind: observe.OriginStart, Count: int32(o.busy)})
	l.timer = o.sim.Schedule(o.sim.Now()+o.takes(&l.work), sim.Arrival, l)
}

// Handle delivers the answer and passes the connection on.
func (l *load) Handle() {
	o := l.origin
	if l.abandoned {
		o.emit(&l.work, observe.Event{Kind: observe.OriginWasted})
	}
	l.answer()
	o.busy--
	o.serve()
}

func (l *load) answer() {
	l.state = answered
	l.done.Fire()
}

// refuse ends a load that was queued.
func (l *load) refuse(err error) {
	l.err = err
	l.origin.emit(&l.work, observe.Event{Kind: observe.OriginRefused})
	l.answer()
}

// cancel ends a load whose caller has stopped waiting.
func (o *Origin) cancel(l *load) {
	switch l.state {
	case queued:
		o.queue.remove(l)
	case working:
		o.sim.Cancel(l.timer)
		o.busy--
		o.serve()
	}
	l.state = answered
}

// serve begins loads of the queue while there are connections.
func (o *Origin) serve() {
	for o.free() {
		l := o.queue.pop()
		if l == nil {
			return
		}
		o.busy++
		l.start()
	}
}

func (o *Origin) emit(w *observe.Work, e observe.Event) {
	e.At, e.Work, e.Process, e.Key = o.sim.Now(), w.ID, w.Process, w.Key
	o.recorder.Emit(e)
}
