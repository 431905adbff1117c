package world

import (
	"stampede/model/fault"
	"stampede/model/network"
	"stampede/model/redis"
)

// server is a Redis server, and what is wrong with it.
type server struct {
	*redis.Node
	deployment *redis.Deployment
	number     int // of its deployment: 0 is Redis, then come the lock servers
	far        int // faults that keep it on the far side of a partition

	downs, drift, squeezed, severed dial
}

// serversOf returns all servers: those of Redis, then those of a Redlock.
func serversOf(w *world) []*server {
	var all []*server
	for i, d := range append([]*redis.Deployment{w.servers}, w.lockServers...) {
		for _, n := range d.Nodes() {
			all = append(all, &server{Node: n, deployment: d, number: i})
		}
	}
	return all
}

// concerned returns the servers that a fault befalls.
func (t *troubles) concerned(to fault.Target) []*server {
	n := len(t.world.servers.Nodes())
	i := to.Index
	switch {
	case to.Who == fault.AllRedis:
		return t.servers[:n]
	case to.Who == fault.Primary:
		i = t.world.servers.Primary(0).Index()
	case to.Who == fault.LockServer:
		i += n
	}
	if i >= len(t.servers) {
		return nil // the strategy takes no Redlock
	}
	return t.servers[i : i+1]
}

func (t *troubles) onRedis(s *spell) (undo func()) {
	servers := t.concerned(s.occurrence.Fault.To)
	if s.occurrence.Fault.Verb == fault.Partition {
		return t.isolate(servers, s.occurrence.Fault.Process)
	}
	var undos []func()
	for _, n := range servers {
		undos = append(undos, t.onNode(s, n))
	}
	return all(undos)
}

func (t *troubles) onNode(s *spell, n *server) (undo func()) {
	d := n.deployment
	switch f := s.occurrence.Fault; f.Verb {
	case fault.Crash:
		return n.downs.turn(s, 1, func() {
			if n.downs.on() {
				d.Crash(n.Index())
			} else {
				d.Restart(n.Index(), true)
			}
		})
	case fault.Pause:
		d.Freeze(n.Index())
		return func() { d.Thaw(n.Index()) }
	case fault.ClientPause:
		d.HoldClients(n.Index())
		return func() { d.ReleaseClients(n.Index()) }
	case fault.ShiftClock:
		n.ShiftClock(f.By)
		return func() { n.ShiftClock(-f.By) }
	case fault.Drift:
		return n.drift.turn(s, float64(f.By), func() { n.SetDrift(int64(n.drift.sum())) })
	case fault.Squeeze:
		return n.squeezed.turn(s, 1-f.Percent/100, func() {
			n.Squeeze(serverOptions(t.world.scenario).Memory, 1-n.squeezed.max())
		})
	case fault.Isolate:
		return n.severed.turn(s, 1, func() {
			if n.severed.on() {
				d.Sever(n.Index())
			} else {
				d.Rejoin(n.Index())
			}
		})
	case fault.ScriptFlush:
		n.ForgetScripts()
	case fault.Failover:
		d.Failover(n.ShardIndex())
	case fault.Migrate:
		d.Migrate(slots(part(f), s.occurrence.Stream()), n.ShardIndex(), f.By)
	case fault.Flush:
		if n.Primary() {
			n.FlushShare(part(f), s.occurrence.Stream())
		}
	default:
		panic(unexpected(f))
	}
	return func() {}
}

// slots draws a share of the slots of a cluster.
func slots(share float64, s fault.Source) []int {
	all := make([]int, 0, redis.Slots)
	for slot := range redis.Slots {
		if float64(s.Uint64()>>32) < float64(share*(1<<32)) {
			all = append(all, slot)
		}
	}
	return all
}

// isolate puts servers on the far side of a partition, all at once, and one
// process with them, if there is one.
func (t *troubles) isolate(servers []*server, process int) (undo func()) {
	var clients []*network.Client
	if process > 0 && len(servers) > 0 {
		clients = append(clients, t.world.apps[process-1].Networks()[servers[0].number])
	}
	t.moveClients(clients, 1)
	t.moveServers(servers, 1)
	return func() {
		t.moveClients(clients, -1)
		t.moveServers(servers, -1)
	}
}

// moveServers moves servers to the far side of the partition, by 1, or back, by
// -1, unless another fault has them there.
func (t *troubles) moveServers(servers []*server, by int) {
	var moved []int
	for _, n := range servers {
		if n.far += by; n.far == max(by, 0) {
			moved = append(moved, n.Index())
		}
	}
	switch {
	case len(moved) == 0:
	case by > 0:
		servers[0].deployment.Isolate(moved...)
	default:
		servers[0].deployment.Heal(moved...)
	}
}

// moveClients does the same to processes' ends of the connections.
func (t *troubles) moveClients(clients []*network.Client, by int) {
	for _, c := range clients {
		if t.far[c] += by; t.far[c] == max(by, 0) {
			c.SetSide(t.far[c])
		}
	}
}
