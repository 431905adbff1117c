package redis_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
)

// The lock that two hold: it is granted, its holder is told, and the primary is
// gone before the replica has heard of it. With WAIT the holder is told only when
// every replica has it.
func TestALockTakenJustBeforeAPromotionIsGrantedAgain(t *testing.T) {
	t.Run("alone", func(t *testing.T) {
		s := newServers(t, pair())
		a := s.on(0, 50*ms, 1, acquire("a", time.Second))
		s.fault(52*ms, func() { s.Crash(0) })
		b := s.on(1, 200*ms, 2, acquire("b", time.Second))
		late := s.on(1, 300*ms, 1, redis.Request{Command: observe.CompareAndDelete, Key: "lock", Token: "a", Routing: redis.Routing{Eval: true}})
		s.run(t)
		if !a.OK || !b.OK || late.OK {
			t.Errorf("granted to A: %v, then to B: %v; A's release: %v", a, b, late)
		}
		s.want(
			t, "50ms lock-acquired work 1", "152ms promotion work 0",
			"152ms lock-dropped work 1 of 1 failover", "200ms lock-acquired work 2",
			"300ms lock-lost work 1 failover", "1.201s lock-expired work 2 of 2",
		)
	})
	t.Run("with WAIT", func(t *testing.T) {
		s := newServers(t, pair())
		a := s.on(0, 50*ms, 1, acquire("a", time.Second))
		unsure := s.on(0, 50*ms, 1, wait(1, 0, 1))
		s.fault(52*ms, func() { s.Crash(0) })
		b := s.on(1, 200*ms, 2, acquire("b", time.Second))
		s.run(t)
		if !a.OK || unsure.OK || !errors.Is(unsure.Err, redis.ErrConnectionLost) || !b.OK {
			t.Errorf("A: %v, but not known to be replicated: %v; B: %v", a, unsure, b)
		}
	})
	t.Run("with WAIT in time", func(t *testing.T) {
		s := newServers(t, pair())
		a := s.on(0, 50*ms, 1, acquire("a", time.Second))
		sure := s.on(0, 50*ms, 1, wait(1, 0, 1))
		s.fault(61*ms, func() { s.Crash(0) })
		b := s.on(1, 200*ms, 2, acquire("b", time.Second))
		s.run(t)
		if !a.OK || !sure.OK || b.OK {
			t.Errorf("A: %v, replicated: %v; B: %v", a, sure, b)
		}
		// The replica has taken the owner and the deadline over.
		s.want(
			t, "50ms lock-acquired work 1", "60ms acknowledged work 1", "161ms promotion work 0",
			"200ms lock-contended work 2", "1.051s lock-expired work 1 of 1",
		)
	})
}

// Both sides of a partition have a primary for a while; what was written on the
// far side is lost when it rejoins.
func TestWritesOnTheFarSideOfAPartitionAreLost(t *testing.T) {
	s := newServers(t, pair())
	s.on(0, 0, 1, set("before", "1", time.Hour))
	s.fault(50*ms, func() { s.Isolate(0) })
	far := s.on(0, 60*ms, 1, set("far", "1", time.Hour))
	farLock := s.on(0, 60*ms, 1, acquire("far", time.Hour))
	superseded := s.on(0, 160*ms, 5, redis.Request{Command: observe.SetIfAbsent, Key: "another", Token: "a", TTL: time.Hour})
	fenced := s.on(0, 170*ms, 6, redis.Request{
		Command: observe.AcquireFenced, Key: "fenced", Lock: "fence", Token: "a", TTL: time.Hour, Routing: redis.Routing{Eval: true},
	})
	near := s.on(1, 200*ms, 2, set("near", "1", time.Hour))
	nearLock := s.on(1, 200*ms, 2, acquire("near", time.Hour))
	s.fault(300*ms, func() { s.Heal(0) })
	tooLate := s.on(0, 340*ms, 3, set("late", "1", time.Hour))
	refused := s.on(0, 351*ms, 3, set("late", "2", time.Hour))
	var found []bool
	for _, key := range []string{"before", "far", "near", "late"} {
		a := s.on(0, 400*ms, 4, get(key))
		defer func() { found = append(found, a.OK) }()
	}
	absent := s.on(1, 400*ms, 4, get("far"))
	s.fault(410*ms, func() {
		if s.Nodes()[0].Primary() || s.Nodes()[0].Offset() != s.Nodes()[1].Offset() {
			t.Errorf("the former primary does not follow: offsets %d and %d", s.Nodes()[0].Offset(), s.Nodes()[1].Offset())
		}
	})
	s.run(t)
	if !superseded.OK || !fenced.OK || !far.OK || !farLock.OK || !near.OK || !nearLock.OK || !tooLate.OK || !errors.Is(refused.Err, redis.ErrReadOnly) || absent.OK {
		t.Errorf("far %v, %v; near %v, %v; before it is made a replica %v, after %v", far, farLock, near, nearLock, tooLate, refused)
	}
	for _, line := range []string{
		"150ms lock-dropped work 1 of 1 failover", // the new primary does not have it
		"160ms lock-dropped work 5 of 5 failover", // it was granted by one that had been replaced
		"170ms lock-dropped work 6 of 6 failover",
		"400ms look work 4 failover",
	} {
		if !slices.Contains(s.lines, line) {
			t.Errorf("an observer does not see %q in %q", line, s.lines)
		}
	}
	t.Cleanup(func() {
		if !slices.Equal(found, []bool{false, true, false, true}) { // in reverse
			t.Errorf("the former primary has late, near, far, before: %v", found)
		}
	})
}

func TestWhoIsPromoted(t *testing.T) {
	for name, c := range map[string]struct {
		elect      redis.Election
		priorities []int
		want       int
	}{
		"the one with most writes":   {redis.ByOffset, nil, 2},
		"the one of lowest number":   {redis.ByPriority, []int{100, 10, 50, 5}, 3},
		"the first, whatever it has": {redis.ByNode, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			top := pair()
			top.Replicas, top.Elect, top.Priorities = 3, c.elect, c.priorities
			s := newServers(t, top)
			s.on(0, 0, 1, set("a", "1", time.Hour))
			s.fault(10*ms, func() { s.Isolate(1, 3) }) // these two miss b
			s.on(0, 20*ms, 1, set("b", "1", time.Hour))
			s.fault(30*ms, func() { s.Crash(0) })
			s.fault(40*ms, func() { s.Heal(1, 3) })
			s.run(t)
			if got := s.Primary(0).Index(); got != c.want {
				t.Errorf("node %d is promoted, want %d", got, c.want)
			}
			for _, n := range s.Nodes()[1:] {
				if n.Offset() != s.Primary(0).Offset() {
					t.Errorf("node %d has %d writes, the primary %d", n.Index(), n.Offset(), s.Primary(0).Offset())
				}
			}
		})
	}
}

func TestAShortOutageIsNoFailover(t *testing.T) {
	s := newServers(t, pair())
	s.on(0, 0, 1, set("k", "v", time.Hour))
	s.fault(10*ms, func() { s.Isolate(0) })
	s.fault(100*ms, func() { s.Heal(0) })
	s.fault(150*ms, func() { s.Crash(0) })
	s.fault(200*ms, func() { s.Restart(0, false) })
	there := s.on(0, 210*ms, 1, get("k"))
	s.run(t)
	if s.Primary(0).Index() != 0 || !there.OK {
		t.Errorf("node %d is the primary, and has the key: %v", s.Primary(0).Index(), there)
	}
}

// A primary that comes back empty before anybody has noticed takes its replicas'
// data away too. (Redis replication, "Safety of replication when master has
// persistence turned off")
func TestAnEmptyRestartEmptiesTheReplicas(t *testing.T) {
	s := newServers(t, pair())
	s.on(0, 0, 1, set("k", "v", time.Hour))
	s.on(0, 0, 2, acquire("a", time.Hour))
	s.fault(20*ms, func() { s.Crash(0) })
	s.fault(50*ms, func() { s.Restart(0, true) })
	kept := s.on(1, 60*ms, 3, get("k"))
	gone := s.on(1, 80*ms, 3, get("k"))
	again := s.on(0, 80*ms, 3, acquire("b", time.Hour))
	s.run(t)
	if !kept.OK || gone.OK || !again.OK {
		t.Errorf("before the copy: %v; after it: %v; the lock: %v", kept, gone, again)
	}
	for _, line := range []string{
		"50ms lock-dropped work 2 of 2 restarted", "50ms dropped work 0 restarted", "80ms look work 3 restarted",
	} {
		if !slices.Contains(s.lines, line) {
			t.Errorf("an observer does not see %q in %q", line, s.lines)
		}
	}
}

// Corpus case D21 b, at the server: the script was loaded into the first primary
// only.
func TestD21AFreshPrimaryKnowsNoScript(t *testing.T) {
	s := newServers(t, pair())
	s.on(0, 4000*ms, 1, acquire("a", 30*time.Second))
	s.fault(5000*ms, func() { s.Failover(0) })
	hash := s.on(1, 6000*ms, 1, release("a"))
	text := release("a")
	text.Eval = true
	release := s.on(1, 7000*ms, 1, text)
	s.run(t)
	if !errors.Is(hash.Err, redis.ErrNoScript) || !release.OK {
		t.Errorf("by its hash: %v; by its text: %v", hash, release)
	}
}
