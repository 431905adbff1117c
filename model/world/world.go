package world

import (
	"cmp"
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
	// Topology and Client are the servers of Redis and the processes' way to
	// them. The zero values are one server and a client that waits for ever.
	Topology redis.Topology
	Client   network.Options
	// Faults, if not nil, schedules what goes wrong.
	Faults func(*Faults)
	// Zero, if not 0, says which draw of the first process's strategy is 0: the one
	// that no seed finds.
	Zero int
	// Salt, if not 0, permutes what happens at one instant.
	Salt uint64
}

// drainLimit bounds how long, after the end of the scenario, reads and jobs in
// progress are waited for.
const drainLimit = time.Minute

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
	err = w.sim.Run(w.duration)
	if err == nil {
		err = w.sim.Run(w.duration + drainLimit)
	}
	return cmp.Or(w.stream.close(), err)
}

// world is the modelled world of one run.
type world struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	servers  *redis.Deployment
	origin   *origin.Origin
	apps     []*app
	detours  int // requests for a process that takes none
	preset   strategies.Preset
	idle     []*read
	writes   *sim.Rand // how long their steps take
	keys     []string
	stream   *stream // nil if no arrivals are open
	duration time.Duration
	scenario scenario.Scenario
	options  strategies.Options
}

func build(c Config, sinks []observe.Sink) (*world, error) {
	sc := c.Scenario
	c.Topology, c.Client = topology(sc.Redis.Servers, c.Topology), redisClient(sc.Redis.Client, c.Client)
	for _, part := range []interface{ Validate() error }{sc, c.Topology, c.Client} {
		if err := part.Validate(); err != nil {
			return nil, err
		}
	}
	s := sim.New(sim.Config{Seed: c.Seed, Salt: c.Salt})
	w := &world{
		sim:      s,
		writes:   s.Rand("writes", "lengths"),
		preset:   c.Strategy,
		keys:     workload.KeyNames(sc.Keys),
		duration: time.Duration(sc.Duration),
		scenario: sc,
		options:  sc.Options(),
	}
	troubles := newTroubles(w, c.Seed)
	if troubles.listens() {
		sinks = append(sinks[:len(sinks):len(sinks)], troubles)
	}
	w.recorder = observe.NewRecorder(sc.Keys, sinks...)
	w.servers = redis.NewDeployment(s, w.recorder, serverOptions(sc), c.Topology)
	w.origin = origin.New(s, w.recorder, originOptions(sc))
	backends := fleet.Backends{
		Servers: w.servers, LockServers: w.lockServers(c.Strategy.Choices), Delays: network.Delays(sc.Network), Client: c.Client,
		Origin: w.origin, OriginClient: originClient(sc.Origin.Client),
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
	troubles.schedule()
	if c.Faults != nil {
		c.Faults(&Faults{w})
	}
	return w, nil
}

// lockServers returns the servers for a Redlock, if the strategy takes one.
func (w *world) lockServers(c strategies.Choices) []*redis.Deployment {
	if !c.Redlock {
		return nil
	}
	servers := make([]*redis.Deployment, scenario.RedlockServers)
	for i := range servers {
		servers[i] = redis.NewDeployment(w.sim, w.recorder, redis.Options{Service: w.scenario.Redis.Service}, redis.Topology{})
	}
	return servers
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
