package fleet

import (
	"context"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
	"stampede/strategies"
)

// Process is one application process. It is the virtual environment of a
// strategy.
type Process struct {
	process  *sim.Process
	sim      *sim.Sim
	recorder *observe.Recorder
	random   *sim.Rand
	zero     int // draws up to the one that is 0
	client   client
	locks    []strategies.Redis
	networks []*network.Client
	database *origin.Client
	index    int32
	end      time.Duration // of the run
	late     workload.Duration
	sleeps   *sim.Rand // by how much they are late
	serving
	health
}

var _ strategies.Env = (*Process)(nil)

// NewProcess starts the process with the given index and name, which serves so
// many requests at a time; 0 is no limit.
func NewProcess(s *sim.Sim, r *observe.Recorder, b Backends, slots, index int, name string) *Process {
	p := s.NewProcess(name)
	connect := func(d *redis.Deployment) client {
		return client{sim: s, recorder: r, network: network.NewClient(s, p, d, b.Delays, b.Client)}
	}
	e := &Process{
		process: p, sim: s, recorder: r, random: s.Rand(name, "strategy"), zero: b.Zero,
		client:   connect(b.Servers),
		database: origin.NewClient(b.Origin, p, b.OriginClient),
		index:    int32(index), end: b.End, late: b.Oversleep, sleeps: s.Rand(name, "oversleep"), serving: serving{slots: slots},
	}
	e.networks = []*network.Client{e.client.network}
	for _, d := range b.LockServers {
		c := connect(d)
		e.locks = append(e.locks, &c)
		e.networks = append(e.networks, c.network)
	}
	return e
}

// Backends are Redis and the origin, and the way there.
type Backends struct {
	Servers *redis.Deployment
	// LockServers are the independent servers for a Redlock.
	LockServers []*redis.Deployment
	Delays      network.Delays
	Client      network.Options

	Origin       *origin.Origin
	OriginClient origin.ClientOptions

	// Oversleep is how much longer than asked a process sleeps.
	Oversleep workload.Duration

	// End is when no more reads begin.
	End time.Duration

	// Zero, if not 0, says which draw of each process is 0.
	Zero int
}

// Index returns the number of the process, from 0.
func (p *Process) Index() int32 { return p.index }

// Now returns the time by the process's own clock.
func (p *Process) Now() time.Time { return p.process.Now() }

// Sleep waits for d by the process's own clock, or until ctx is done. Once the run is
// over, and all its reads are answered, the process closes: who sleeps in the
// background then is told so when it wakes.
func (p *Process) Sleep(ctx context.Context, d time.Duration) error {
	p.recorder.Wait(ctx, p.sim.Now())
	if d > 0 {
		d += p.late.Draw(p.sleeps)
	}
	err := p.process.Sleep(ctx, d)
	if err == nil && p.sim.Now() > p.end && p.recorder.Reading() == 0 {
		return context.Canceled
	}
	return err
}

// WithTimeout returns a context that is done after d by the process's own clock.
func (p *Process) WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return p.sim.WithTimeout(ctx, p.process.TrueDuration(d))
}

// Load is the process's way to the origin. The key is that of the work in ctx.
func (p *Process) Load(ctx context.Context, _ string) ([]byte, error) {
	return p.database.Load(ctx, observe.WorkOf(ctx))
}

// Uint64 draws from the process's stream for its strategy.
func (p *Process) Uint64() uint64 {
	n := p.random.Uint64()
	if p.zero > 0 {
		if p.zero--; p.zero == 0 {
			return 0
		}
	}
	return n
}

// Networks returns the process's clients, for faults that befall it: that of Redis,
// and one for each of the lock servers.
func (p *Process) Networks() []*network.Client { return p.networks }

// LockServers are the independent servers for a Redlock.
func (p *Process) LockServers() []strategies.Redis { return p.locks }

// Observe hands the decisions of XFetch, and the writes that failed, to those who
// judge them. The rest shows in the events.
func (p *Process) Observe(ctx context.Context, o strategies.Observation) {
	switch o.What {
	case strategies.Decided:
		p.recorder.Decide(p.sim.Now(), observe.WorkOf(ctx), o.Decision)
	case strategies.WriteFailed:
		p.recorder.FailWrite(p.sim.Now(), observe.WorkOf(ctx), o.Err)
	}
}

// Redis is the modelled deployment, behind the process's client.
func (p *Process) Redis() strategies.Redis { return &p.client }
