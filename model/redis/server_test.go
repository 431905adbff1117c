package redis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
)

const ms = time.Millisecond

// bench is a server and a log of what an observer sees of it.
type bench struct {
	sim    *sim.Sim
	server *redis.Server
	lines  []string
}

func newBench(t *testing.T) *bench {
	b := &bench{sim: sim.New(sim.Config{})}
	t.Cleanup(b.sim.Close)
	b.server = redis.NewServer(b.sim, observe.NewRecorder(1, b), redis.Options{})
	return b
}

func (b *bench) Observe(e *observe.Event) {
	line := fmt.Sprintf("%v %v work %d", e.At, e.Kind, e.Work)
	if e.Other != 0 {
		line += fmt.Sprintf(" of %d", e.Other)
	}
	if e.Cause != 0 {
		line += " " + e.Cause.String()
	}
	b.lines = append(b.lines, line)
}

// at executes a request of a work at an instant and returns it with its reply.
func (b *bench) at(at time.Duration, work uint64, r redis.Request) *redis.Request {
	r.Work = &observe.Work{ID: work}
	b.sim.Schedule(at, sim.Arrival, sim.HandlerFunc(func() { b.server.Execute(&r) }))
	return &r
}

func (b *bench) run(t *testing.T) {
	t.Helper()
	if err := b.sim.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) want(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(b.lines, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(b.lines, "\n  "), strings.Join(want, "\n  "))
	}
}

func get(key string) redis.Request { return redis.Request{Command: observe.GetWithTTL, Key: key} }

func set(key, value string, ttl time.Duration) redis.Request {
	return redis.Request{Command: observe.Set, Key: key, Value: []byte(value), TTL: ttl}
}

func acquire(token string, ttl time.Duration) redis.Request {
	return redis.Request{Command: observe.SetIfAbsent, Key: "lock", Token: token, TTL: ttl}
}

func release(token string) redis.Request {
	return redis.Request{Command: observe.CompareAndDelete, Key: "lock", Token: token}
}

// A key with deadline w is there at w, and gone at the next millisecond, as the
// real server's strict comparison of whole milliseconds has it.
func TestAKeyIsThereAtItsDeadline(t *testing.T) {
	b := newBench(t)
	b.at(10*ms+700*time.Microsecond, 1, set("k", "v", 100*ms))
	for _, c := range []struct {
		at   time.Duration
		want bool
		ttl  time.Duration
	}{
		{10 * ms, false, 0},
		{11 * ms, true, 99 * ms},
		{109*ms + 999*time.Microsecond, true, ms},
		{110 * ms, true, 0},
		{111*ms - 1, true, 0},
		{111 * ms, false, 0},
	} {
		r := b.at(c.at, 2, get("k"))
		defer func() {
			if r.OK != c.want || r.Remaining != c.ttl {
				t.Errorf("at %v: found %v, remaining %v; want %v, %v", c.at, r.OK, r.Remaining, c.want, c.ttl)
			}
		}()
	}
	b.run(t)
}

func TestTTLIsRoundedUpAndMustBePositive(t *testing.T) {
	b := newBench(t)
	b.at(0, 1, set("k", "v", 1500*time.Microsecond))
	r := b.at(0, 1, get("k"))
	none := b.at(0, 1, set("k", "w", 0))
	lock := b.at(0, 1, acquire("a", -1))
	after := b.at(0, 1, get("k"))
	b.run(t)
	if r.Remaining != 2*ms {
		t.Errorf("a TTL of 1.5 ms reads as %v", r.Remaining)
	}
	if none.Err != redis.ErrInvalidExpire || lock.Err != redis.ErrInvalidExpire || string(after.Data) != "v" {
		t.Errorf("TTL 0: %v, %v; the value is then %q", none.Err, lock.Err, after.Data)
	}
}

func TestAbsencesHaveACause(t *testing.T) {
	b := newBench(t)
	b.at(0, 1, get("k"))
	b.at(1*ms, 1, set("k", "v", 10*ms))
	b.at(12*ms, 1, get("k"))
	b.at(13*ms, 1, set("k", "v", 10*ms))
	b.at(14*ms, 2, redis.Request{Command: observe.Delete, Key: "k"})
	b.at(15*ms, 1, get("k"))
	b.run(t)
	b.want(
		t, "0s look work 1 cold start", "1ms publish work 1", "12ms look work 1 expired",
		"13ms publish work 1", "14ms invalidate work 2", "15ms look work 1 invalidation",
	)
}

func TestALockHasOneHolder(t *testing.T) {
	b := newBench(t)
	first := b.at(0, 1, acquire("a", 10*ms))
	second := b.at(1*ms, 2, acquire("b", 10*ms))
	wrong := b.at(2*ms, 2, release("b"))
	right := b.at(3*ms, 1, release("a"))
	third := b.at(4*ms, 3, acquire("c", 10*ms))
	b.run(t)
	if !first.OK || second.OK || wrong.OK || !right.OK || !third.OK {
		t.Errorf("acquired %v, %v; released %v, %v; acquired %v", first.OK, second.OK, wrong.OK, right.OK, third.OK)
	}
	b.want(
		t, "0s lock-acquired work 1", "1ms lock-contended work 2", "2ms lock-lost work 2",
		"3ms lock-released work 1 of 1", "4ms lock-acquired work 3",
		"15ms lock-expired work 3 of 3", // it was never released
	)
}

// The story of corpus case D01: the holder overruns its TTL, another takes the
// lock, and the late holder's plain DEL deletes it.
func TestAPlainDeleteOfAnothersLockIsForeign(t *testing.T) {
	b := newBench(t)
	b.at(0, 1, acquire("a", 10*ms))
	b.at(11*ms, 2, acquire("b", 10*ms))
	late := b.at(15*ms, 1, redis.Request{Command: observe.Delete, Key: "lock"})
	b.at(16*ms, 3, acquire("c", 10*ms))
	again := b.at(17*ms, 2, release("b"))
	b.run(t)
	if !late.OK || again.OK {
		t.Errorf("plain DEL %v, release of the holder %v", late.OK, again.OK)
	}
	b.want(
		t, "0s lock-acquired work 1", "11ms lock-expired work 1 of 1", "11ms lock-acquired work 2",
		"15ms lock-foreign-delete work 1 of 2", "16ms lock-acquired work 3", "17ms lock-lost work 2",
		"27ms lock-expired work 3 of 3",
	)
}

// Equal tokens do not make two acquisitions one.
func TestAnEqualTokenDoesNotHideAForeignDelete(t *testing.T) {
	b := newBench(t)
	b.at(0, 1, acquire("1", 10*ms))
	b.at(11*ms, 2, acquire("1", 10*ms))
	b.at(15*ms, 1, release("1"))
	b.run(t)
	b.want(
		t, "0s lock-acquired work 1", "11ms lock-expired work 1 of 1", "11ms lock-acquired work 2",
		"15ms lock-foreign-delete work 1 of 2",
	)
}

func TestPublishAndReleaseDoesBothOrNeither(t *testing.T) {
	b := newBench(t)
	publish := func(token, value string) redis.Request {
		return redis.Request{
			Command: observe.PublishAndRelease, Key: "k", Value: []byte(value), TTL: 20 * ms,
			Lock: "lock", Token: token,
		}
	}
	b.at(0, 1, acquire("a", 10*ms))
	ours := b.at(1*ms, 1, publish("a", "ours"))
	late := b.at(2*ms, 1, publish("a", "late"))
	value := b.at(3*ms, 1, get("k"))
	b.run(t)
	if !ours.OK || late.OK || string(value.Data) != "ours" {
		t.Errorf("published %v, then without the lock %v; the value is %q", ours.OK, late.OK, value.Data)
	}
	b.want(
		t, "0s lock-acquired work 1", "1ms lock-released work 1 of 1", "1ms publish work 1",
		"2ms lock-lost work 1", "3ms look work 1",
	)
}
