package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stampede/live/local"
	"stampede/model/fault"
	"stampede/model/observe"
)

// apply lets a fault take effect, and returns what ends it.
func (t *troubles) apply(ctx context.Context, s *spell) (undo func(), err error) {
	f := s.occurrence.Fault
	switch f.To.Class() {
	case fault.Processes:
		return t.onProcess(s, t.run.processes[s.process]), nil
	case fault.Redis:
		return t.onRedis(ctx, f)
	}
	return t.run.origin.disturb(s, f), nil
}

func (t *troubles) onProcess(s *spell, p *process) (undo func()) {
	f := s.occurrence.Fault
	ways := [2]bool{f.Way != fault.Replies, f.Way != fault.Requests}
	switch f.Verb {
	case fault.Pause:
		return p.gate.pause()
	case fault.ShiftClock:
		p.clock.Add(int64(f.By))
		return func() { p.clock.Add(-int64(f.By)) }
	case fault.Drop:
		return p.wire.disturb(s, f.Percent/100, ways, func(w *wire) *[2]dial { return &w.lost })
	case fault.Partition:
		return p.wire.disturb(s, 1, ways, func(w *wire) *[2]dial { return &w.cut })
	}
	panic(fmt.Sprintf("live: a fault that cannot be: %v", f))
}

// onRedis does to a server of our own what an operator, or bad luck, does.
func (t *troubles) onRedis(ctx context.Context, f *fault.Fault) (undo func(), err error) {
	o, rec := t.run.server.own, t.run.recorder
	nothing := func() {}
	switch f.Verb {
	case fault.Failover:
		rec.loss(observe.Failover, false)
		return nothing, o.failover(ctx)
	case fault.Isolate:
		o.sentinels.Proxy.Cut(true, true)
		return func() { o.sentinels.Proxy.Cut(false, false) }, nil
	case fault.Flush:
		for _, n := range o.concerned(f.To) {
			// A replica loses what its primary does.
			if n.Is(ctx, "master") {
				_, flushErr := n.Do(ctx, "FLUSHALL")
				err = errors.Join(err, flushErr)
			}
		}
		rec.loss(observe.Flushed, o.single != nil)
		return nothing, err
	}
	nodes := o.concerned(f.To)
	for _, n := range nodes {
		n.Kill()
	}
	rec.loss(observe.Restarted, o.single != nil)
	return func() {
		// Also when the run is over: its keys are still to be removed.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.run.over), faultLimit)
		defer cancel()
		for _, n := range nodes {
			if err := n.Start(ctx); err != nil {
				t.run.watch.fails(err)
			}
		}
	}, nil
}

// concerned returns the servers that a fault befalls.
func (o *own) concerned(to fault.Target) []*local.Server {
	nodes := o.nodes()
	switch {
	case to.Who == fault.AllRedis:
		return nodes
	case to.Who == fault.OneRedis && to.Index < len(nodes):
		return nodes[to.Index : to.Index+1]
	case to.Who == fault.Primary:
		return nodes[:1]
	}
	return nil
}

// failover promotes a replica of the first shard.
func (o *own) failover(ctx context.Context) error {
	switch {
	case o.sentinels != nil:
		return o.sentinels.Failover(ctx)
	case o.cluster != nil:
		_, err := o.cluster.Nodes[primaries].Do(ctx, "CLUSTER", "FAILOVER", "FORCE")
		return err
	}
	return nil // nothing stands in for a single server
}

// watchPromotion records when the replica is promoted.
func (t *troubles) watchPromotion() {
	replica := t.run.server.own.sentinels.Replica
	for t.run.over.Err() == nil && t.run.life.Err() == nil {
		if replica.Is(t.run.over, "master") {
			t.run.recorder.loss(observe.Failover, false)
			t.run.recorder.fault(observe.Event{Kind: observe.Promotion, Process: observe.NoOne, Count: 1})
			return
		}
		select {
		case <-t.run.life.Done():
		case <-time.After(promotionLook):
		}
	}
}

// promotionLook is the time between two looks at who is the primary.
const promotionLook = 20 * time.Millisecond
