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

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
	"stampede/strategies/goredis"
)

// process is one application process: the production environment with a client
// of its own, observed.
type process struct {
	*goredis.Env
	surroundings
	role
	preset   strategies.Preset
	strategy strategies.Strategy
	random   *stream // of its strategy
	raw      redis.UniversalClient
	client   client
	locks    []strategies.Redis
	lockRaw  []redis.UniversalClient // of locks, where those are servers of their own

	gate  gate
	clock atomic.Int64 // how far its clock is off, in nanoseconds
}

// role is what a process is to do.
type role struct {
	Index     int    // from 0
	Preset    string // its strategy
	Seed      uint64
	Prefix    string // of the keys
	Keys      int
	Options   strategies.Options
	Recompute time.Duration         // what a load takes on average
	Clients   int                   // who read at one time
	Full      bool                  // all its connections are opened ahead
	Client    *scenario.RedisClient // what the scenario says of it; may be nil
	Monitored bool                  // the servers tell what they execute
}

// surroundings are what a process finds where it is.
type surroundings struct {
	keys        []string
	address     *address
	lockServers []*address // for a Redlock, where those are servers of their own
	dial        dialer     // of the network to the address; may be nil
	recorder    observer
	origin      database
	observe     func(context.Context, strategies.Observation) // may be nil
	failed      func(error)                                   // is told of commands that failed
	life        context.Context                               // of the reads
}

const (
	// openClients is how many clients of an open stream are reckoned with, in
	// each process.
	openClients = 64
	// poolLimit bounds the connections of a process. A command takes one for
	// its round trip only, so the reads that wait for the origin need none.
	poolLimit = 512
)

func newProcess(to role, preset strategies.Preset, at surroundings) (*process, error) {
	p := &process{
		role: to, surroundings: at, preset: preset,
		random: newStream(to.Seed, fmt.Sprintf("process-%d", to.Index+1), "strategy"),
	}
	// Each client can have a job in the background.
	connections := min(2*to.Clients+openClients, poolLimit)
	p.raw = at.address.newClient(connections, at.dial, to.Client)
	for _, a := range at.lockServers {
		p.lockRaw = append(p.lockRaw, a.newClient(connections, nil, nil))
	}
	p.Env = goredis.NewEnv(p.raw, goredis.WithLockServers(p.lockRaw...))
	p.client.Redis, p.client.raw, p.client.recorder = p.Env.Redis(), p.raw, at.recorder
	p.client.failed, p.client.monitored = at.failed, to.Monitored
	if preset.Choices.Redlock {
		p.locks = p.redlock()
	}
	strategy, err := preset.New(p, p.load, to.Options)
	if err != nil {
		p.close()
		return nil, err
	}
	p.strategy = strategy
	return p, nil
}

// connect opens a connection for each client, to each server; or as many as it may
// ever have.
func (p *process) connect(ctx context.Context) error {
	return onEach(ctx, p.raw, func(ctx context.Context, c *redis.Client) error {
		if p.Full {
			return fillPool(ctx, c, c.Options().PoolSize)
		}
		return fillPool(ctx, c, min(p.Clients, poolLimit))
	})
}

// fillTurns is how many connections are opened at one time: all at once would have each
// wait for longer than a command may.
const fillTurns = 8

// fillPool opens connections. None goes back to the pool before all are open, or
// the next would take it again.
func fillPool(ctx context.Context, c *redis.Client, n int) error {
	ctx, cancel := context.WithTimeout(ctx, connectLimit)
	defer cancel()
	conns := make([]*redis.Conn, n)
	errs := make([]error, len(conns))
	var wait sync.WaitGroup
	turns := make(chan struct{}, fillTurns)
	for i := range conns {
		conns[i] = c.Conn()
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			errs[i] = conns[i].Ping(ctx).Err()
			// On a busy machine it may take longer than a command of the scenario may.
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
	p.recorder.startJob(job)
	p.Env.Go(observe.WithWork(ctx, job), name, func(ctx context.Context) {
		fn(ctx)
		p.recorder.endJob(job)
	})
}

// Observe hands the decisions of XFetch, and the writes that failed, to those who
// judge them. The rest shows in the events. Metrics are made of them all.
func (p *process) Observe(ctx context.Context, o strategies.Observation) {
	if p.observe != nil {
		p.observe(ctx, o)
	}
	switch o.What {
	case strategies.Decided:
		p.recorder.decided(observe.WorkOf(ctx), o.Decision)
	case strategies.WriteFailed:
		p.recorder.failedWrite(observe.WorkOf(ctx), o.Err)
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

// pause freezes the process: it stops before and after each thing that it does
// outside of itself.
func (p *process) pause() (resume func(), err error) { return p.gate.pause(), nil }

func (p *process) shiftClock(by time.Duration) { p.clock.Add(int64(by)) }

func (p *process) close() {
	_ = p.raw.Close()
	for _, c := range p.lockRaw {
		_ = c.Close()
	}
}
