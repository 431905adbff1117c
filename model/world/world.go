package world

import (
	"context"
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
	w.start()
	if err := w.sim.Run(w.duration); err != nil {
		return err
	}
	return w.sim.Run(w.duration + drainLimit)
}

// world is the modelled world of one run.
type world struct {
	sim      *sim.Sim
	recorder *observe.Recorder
	servers  *redis.Deployment
	origin   *origin.Origin
	apps     []*app
	idle     []*read
	keys     []string
	draw     *workload.Keys
	duration time.Duration
	scenario scenario.Scenario
	strategy strategies.Preset
	options  strategies.Options
}

// app is an application process with its strategy.
type app struct {
	*fleet.Process
	strategy strategies.Strategy
}

func build(c Config, sinks []observe.Sink) (*world, error) {
	sc := c.Scenario
	for _, part := range []interface{ Validate() error }{sc, c.Topology, c.Client} {
		if err := part.Validate(); err != nil {
			return nil, err
		}
	}
	s := sim.New(sim.Config{Seed: c.Seed, Salt: c.Salt})
	r := observe.NewRecorder(sc.Keys, sinks...)
	w := &world{
		sim: s, recorder: r,
		servers:  redis.NewDeployment(s, r, redis.Options{Service: sc.Redis.Service}, c.Topology),
		origin:   origin.New(s, r, sc.Origin.Recompute, sc.Origin.Connections),
		keys:     workload.KeyNames(sc.Keys),
		draw:     workload.NewKeys(sc.Keys, sc.Popularity),
		duration: time.Duration(sc.Duration),
		scenario: sc,
		strategy: c.Strategy,
		options:  sc.Options(),
	}
	net := fleet.Network{
		Servers: w.servers, LockServers: w.lockServers(c.Strategy.Choices),
		Delays: network.Delays(sc.Network), Options: c.Client,
	}
	for i := range sc.Processes {
		p := fleet.NewProcess(s, r, net, i, fmt.Sprintf("process-%d", i+1))
		strategy, err := c.Strategy.New(p, w.load, w.options)
		if err != nil {
			return nil, err
		}
		w.apps = append(w.apps, &app{p, strategy})
	}
	if c.Faults != nil {
		c.Faults(&Faults{w})
	}
	return w, nil
}

// redlockServers is how many independent servers a Redlock is taken on.
const redlockServers = 5

// lockServers returns the servers for a Redlock, if the strategy takes one.
func (w *world) lockServers(c strategies.Choices) []*redis.Deployment {
	if !c.Redlock {
		return nil
	}
	servers := make([]*redis.Deployment, redlockServers)
	for i := range servers {
		servers[i] = redis.NewDeployment(w.sim, w.recorder, redis.Options{Service: w.scenario.Redis.Service}, redis.Topology{})
	}
	return servers
}

func (w *world) load(ctx context.Context, _ string) ([]byte, error) {
	return w.origin.Load(ctx, observe.WorkOf(ctx))
}

// start fills a warm cache and sets the arrivals going.
func (w *world) start() {
	if w.scenario.Start == scenario.Warm {
		w.fill()
	}
	if closed := w.scenario.Arrivals.Closed; closed != nil {
		w.startWorkers(closed)
		return
	}
	w.startPoisson(w.scenario.Arrivals.Poisson)
}

// fill writes an entry of every key, as a load just finished would.
func (w *world) fill() {
	took := w.scenario.Origin.Recompute.Mean()
	for i, key := range w.keys {
		data := observe.Payload{Version: 1}.Encode()
		entry, ttl := w.strategy.Choices.Fill(w.apps[0], w.strategy.Options(w.options), data, took)
		w.servers.Fill(&observe.Work{Key: int32(i)}, key, entry, ttl)
	}
}
