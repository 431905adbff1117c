package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
	"stampede/strategies/goredis"
)

// process is one application process: the production environment with a client
// of its own, observed.
type process struct {
	*goredis.Env
	recorder *recorder
	random   *stream // of its strategy
	raw      redis.UniversalClient
	client   client
	locks    []strategies.Redis
	lockRaw  []redis.UniversalClient                       // of locks, where those are servers of their own
	observe  func(context.Context, strategies.Observation) // or nil
	clients  int                                           // who read at one time
	index    int32
	strategy strategies.Strategy

	life  context.Context // of the run's reads
	gate  gate
	clock atomic.Int64 // how far its clock is off, in nanoseconds
	wire  *wire        // nil where the network has no trouble
}

const (
	// openClients is how many clients of an open stream are reckoned with, in
	// each process.
	openClients = 64
	// poolLimit bounds the connections of a process. A command takes one for
	// its round trip only, so the reads that wait for the origin need none.
	poolLimit = 512
)

func (r *run) newProcess(i int) *process {
	p := &process{
		recorder: r.recorder, index: int32(i), clients: openClients, life: r.life,
		random: r.random(fmt.Sprintf("process-%d", i+1), "strategy"),
	}
	if s := r.scenario; !s.Open() && len(s.Clients) == 0 {
		n := r.scenario.Processes
		p.clients = (r.scenario.Workers() + n - 1) / n
	}
	// Each client can have a job in the background.
	dial := r.server.own.dialer()
	if troubled(r.scenario, fault.Processes) {
		p.wire = newWire(r.seed+uint64(i), r.server.own.direct())
		dial = p.wire.dial
	}
	p.raw = r.server.newClient(min(2*p.clients+openClients, poolLimit), dial, r.scenario.Redis.Client)
	for _, a := range r.server.locks {
		p.lockRaw = append(p.lockRaw, a.newClient(min(2*p.clients+openClients, poolLimit), nil, nil))
	}
	p.Env = goredis.NewEnv(p.raw, goredis.WithLockServers(p.lockRaw...))
	p.client.Redis, p.client.raw, p.client.recorder = p.Env.Redis(), p.raw, r.recorder
	p.client.failed, p.client.monitored = r.watch.failed, r.monitored
	p.observe = r.observe
	if r.strategy.Choices.Redlock {
		p.locks = p.lockServers()
	}
	return p
}

// connect opens a connection for each client, to each server.
func (p *process) connect(ctx context.Context) error {
	return onEach(ctx, p.raw, func(ctx context.Context, c *redis.Client) error {
		return fillPool(ctx, c, min(p.clients, poolLimit))
	})
}

// fillPool opens connections. None goes back to the pool before all are open, or
// the next would take it again.
func fillPool(ctx context.Context, c *redis.Client, n int) error {
	ctx, cancel := context.WithTimeout(ctx, connectLimit)
	defer cancel()
	conns := make([]*redis.Conn, n)
	errs := make([]error, len(conns))
	var wait sync.WaitGroup
	for i := range conns {
		conns[i] = c.Conn()
		wait.Go(func() {
			errs[i] = conns[i].Ping(ctx).Err()
			// So many at once may take longer than a command of the scenario may.
			for timeout := net.Error(nil); errors.As(errs[i], &timeout) && timeout.Timeout() && ctx.Err() == nil; {
				_ = conns[i].Close()
				conns[i] = c.Conn()
				errs[i] = conns[i].Ping(ctx).Err()
			}
		})
	}
	wait.Wait()
	for _, c := range conns {
		_ = c.Close()
	}
	return first(errs)
}

// Go runs fn in the background. It is a job of its own, started by the work that
// ctx carries.
func (p *process) Go(ctx context.Context, name string, fn func(context.Context)) {
	job := observe.WorkOf(ctx).NewJob()
	p.recorder.do(func() { p.recorder.events.StartJob(p.recorder.at, job) })
	p.Env.Go(observe.WithWork(ctx, job), name, func(ctx context.Context) {
		fn(ctx)
		p.recorder.do(func() { p.recorder.events.EndJob(p.recorder.at, job) })
	})
}

// Observe hands the decisions of XFetch, and the writes that failed, to those who
// judge them. The rest shows in the events. Metrics are made of them all.
func (p *process) Observe(ctx context.Context, o strategies.Observation) {
	r := p.recorder
	if p.observe != nil {
		p.observe(ctx, o)
	}
	switch o.What {
	case strategies.Decided:
		r.do(func() { r.events.Decide(r.at, observe.WorkOf(ctx), o.Decision) })
	case strategies.WriteFailed:
		r.do(func() { r.events.FailWrite(r.at, observe.WorkOf(ctx), o.Err) })
	}
}

// Uint64 draws from the process's stream for its strategy.
func (p *process) Uint64() uint64 { return p.random.Uint64() }

// Now returns the time by the process's own clock.
func (p *process) Now() time.Time { return p.Env.Now().Add(time.Duration(p.clock.Load())) }

// Sleep waits for d, or until ctx is done; and while the process is paused.
func (p *process) Sleep(ctx context.Context, d time.Duration) error {
	p.recorder.wait(ctx)
	err := p.Env.Sleep(ctx, d)
	p.gate.pass(p.life)
	return err
}

// Redis is the server, observed.
func (p *process) Redis() strategies.Redis { return &gated{&p.client, p} }

func (p *process) close() {
	_ = p.raw.Close()
	for _, c := range p.lockRaw {
		_ = c.Close()
	}
	if p.wire != nil {
		p.wire.close()
	}
}
