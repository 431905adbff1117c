package origin

import (
	"context"

	"stampede/model/observe"
	"stampede/model/workload"
	"stampede/sim"
)

// Origin answers loads, each of which takes a connection for some time. Loads
// that find none free wait for one in the order they came.
type Origin struct {
	sim         *sim.Sim
	recorder    *observe.Recorder
	latency     workload.Duration
	random      *sim.Rand
	connections int // 0: as many as are asked for
	busy        int
	queue       []*load // from head on
	head        int
}

// New returns an origin with the given latency and number of connections, 0 for
// no limit.
func New(s *sim.Sim, r *observe.Recorder, latency workload.Duration, connections int) *Origin {
	return &Origin{
		sim: s, recorder: r, latency: latency, connections: connections,
		random: s.Rand("origin", "latency"),
	}
}

// Load reads the current version of the work's key. If ctx is done first it
// returns the context's error; the origin does the work all the same.
func (o *Origin) Load(ctx context.Context, w *observe.Work) ([]byte, error) {
	begin := o.sim.Now()
	start := observe.Event{Kind: observe.RecomputeStart, Generation: w.Generation, Live: w.Live}
	if w.Live {
		start.Took = w.ExpiresAt - begin
	}
	o.emit(w, start)
	data, err := o.load(ctx, w)
	o.emit(w, observe.Event{Kind: observe.RecomputeEnd, Failed: err != nil, Took: o.sim.Now() - begin})
	return data, err
}

func (o *Origin) load(ctx context.Context, w *observe.Work) ([]byte, error) {
	l := &load{origin: o, work: *w}
	l.done.Reset(o.sim, "the origin")
	if o.connections > 0 && o.busy == o.connections {
		o.queue = append(o.queue, l)
		o.emit(w, observe.Event{Kind: observe.OriginQueued, Count: int32(len(o.queue) - o.head)})
	} else {
		o.busy++
		l.start()
	}
	if err := l.done.Wait(ctx); err != nil {
		return nil, err
	}
	return l.value.Encode(), nil
}

// load is a load at the origin, queued or at work.
type load struct {
	origin *Origin
	work   observe.Work
	value  observe.Payload
	done   sim.Signal
}

// start reads the version there is now, and takes its time to deliver it.
func (l *load) start() {
	o := l.origin
	l.value = observe.Payload{Version: 1, ReadAt: o.sim.Now()}
	o.emit(&l.work, observe.Event{Kind: observe.OriginStart, Count: int32(o.busy)})
	o.sim.Schedule(o.sim.Now()+o.latency.Draw(o.random), sim.Arrival, l)
}

// Handle delivers the value and passes the connection on.
func (l *load) Handle() {
	o := l.origin
	l.done.Fire()
	if o.head == len(o.queue) {
		o.busy--
		return
	}
	next := o.queue[o.head]
	o.queue[o.head] = nil
	if o.head++; o.head == len(o.queue) {
		o.queue, o.head = o.queue[:0], 0
	}
	next.start()
}

func (o *Origin) emit(w *observe.Work, e observe.Event) {
	e.At, e.Work, e.Process, e.Key = o.sim.Now(), w.ID, w.Process, w.Key
	o.recorder.Emit(e)
}
