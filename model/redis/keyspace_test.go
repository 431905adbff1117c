package redis_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
)

// A replica hides what has expired, and keeps it until the primary says so.
func TestAReplicaLeavesRemovalToThePrimary(t *testing.T) {
	primary, replica := redis.NewKeyspace(), redis.NewKeyspace()
	replica.SetReplica(true)
	now := int64(1000)
	primary.OnEffect(func(f redis.Effect) { replica.Apply(now, f) })
	primary.Put(now, "k", redis.StringValue([]byte("v")), 1100)
	now = 1101
	if replica.Get(now, "k") != nil || replica.Len() != 1 {
		t.Errorf("found %v, %d keys; want none found and one kept", replica.Get(now, "k"), replica.Len())
	}
	if primary.Get(now, "k") != nil || replica.Len() != 0 {
		t.Error("the primary has noticed, and the replica still has the key")
	}
}

// Whatever a primary executes, a replica that applies the effects holds the same.
func TestEffectsMakeTheSameKeyspace(t *testing.T) {
	checks(t, 300)
	rapid.Check(t, func(t *rapid.T) {
		s := drawStory(t, dialect{})
		primary, replica := newModel(), newModel()
		replica.instance.Keyspace().SetReplica(true)
		now := func() int64 { return primary.start.Add(primary.waited).UnixMilli() }
		primary.instance.Keyspace().OnEffect(func(f redis.Effect) { replica.instance.Keyspace().Apply(now(), f) })
		if _, err := s.tell(primary, "key:"); err != nil {
			t.Fatal(err)
		}
		replica.wait(primary.waited)
		looks := &story{steps: s.steps[len(s.steps)-s.looks:]}
		want, _ := looks.tell(primary, "key:")
		got, _ := looks.tell(replica, "key:")
		if !slices.Equal(got, want) {
			t.Fatalf("%s\nthe replica has %v\nwant %v", s, got, want)
		}
	})
}

// Active expiry finds what nobody asks for, and then leaves nothing in the queue
// of the run: the run ends by itself.
func TestActiveExpiryEndsWithTheKeys(t *testing.T) {
	s := sim.New(sim.Config{})
	defer s.Close()
	server := redis.NewServer(s, observe.NewRecorder(1), redis.Options{ActiveExpiry: true})
	for i := range 1000 {
		server.Do("SET", fmt.Sprint(i), "v", "PX", "1000")
	}
	server.Do("SET", "for ever", "v")
	if err := s.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
	if n := server.Do("DBSIZE").Int; n != 1 {
		t.Errorf("%d keys are left, want 1", n)
	}
	if s.Now() >= time.Minute {
		t.Errorf("the last cycle was at %v", s.Now())
	}
}

// The server lives by its own clock: a jump ahead ends what lives, at once.
func TestAJumpOfTheServersClockExpiresLocks(t *testing.T) {
	b := newBench(t)
	b.at(0, 1, acquire("a", time.Second))
	b.sim.Schedule(10*ms, sim.Fault, sim.HandlerFunc(func() { b.server.ShiftClock(2 * time.Second) }))
	b.at(20*ms, 2, acquire("b", time.Second))
	b.sim.Schedule(30*ms, sim.Fault, sim.HandlerFunc(func() { b.server.SetDrift(250_000_000) }))
	b.run(t)
	b.want(
		t, "0s lock-acquired work 1", "10ms lock-expired work 1 of 1", "20ms lock-acquired work 2",
		// 991 ms are left at 30 ms, and the clock gains a quarter.
		"822.8ms lock-expired work 2 of 2",
	)
}

func TestAFlushIsACauseOfItsOwn(t *testing.T) {
	b := newBench(t)
	b.at(0, 1, set("k", "v", time.Minute))
	b.at(0, 1, acquire("a", time.Minute))
	b.sim.Schedule(10*ms, sim.Fault, sim.HandlerFunc(func() { b.server.Do("FLUSHALL") }))
	b.at(20*ms, 2, get("k"))
	b.at(30*ms, 1, release("a"))
	b.run(t)
	b.want(
		t, "0s publish work 1", "0s lock-acquired work 1",
		"10ms lock-dropped work 1 of 1 flushed", "10ms dropped work 0 flushed",
		"20ms look work 2 flushed", "30ms lock-lost work 1 flushed",
	)
}
