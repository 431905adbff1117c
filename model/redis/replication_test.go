package redis_test

import (
	"errors"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
)

func TestAReplicaHasAWriteAfterTheLag(t *testing.T) {
	s := newServers(t, pair())
	s.on(0, 10*ms, 1, set("k", "v", time.Second))
	early := s.on(1, 14*ms, 2, get("k"))
	late := s.on(1, 15*ms+1, 2, get("k"))
	s.on(0, 20*ms, 1, redis.Request{Command: observe.Delete, Key: "k"})
	still := s.on(1, 24*ms, 2, get("k"))
	gone := s.on(1, 25*ms+1, 2, get("k"))
	write := s.on(1, 30*ms, 2, set("k", "v", time.Second))
	s.run(t)
	if early.OK || !late.OK || !still.OK || gone.OK {
		t.Errorf("found %v at 14 ms and %v at 15; after the deletion %v at 24 and %v at 25", early.OK, late.OK, still.OK, gone.OK)
	}
	if late.Remaining != 995*ms {
		t.Errorf("the replica says that %v remain of 1 s after 5 ms", late.Remaining)
	}
	if !errors.Is(write.Err, redis.ErrReadOnly) {
		t.Errorf("a write on a replica: %v", write.Err)
	}
}

// Writes arrive in the order they were made, whatever lag each draws.
func TestWritesArriveInOrder(t *testing.T) {
	top := pair()
	top.Lag = workload.Exponential(20 * ms)
	s := newServers(t, top)
	values := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
	for i, v := range values {
		s.on(0, time.Duration(i)*ms, 1, set("k", v, time.Hour))
	}
	var seen []*served
	for at := time.Duration(0); at < 400*ms; at += ms {
		seen = append(seen, s.on(1, at, 2, get("k")))
	}
	s.run(t)
	last := ""
	for _, a := range seen {
		if v := string(a.Data); v < last {
			t.Fatalf("%s after %s", v, last)
		} else {
			last = v
		}
	}
	if last != "h" {
		t.Errorf("the last value is %q", last)
	}
}

// Servers of old ship what is left of a TTL, and the replica counts it from the
// arrival: the entry lives longer there, by the lag.
func TestARelativeTTLIsCountedFromTheArrival(t *testing.T) {
	for relative, want := range map[bool]time.Duration{false: 90 * ms, true: 100 * ms} {
		top := pair()
		top.Lag, top.RelativeTTL = workload.Constant(10*ms), relative
		s := newServers(t, top)
		s.on(0, 0, 1, set("k", "v", 100*ms))
		a := s.on(1, 10*ms+1, 2, get("k"))
		s.run(t)
		if a.Remaining != want {
			t.Errorf("relative %v: %v left on arrival, want %v", relative, a.Remaining, want)
		}
	}
}

// Corpus case D22 a. The key expires at 10 000 and is not touched again on the
// primary; the replica is asked 50 times after it.
func TestD22AReplicaHidesWhatHasExpired(t *testing.T) {
	for serves, hits := range map[bool]int{false: 0, true: 50} {
		top := pair()
		top.ServeExpired = serves
		s := newServers(t, top)
		s.on(0, 0, 1, set("k", "v", 10*time.Second))
		var reads []*served
		for at := 10100 * ms; at <= 15000*ms; at += 100 * ms {
			reads = append(reads, s.on(1, at, 2, get("k")))
		}
		s.run(t)
		found := 0
		for _, r := range reads {
			if r.OK {
				found++
				if r.Remaining != 0 {
					t.Errorf("an expired entry lives for %v", r.Remaining)
				}
			}
		}
		if len(reads) != 50 || found != hits {
			t.Errorf("serving expired entries %v: %d of %d reads hit, want %d", serves, found, len(reads), hits)
		}
		if !serves {
			for _, line := range s.lines[1:] {
				if want := "look work 2 expired"; line[len(line)-len(want):] != want {
					t.Errorf("an observer sees %q", line)
					break
				}
			}
		}
	}
}

func TestWaitAnswersWhenReplicasHaveTheWrite(t *testing.T) {
	top := pair()
	top.Replicas = 2
	s := newServers(t, top)
	got := map[string]*served{}
	s.on(0, 0, 1, set("k", "v", time.Hour))
	got["both"] = s.on(0, 0, 1, wait(2, 0, 1))
	got["one of two, cut off"] = s.on(0, 200*ms, 1, wait(2, 50*ms, 2))
	got["known already"] = s.on(0, 300*ms, 1, wait(1, 0, 2))
	got["on a replica"] = s.on(1, 300*ms, 1, set("k", "v", time.Hour))
	s.fault(100*ms, func() { s.Isolate(2) })
	s.on(0, 150*ms, 1, set("k", "w", time.Hour))
	s.run(t)
	// The question waits for its turn behind the write: 5 ms, and 5 ms back.
	checkAnswers(t, got, map[string]string{
		"both":                `true "" <nil> at 10ms`,
		"one of two, cut off": `false "" <nil> at 250ms`,
		"known already":       `true "" <nil> at 300ms`,
	})
	if a := got["one of two, cut off"]; a.Wait.Acknowledged != 1 {
		t.Errorf("%d replicas acknowledged, want 1", a.Wait.Acknowledged)
	}
}

// A replica that was away goes on with what it has missed.
func TestAReplicaCatchesUpAfterAPartition(t *testing.T) {
	s := newServers(t, pair())
	s.on(0, 0, 1, set("a", "1", time.Hour))
	s.fault(10*ms, func() { s.Isolate(1) })
	s.on(0, 20*ms, 1, set("b", "2", time.Hour))
	s.on(0, 20*ms, 1, redis.Request{Command: observe.Delete, Key: "a"})
	missing := s.on(1, 30*ms, 2, get("b"))
	s.fault(40*ms, func() { s.Heal(1) })
	there := s.on(1, 46*ms, 2, get("b"))
	gone := s.on(1, 46*ms, 2, get("a"))
	s.run(t)
	if missing.OK || !there.OK || gone.OK {
		t.Errorf("cut off: %v; afterwards: %v, and the deleted key %v", missing, there, gone)
	}
	if p, r := s.Nodes()[0].Offset(), s.Nodes()[1].Offset(); p != 3 || r != 3 {
		t.Errorf("offsets %d and %d, want 3", p, r)
	}
}
