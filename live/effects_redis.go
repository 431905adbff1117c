package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/live/local"
	"stampede/model/fault"
	"stampede/model/observe"
)

// onServers does to servers of our own what an operator, or bad luck, does.
func (t *troubles) onServers(ctx context.Context, s *spell) (undo func(), err error) {
	f, o := s.occurrence.Fault, t.run.server.own
	if f.Verb == fault.Failover {
		t.run.recorder.loss(observe.Failover)
		return func() {}, o.failover(ctx)
	}
	if f.Verb == fault.Isolate {
		o.sentinels.Proxy.Cut(true, true)
		return func() { o.sentinels.Proxy.Cut(false, false) }, nil
	}
	var undos []func(context.Context) error
	befall := func() {
		for _, n := range o.concerned(f.To) {
			undo, nodeErr := t.onServer(ctx, s, n)
			if undo != nil {
				undos = append(undos, undo)
			}
			err = errors.Join(err, nodeErr)
		}
	}
	switch cause := lost[f.Verb]; {
	case cause == 0:
		befall()
	case o.single != nil:
		t.run.recorder.loseAll(cause, befall)
	default:
		t.run.recorder.loss(cause)
		befall()
	}
	return func() {
		// Also when the run is over: its keys are still to be removed.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.run.over), faultLimit)
		defer cancel()
		for _, undo := range undos {
			if err := undo(ctx); err != nil {
				t.run.watch.fails(err)
			}
		}
	}, err
}

// lost are the faults that lose what a server holds.
var lost = map[fault.Verb]observe.Cause{fault.Crash: observe.Restarted, fault.Flush: observe.Flushed}

// onServer lets a fault befall one server. What ends it, if there is anything, is
// returned.
func (t *troubles) onServer(ctx context.Context, s *spell, n *local.Server) (undo func(context.Context) error, err error) {
	switch f := s.occurrence.Fault; f.Verb {
	case fault.Crash:
		room := t.run.memory.of(n)
		room.crashes(ctx)
		n.Kill()
		return func(ctx context.Context) error {
			return errors.Join(n.Start(ctx), room.again(ctx))
		}, nil
	case fault.Pause:
		return func(context.Context) error { return n.Thaw() }, n.Freeze()
	case fault.ClientPause:
		// Once it holds its clients back nobody can tell it to go on.
		_, err = n.Do(ctx, "CLIENT", "PAUSE", t.length(s).Milliseconds(), "ALL")
		return nil, err
	case fault.ScriptFlush:
		_, err = n.Do(ctx, "SCRIPT", "FLUSH")
		return nil, err
	case fault.Flush:
		if n.Is(ctx, "master") { // a replica loses what its primary does
			_, err = n.Do(ctx, "FLUSHALL")
		}
		return nil, err
	case fault.Squeeze:
		return t.run.memory.of(n).squeeze(ctx, s, 1-f.Percent/100)
	default:
		panic(fmt.Sprintf("live: a fault that cannot be: %v", f))
	}
}

// length returns how long a fault that begins now lasts at most.
func (t *troubles) length(s *spell) time.Duration {
	if d := s.occurrence.For; d > 0 {
		return d
	}
	return max(t.run.scenario.FaultsEnd()-t.run.recorder.now(), time.Millisecond)
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

// watchPromotions records each time that a server, the replica of another, is promoted.
// One that comes back from a crash as a primary is not.
func (t *troubles) watchPromotions(i int, n *local.Server) {
	c := n.Client()
	defer func() { _ = c.Close() }()
	var was standing
	for t.run.life.Err() == nil {
		if is := standingOf(t.run.life, c); is.role != "" {
			if was == (standing{is.process, "slave"}) && is.role == "master" {
				t.run.recorder.loss(observe.Failover)
				t.run.recorder.fault(observe.Event{Kind: observe.Promotion, Process: observe.NoOne, Count: int32(i)})
			}
			was = is
		}
		select {
		case <-t.run.life.Done():
		case <-time.After(promotionLook):
		}
	}
}

// standing is what a server is: a master or a slave, and which process.
type standing struct{ process, role string }

// standingOf returns nothing of a server that does not answer.
func standingOf(ctx context.Context, c *redis.Client) standing {
	facts, _ := factsOf(ctx, c, "server", "replication")
	return standing{facts["process_id"], facts["role"]}
}

// promotionLook is the time between two looks at who is the primary.
const promotionLook = 20 * time.Millisecond
