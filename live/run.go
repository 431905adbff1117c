package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/strategies"
)

// Run runs the scenario and hands every event to the sinks, one at a time. It
// returns once the run is over, its keys are removed and its goroutines have
// ended. If ctx is done it stops early: it still removes the keys, and returns
// the context's error; the sinks have seen what happened until then.
func Run(ctx context.Context, c Config, sinks ...observe.Sink) (Info, error) {
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
	defer s.close()
	if err := s.startLockServers(ctx, c); err != nil {
		return Info{}, err
	}
	if err := s.suits(c.Scenario); err != nil {
		return Info{}, err
	}
	info := Info{Server: s.about, Prefix: newPrefix()}
	r, err := newRun(ctx, c, s, info.Prefix, sinks)
	if err != nil {
		return info, err
	}
	defer r.close()
	var m *monitor
	if c.Monitor {
		if m, err = s.startMonitor(ctx, info.Prefix); err != nil {
			return info, err
		}
	}
	err = r.play()
	info.Elapsed = r.recorder.now()
	if m != nil {
		info.Monitor = m.finish(context.WithoutCancel(ctx), s)
	}
	if errors.Is(err, ErrUnavailable) {
		return info, err // the keys have a TTL
	}
	removed, cleanErr := s.clean(context.WithoutCancel(ctx), info.Prefix)
	info.Removed = removed
	if err == nil && s.own == nil { // what is ours goes with its keys
		err = cleanErr
	}
	return info, err
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
	observe   func(context.Context, strategies.Observation) // or nil
	monitored bool                                          // the servers tell what they execute
	origin    *origin
	memory    *memory
	processes []*process
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
		monitored: c.Monitor, observe: s.measure(c.Metrics),
		watch:    &watch{server: s, patient: troubled(sc, fault.Redis) || troubled(sc, fault.Processes)},
		recorder: newRecorder(sc.Keys, sinks),
		keys:     keyNames(prefix, sc.Keys),
		memory:   newMemory(sc.Redis.Memory, s.own),
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
	for i := range sc.Processes {
		p := r.newProcess(i)
		r.processes = append(r.processes, p)
		strategy, err := c.Strategy.New(p, r.load, sc.Options())
		if err != nil {
			r.close()
			return nil, err
		}
		p.strategy = strategy
	}
	return r, nil
}

func (r *run) random(owner, purpose string) *stream { return newStream(r.seed, owner, purpose) }

func (r *run) load(ctx context.Context, _ string) ([]byte, error) {
	w := observe.WorkOf(ctx)
	defer r.processes[w.Process].gate.pass(r.life)
	return r.origin.Load(ctx, w)
}

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
	_ = r.requests.Close() // it was only read
	r.watch.end(nil)
	for _, p := range r.processes {
		p.close()
	}
}
