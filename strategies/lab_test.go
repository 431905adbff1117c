package strategies_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"stampede/model/fleet"
	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
	"stampede/strategies"
)

const (
	ms  = time.Millisecond
	key = "product:1"
)

// lab is application processes on a modelled Redis, in virtual time, for directed
// cases: who reads when, and what a load does.
type lab struct {
	t         *testing.T
	sim       *sim.Sim
	recorder  *observe.Recorder
	processes []*fleet.Process
	loads     []time.Duration // when they began
	took      time.Duration   // how long a load takes
	fails     func(at time.Duration) error
	options   strategies.Options
	until     time.Duration
}

func newLab(t *testing.T, processes int, roundTrip time.Duration) *lab {
	l := &lab{t: t, sim: sim.New(sim.Config{Seed: 1}), took: 100 * ms, options: strategies.DefaultOptions(), until: time.Hour}
	t.Cleanup(l.sim.Close)
	l.recorder = observe.NewRecorder(1)
	deployment := func() *redis.Deployment {
		return redis.NewDeployment(l.sim, l.recorder, redis.Options{}, redis.Topology{})
	}
	b := fleet.Backends{
		Servers: deployment(), Origin: origin.New(l.sim, l.recorder, origin.Options{}),
		Delays: network.Delays{Request: workload.Constant(roundTrip / 2), Reply: workload.Constant(roundTrip / 2)},
		End:    math.MaxInt64,
	}
	for range 5 {
		b.LockServers = append(b.LockServers, deployment())
	}
	for i := range processes {
		l.processes = append(l.processes, fleet.NewProcess(l.sim, l.recorder, b, 0, i, fmt.Sprintf("process-%d", i+1)))
	}
	return l
}

// strategy composes a strategy in each process; wrap, if not nil, changes their
// environments.
func (l *lab) strategy(composition string, wrap func(strategies.Env) strategies.Env) []strategies.Strategy {
	l.t.Helper()
	p, err := strategies.Compose(composition)
	if err != nil {
		l.t.Fatal(err)
	}
	var all []strategies.Strategy
	for _, process := range l.processes {
		env := strategies.Env(process)
		if wrap != nil {
			env = wrap(env)
		}
		s, err := p.New(env, func(ctx context.Context, _ string) ([]byte, error) { return l.load(ctx, process) }, l.options)
		if err != nil {
			l.t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// load is a load: its value is the number of its start.
func (l *lab) load(ctx context.Context, p *fleet.Process) ([]byte, error) {
	begin := l.sim.Now()
	l.loads = append(l.loads, begin)
	value := fmt.Sprint(len(l.loads))
	if err := p.Sleep(ctx, l.took); err != nil {
		return nil, err
	}
	if l.fails != nil {
		if err := l.fails(begin); err != nil {
			return nil, err
		}
	}
	return []byte(value), nil
}

// answer is what came of a read.
type answer struct {
	strategies.Value
	err error
	at  time.Duration
}

func (a *answer) String() string {
	return fmt.Sprintf("%q %d %v at %v", a.Data, a.Outcome, a.err, a.at)
}

// at runs fn as a task of a process at an instant, as a work of its own.
func (l *lab) at(at time.Duration, process int, fn func(ctx context.Context)) {
	p := l.processes[process]
	c := &client{lab: l, fn: fn}
	c.Request = fleet.NewRequest(c)
	c.Work = observe.Work{Process: p.Index()}
	l.sim.Schedule(at, sim.Client, sim.HandlerFunc(func() {
		l.recorder.StartRead(l.sim.Now(), &c.Work)
		p.Accept(&c.Request)
	}))
}

// client is what at runs.
type client struct {
	fleet.Request
	lab *lab
	fn  func(ctx context.Context)
}

func (c *client) Serve() {
	c.fn(observe.WithWork(context.Background(), &c.Work))
	c.lab.recorder.EndRead(c.lab.sim.Now(), &c.Work, observe.Hit, 0, -1)
}

func (c *client) Lost()          {}
func (c *client) String() string { return "client" }

// get reads the key at an instant; cancel, if not 0, ends its context after so long.
func (l *lab) get(at time.Duration, process int, s []strategies.Strategy, cancel time.Duration) *answer {
	a := new(answer)
	l.at(at, process, func(ctx context.Context) {
		if cancel > 0 {
			limited, stop := l.sim.WithCancel(ctx)
			l.sim.Schedule(l.sim.Now()+cancel, sim.Client, sim.HandlerFunc(stop))
			ctx = limited
		}
		a.Value, a.err = s[process].Get(ctx, key)
		a.at = l.sim.Now()
	})
	return a
}

// every reads the key in equal intervals and returns the answers.
func (l *lab) every(interval, until time.Duration, s []strategies.Strategy) (all []*answer) {
	for at := time.Duration(0); at < until; at += interval {
		all = append(all, l.get(at, 0, s, 0))
	}
	return all
}

func (l *lab) run() {
	l.t.Helper()
	if err := l.sim.Run(l.until); err != nil {
		l.t.Fatal(err)
	}
}

// wantLoads checks how many loads there were.
func (l *lab) wantLoads(n int) {
	l.t.Helper()
	if len(l.loads) != n {
		l.t.Errorf("%d loads, want %d: they began at %v", len(l.loads), n, l.loads)
	}
}
