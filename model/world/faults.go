package world

import (
	"time"

	"stampede/model/network"
	"stampede/model/redis"
	"stampede/sim"
)

// Faults is what can go wrong in a run. Its methods act at once: call them from
// functions that are scheduled by At.
type Faults struct{ world *world }

// At schedules a fault.
func (f *Faults) At(at time.Duration, fault func()) {
	f.world.sim.Schedule(at, sim.Fault, sim.HandlerFunc(fault))
}

// Redis returns the servers, which crash, come back, fail over and move slots.
func (f *Faults) Redis() *redis.Deployment { return f.world.servers }

// Client returns a process's way to Redis, whose links lose messages and are cut.
func (f *Faults) Client(process int) *network.Client { return f.world.apps[process].Network() }

// Partition puts nodes of Redis and processes on the far side: they reach each
// other, and neither the rest nor the Sentinels.
func (f *Faults) Partition(nodes, processes []int) {
	f.sides(1, processes)
	f.world.servers.Isolate(nodes...)
}

// Heal ends the partition for nodes and processes.
func (f *Faults) Heal(nodes, processes []int) {
	f.sides(0, processes)
	f.world.servers.Heal(nodes...)
}

func (f *Faults) sides(side int, processes []int) {
	for _, p := range processes {
		f.Client(p).SetSide(side)
	}
}
