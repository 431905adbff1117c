package live

import (
	"context"
	"errors"
	"sync"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
)

// origin answers loads, each of which takes a connection for some time. Loads
// that find none free wait for one in the order they came.
type origin struct {
	recorder    *recorder
	latency     workload.Duration
	random      *stream
	connections int // 0: as many as are asked for

	failures *stream // draws which loads fail
	trouble  originTrouble

	versions *versions

	// after delivers a load when its time is over: time.AfterFunc.
	after func(time.Duration, func())

	mu    sync.Mutex
	busy  int
	queue []*load
}

func newOrigin(r *recorder, s scenario.Origin, keys int, random, failures *stream) *origin {
	return &origin{
		recorder: r, latency: s.Recompute, connections: s.Connections, random: random, failures: failures, versions: newVersions(keys),
		after: func(d time.Duration, f func()) { time.AfterFunc(d, f) },
	}
}

// errScript is the error of a load that a scripted client lets fail.
var errScript = errors.New("the load failed, as the scenario says")

// load is a load at the origin, queued or at work.
type load struct {
	work  *observe.Work
	value observe.Payload
	done  chan struct{}
	left  bool // no one waits for it
}

// load reads the value of the work's key. If ctx is done first it returns the
// context's error; the origin does the work all the same.
func (o *origin) load(ctx context.Context, w *observe.Work) ([]byte, error) {
	if o.fails() {
		o.emit(w, observe.Event{Kind: observe.OriginRefused})
		return nil, errOriginDown
	}
	l := &load{work: w, done: make(chan struct{})}
	o.admit(l)
	select {
	case <-l.done:
		if w.Load.Fails {
			return nil, errScript
		}
		return l.value.Encode(), nil
	case <-ctx.Done():
		o.mu.Lock()
		defer o.mu.Unlock()
		l.left = true
		return nil, ctx.Err()
	}
}

// admit gives a load a connection, or a place in the queue.
func (o *origin) admit(l *load) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.connections == 0 || o.busy < o.connections {
		o.busy++
		o.start(l)
		return
	}
	o.queue = append(o.queue, l)
	o.emit(l.work, observe.Event{Kind: observe.OriginQueued, Count: int32(len(o.queue))})
}

// start reads the value there is now, and takes its time to deliver it.
func (o *origin) start(l *load) {
	l.value = observe.Payload{Version: o.nextVersion(l.work.Key, 0), ReadAt: o.recorder.now()}
	o.emit(l.work, observe.Event{Kind: observe.OriginStart, Count: int32(o.busy)})
	takes := o.latency.Draw(o.random)
	if script := l.work.Load; script.Takes > 0 {
		takes = script.Takes
	}
	takes = time.Duration(float64(takes) * o.trouble.slowness.product())
	o.after(takes, func() { o.deliver(l) })
}

// deliver ends a load and passes its connection on.
func (o *origin) deliver(l *load) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if l.left {
		o.emit(l.work, observe.Event{Kind: observe.OriginWasted})
	}
	close(l.done)
	if len(o.queue) == 0 {
		o.busy--
		return
	}
	next := o.queue[0]
	o.queue[0] = nil
	o.queue = o.queue[1:]
	o.start(next)
}

func (o *origin) emit(w *observe.Work, e observe.Event) {
	o.recorder.do(func() { o.recorder.emit(w, observe.NoCommand, e) })
}
