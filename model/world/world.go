package world

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"stampede/model/fleet"
	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/redis"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/sim"
	"stampede/strategies"
)

// Config is what a run depends on.
type Config struct {
	Scenario scenario.Scenario
	Strategy strategies.Preset
	Seed     uint64
	// Zero, if not 0, says which draw of the first process's strategy is 0: the one
	// that no seed finds.
	Zero int
	// Salt, if not 0, permutes what happens at one instant.
	Salt uint64
	// Progress, if not nil, is told how far the scenario's traces are read.
	Progress func(workload.TraceProgress)
	// Clock, if not nil, is told now and then what time it is in the run.
	Clock func(now time.Duration)
	// Stop, if not nil, is asked now and then whether the run is to go on: an error
	// ends it.
	Stop func() error
}

// goesOn tells the time, and asks whether the run is to go on.
func (c Config) goesOn(now time.Duration) error {
	if c.Clock != nil {
		c.Clock(now)
	}
	if c.Stop != nil {
		return c.Stop()
	}
	return nil
}

// Run runs the scenario and hands every event to the sinks.
func Run(c Config, sinks ...observe.Sink) error {
	w, err := build(c, sinks)
	if err != nil {
		return err
	}
	defer w.sim.Close()
	if err := w.start(); err != nil {
		return err
	}
	err = w.run()
	return cmp.Or(w.stream.close(), err)
}

// run runs to the end, for which the reads in progress are waited. That they wait for
// ever is no error: it is what became of the run.
func (w *world) run() error {
	err := w.sim.Run(w.duration)
	if err == nil {
		err = w.sim.Run(w.duration + time.Duration(w.scenario.Drain))
	}
	var deadlock *sim.DeadlockError
	if errors.As(err, &deadlock) {
		w.recorder.End(w.sim.Now(), deadlock)
		return nil
	}
	if err == nil {
		w.recorder.End(w.sim.Now(), nil)
	}
	return err
}

// world is the modelled world of one run.
type world struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	servers  *redis.Deployment
	// lockServers are those of a Redlock, each alone.
	lockServers []*redis.Deployment
	origin      *origin.Origin
	apps        []*app
	detours     int // requests for a process that takes none
	preset      strategies.Preset
	idle        []*read
	writes      *sim.Rand // how long their steps take
	keys        []string
	stream      *stream // nil if no arrivals are open
	duration    time.Duration
	scenario    scenario.Scenario
	options     strategies.Options
	progress    func(workload.TraceProgress)
}

func build(c Config, sinks []observe.Sink) (*world, error) {
	sc := c.Scenario
	if err := sc.Validate(); err != nil {
		return nil, err
	}
	var s *sim.Sim
	s = sim.New(sim.Config{Seed: c.Seed, Salt: c.Salt, Stop: func() error { return c.goesOn(s.Now()) }})
	w := &world{
		sim:      s,
		writes:   s.Rand("writes", "lengths"),
		preset:   c.Strategy,
		keys:     workload.KeyNames(sc.Keys),
		duration: time.Duration(sc.Duration),
		scenario: sc,
		options:  sc.Options(),
		progress: c.Progress,
	}
	troubles := newTroubles(w, c.Seed)
	if troubles.listens() {
		sinks = append(sinks[:len(sinks):len(sinks)], troubles)
	}
	w.recorder = observe.NewRecorder(sc.Keys, sinks...)
	w.servers = redis.NewDeployment(s, w.recorder, serverOptions(sc), topology(sc.Redis.Servers))
	w.origin = origin.New(s, w.recorder, originOptions(sc))
	if c.Strategy.Choices.Redlock {
		w.lockServers = newLockServers(w)
	}
	backends := fleet.Backends{
		Servers: w.servers, LockServers: w.lockServers,
		Delays: network.Delays{Request: sc.Network.Request, Reply: sc.Network.Reply}, Client: redisClient(sc.Redis.Client),
		Origin: w.origin, OriginClient: originClient(sc.Origin.Client),
		Oversleep: sc.Oversleep, End: w.duration,
	}
	for i := range sc.Processes {
		backends.Zero = 0
		if i == 0 {
			backends.Zero = c.Zero
		}
		a := &app{Process: fleet.NewProcess(s, w.recorder, backends, sc.Slots, i, fmt.Sprintf("process-%d", i+1))}
		if err := w.renew(a); err != nil {
			return nil, err
		}
		w.apps = append(w.apps, a)
	}
	w.setLinks()
	troubles.schedule()
	return w, nil
}

// newLockServers returns the independent servers that a Redlock is taken on.
func newLockServers(w *world) []*redis.Deployment {
	servers := make([]*redis.Deployment, scenario.RedlockServers)
	for i := range servers {
		o := redis.Options{Name: fmt.Sprintf("lock-server-%d", i+1), Service: w.scenario.Redis.Service}
		servers[i] = redis.NewDeployment(w.sim, w.recorder, o, redis.Topology{})
	}
	return servers
}

// setLinks gives the links that the scenario names lengths of their own.
func (w *world) setLinks() {
	for _, row := range w.scenario.Network.Links {
		for i, a := range w.apps {
			if row.Process != 0 && row.Process != i+1 {
				continue
			}
			for _, l := range a.links(row.Server) {
				l.SetDelays(network.Delays{Request: row.Request, Reply: row.Reply})
			}
		}
	}
}

// start fills a warm cache and sets the traffic going.
func (w *world) start() error {
	if w.scenario.Start != scenario.Cold {
		w.fill()
	}
	w.startClients()
	for _, p := range w.scenario.Parts() {
		if p.Closed != nil {
			w.startWorkers(p)
		}
	}
	if err := w.startStream(); err != nil {
		return err
	}
	if writes := w.scenario.Writes; writes != nil && writes.Rate > 0 {
		w.startWrites(writes)
	}
	return nil
}
