package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/strategies"
)

// Run runs the scenario and hands every event to the sinks, one at a time. It
// returns once the run is over, its keys are removed and its goroutines and
// processes have ended. If ctx is done it stops early: it still removes the keys,
// and returns the context's error; the sinks have seen what happened until then.
func Run(ctx context.Context, c Config, sinks ...observe.Sink) (info Info, err error) {
	if err := c.Scenario.Validate(); err != nil {
		return Info{}, err
	}
	if parts := c.Scenario.LiveProblems(); parts != nil {
		return Info{}, &failure{ErrModelOnly, fmt.Sprintf("%s: a run in wall-clock time has no %s; accepted is a scenario without, or virtual time",
			c.Scenario.Name, strings.Join(parts, ", "))}
	}
	s, err := openServer(ctx, c)
	if err != nil {
		return Info{}, err
	}
	defer func() { s.tellLeft(&info.Left) }()
	if err := s.startLockServers(ctx, c); err != nil {
		return Info{}, err
	}
	if err := s.suits(c); err != nil {
		return Info{}, err
	}
	s.tellLimits(c.Scenario.Redis.Memory)
	info = Info{Server: s.about, Left: observe.Left{Prefix: newPrefix()}}
	err = s.run(ctx, c, sinks, &info)
	cleanErr := s.clearUp(ctx, errors.Is(err, ErrUnavailable), &info.Left)
	return info, cmp.Or(err, cleanErr)
}

// run runs the scenario on the server. When it returns, nobody writes there any
// more.
func (s *server) run(ctx context.Context, c Config, sinks []observe.Sink, info *Info) error {
	r, err := newRun(ctx, c, s, info.Left.Prefix, sinks)
	if err != nil {
		return err
	}
	defer func() {
		r.close()
		r.started.tellEnded(&info.Left)
		info.ToldLate = r.recorder.late()
	}()
	var m *monitor
	if c.Monitor {
		if m, err = s.startMonitor(ctx, info.Left.Prefix); err != nil {
			return err
		}
	}
	sleeper := startSleeper(r.random("machine", "pauses"))
	err = r.play()
	info.Elapsed, info.Oversleep = r.recorder.now(), sleeper.stop()
	s.tellFigures(context.WithoutCancel(ctx), r.memory, info)
	if m != nil {
		info.Monitor = m.finish(context.WithoutCancel(ctx), s)
	}
	return err
}

// run is one run in progress.
type run struct {
	scenario  scenario.Scenario
	strategy  strategies.Preset
	seed      uint64
	server    *server
	watch     *watch
	troubles  *troubles
	recorder  *recorder
	monitored bool     // the servers tell what they execute
	worker    []string // the command for processes of their own; or nil
	started   counter  // of those
	origin    *origin
	memory    *memory
	processes []application
	wires     []*wire // their networks; nil where those have no trouble
	detours   atomic.Uint64
	keys      []string
	requests  *scenario.Requests // the open arrivals
	pauses    *stream            // in writes
	reads     sync.WaitGroup

	over context.Context // done when the run must stop early
	life context.Context // of the reads; it ends after the recording
	end  context.CancelFunc
}

func newRun(ctx context.Context, c Config, s *server, prefix string, sinks []observe.Sink) (*run, error) {
	sc := c.Scenario
	troubles := new(troubles)
	if len(sc.Faults) > 0 {
		sinks = append(slices.Clone(sinks), troubles)
	}
	r := &run{
		scenario: sc, strategy: c.Strategy, seed: c.Seed, server: s, troubles: troubles,
		monitored: c.Monitor, worker: c.Worker,
		watch:    &watch{server: s, patient: troubled(sc, fault.Redis) || troubled(sc, fault.Processes)},
		recorder: newRecorder(sc.Keys, sinks),
		keys:     keyNames(prefix, sc.Keys),
		memory:   newMemory(sc.Redis.Memory, s.own),
	}
	if c.Worker != nil {
		r.recorder.merge = &merge{clock: newMachineClock()}
	}
	r.origin = newOrigin(r.recorder, sc.Origin, sc.Keys, r.random("origin", "latency"), r.random("origin", "failures"))
	requests, err := sc.Requests(func(owner, purpose string) workload.Source { return r.random(owner, purpose) }, c.Progress)
	if err != nil {
		return nil, err
	}
	r.requests, r.pauses = requests, r.random("writes", "lengths")
	troubles.plan(r)
	r.over, r.watch.end = context.WithCancelCause(ctx)
	r.watch.run = r.over
	r.life, r.end = context.WithCancel(context.WithoutCancel(ctx))
	observe := s.measure(c.Metrics)
	for i := range sc.Processes {
		if err := r.addProcess(i, prefix, observe); err != nil {
			r.close()
			return nil, err
		}
	}
	return r, nil
}

// addProcess adds process i, with a network of its own where that has trouble.
func (r *run) addProcess(i int, prefix string, observe func(context.Context, strategies.Observation)) error {
	sc := r.scenario
	to := role{
		Index: i, Preset: r.strategy.Name, Seed: r.seed, Prefix: prefix, Keys: sc.Keys, Options: sc.Options(),
		Recompute: sc.Origin.Recompute.Mean(), Clients: openClients, Client: sc.Redis.Client, Monitored: r.monitored,
		// A connection that comes during the run takes memory before the limit follows.
		Full: sc.Redis.Memory.Limited(),
	}
	if !sc.Open() && len(sc.Clients) == 0 {
		to.Clients = (sc.Workers() + sc.Processes - 1) / sc.Processes
	}
	dial, w := dialerTo(r.server.own.direct()), (*wire)(nil)
	if troubled(sc, fault.Processes) {
		w = newWire(r.seed+uint64(i), r.server.own.direct())
		dial = w.dial
	}
	r.wires = append(r.wires, w)
	if r.worker != nil {
		r.processes = append(r.processes, r.newPeer(to, w, observe))
		return nil
	}
	p, err := newProcess(to, r.strategy, surroundings{
		keys: r.keys, address: r.server.address, lockServers: r.server.locks, dial: dial,
		recorder: r.recorder, origin: r.origin, observe: observe, failed: r.watch.failed, life: r.life,
	})
	if err != nil {
		return err
	}
	r.processes = append(r.processes, p)
	return nil
}

// newPeer returns a process that is to be one of the operating system's.
func (r *run) newPeer(to role, w *wire, observe func(context.Context, strategies.Observation)) *peer {
	s := setup{
		Role: to, Address: r.server.url, Direct: r.server.own.direct(), Wired: w != nil, Observed: observe != nil,
	}
	for _, a := range r.server.locks {
		s.LockServers = append(s.LockServers, a.url)
	}
	return &peer{
		setup: s, command: r.worker, recorder: r.recorder, origin: r.origin, wire: w,
		observe: observe, failed: r.watch.failed, died: r.watch.end, life: r.life, started: &r.started,
	}
}

func (r *run) random(owner, purpose string) *stream { return newStream(r.seed, owner, purpose) }

// play runs the scenario. Reads start until its end, and those in progress then
// are waited for; but if the run must stop, it stops at once.
func (r *run) play() error {
	if err := r.prepare(); err != nil {
		return err
	}
	r.troubles.start()
	defer r.troubles.close()
	duration := time.Duration(r.scenario.Duration)
	drained, cancel := context.WithTimeout(r.over, duration+time.Duration(r.scenario.Drain))
	defer cancel()
	defer context.AfterFunc(drained, r.cutOff)()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		r.arrive(drained)
	}()
	if err := r.await(answered); err != nil {
		return err
	}
	if err := r.requests.Err(); err != nil {
		return err
	}
	for _, p := range r.processes {
		// Who is not done by the end of life is cut off by this call, and waited
		// for by the next.
		_ = p.Close(r.life)
	}
	r.cutOff()
	stopped, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	for _, p := range r.processes {
		if err := p.Close(stopped); err != nil {
			return err
		}
	}
	return context.Cause(r.over)
}

// await waits for the reads. After they are cut off it does so for a while only.
func (r *run) await(answered <-chan struct{}) error {
	select {
	case <-answered:
		return nil
	case <-r.life.Done():
	}
	select {
	case <-answered:
		return nil
	case <-time.After(stopLimit):
		return fmt.Errorf("live: reads are in progress %v after they were cancelled; a strategy must heed its context", stopLimit)
	}
}

// cutOff ends what is in progress. What comes of that is no part of the run, so
// the recording ends first.
func (r *run) cutOff() {
	r.recorder.close()
	r.end()
}

func (r *run) close() {
	r.cutOff()
	r.memory.work.Wait()
	_ = r.requests.Close() // it was only read
	r.watch.end(nil)
	for _, p := range r.processes {
		p.close()
	}
	for _, w := range r.wires {
		w.close()
	}
}
