package world

import (
	"stampede/model/fault"
	"stampede/model/redis"
)

// concerned returns the servers that a fault befalls.
func (t *troubles) concerned(to fault.Target) []*redis.Node {
	nodes := t.world.servers.Nodes()
	switch {
	case to.Who == fault.AllRedis:
		return nodes
	case to.Who == fault.Primary:
		return []*redis.Node{t.world.servers.Primary(0)}
	case to.Index < len(nodes):
		return nodes[to.Index : to.Index+1]
	}
	return nil
}

func (t *troubles) onRedis(s *spell) (undo func()) {
	var undos []func()
	for _, n := range t.concerned(s.occurrence.Fault.To) {
		undos = append(undos, t.onNode(s, n))
	}
	return func() {
		for _, undo := range undos {
			undo()
		}
	}
}

func (t *troubles) onNode(s *spell, n *redis.Node) (undo func()) {
	d, servers := &t.nodes[n.Index()], t.world.servers
	switch f := s.occurrence.Fault; f.Verb {
	case fault.Crash:
		return d.downs.turn(s, 1, func() {
			if d.downs.on() {
				servers.Crash(n.Index())
			} else {
				servers.Restart(n.Index(), true)
			}
		})
	case fault.Pause:
		servers.Freeze(n.Index())
		return func() { servers.Thaw(n.Index()) }
	case fault.ClientPause:
		servers.HoldClients(n.Index())
		return func() { servers.ReleaseClients(n.Index()) }
	case fault.ShiftClock:
		n.ShiftClock(f.By)
		return func() { n.ShiftClock(-f.By) }
	case fault.Drift:
		return d.drift.turn(s, float64(f.By), func() { n.SetDrift(int64(d.drift.sum())) })
	case fault.Squeeze:
		return d.squeezed.turn(s, 1-f.Percent/100, func() {
			n.Squeeze(serverOptions(t.world.scenario).Memory, 1-d.squeezed.max())
		})
	case fault.ScriptFlush:
		n.ForgetScripts()
	case fault.Failover:
		servers.Failover(n.ShardIndex())
	case fault.Flush:
		if n.Primary() {
			n.FlushShare(part(f), s.occurrence.Stream())
		}
	default:
		panic(unexpected(f))
	}
	return func() {}
}
