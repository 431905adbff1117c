package redis_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
	"stampede/sim"
)

// Cases of the corpus of real bugs that a server's answers decide: with the
// faulty variant the bug is there, with the right one it is not.

// D09: a TTL of 0 is an error, a deletion, or none at all, by the call.
func TestCorpusD09TTLZeroHasThreeMeanings(t *testing.T) {
	const wanted = 400 * ms
	cut := fmt.Sprint(int(wanted.Seconds())) // 0
	up := fmt.Sprint(int((wanted + time.Second - 1).Seconds()))
	for _, c := range []struct {
		name      string
		write     [][]string
		reply     string
		ttl       int64 // after the write
		recompute int   // of 600 reads in a minute, one each 100 ms
	}{
		{"SETEX 0", [][]string{{"SETEX", "k", cut, "v"}}, "(error) ERR invalid expire time in 'setex' command", -2, 600},
		{"no TTL if it is 0", [][]string{{"SET", "k", "v"}}, "OK", -1, 1},
		{"SET, then EXPIRE 0", [][]string{{"SET", "k", "v"}, {"EXPIRE", "k", cut}}, "(integer) 1", -2, 600},
		{"right: milliseconds", [][]string{{"SET", "k", "v", "PX", fmt.Sprint(wanted.Milliseconds())}}, "OK", 400, 120},
		{"right: rounded up", [][]string{{"SETEX", "k", up, "v"}}, "OK", 1000, 55},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newModel()
			var last redis.Reply
			recomputes := 0
			for range 600 {
				if mustDo(t, m, "GET", "k").Kind == redis.NullReply {
					recomputes++
					for _, command := range c.write {
						last = mustDo(t, m, command...)
					}
					if got := mustDo(t, m, "PTTL", "k").Int; got != c.ttl {
						t.Fatalf("the TTL after the write is %d, want %d", got, c.ttl)
					}
				}
				m.wait(100 * ms)
			}
			if last.String() != c.reply || recomputes != c.recompute {
				t.Errorf("%v, %d recomputes; want %s, %d", last, recomputes, c.reply, c.recompute)
			}
		})
	}
}

func TestCorpusD09TTLsBelowASecond(t *testing.T) {
	m := newModel()
	mustDo(t, m, "SET", "k", "v", "PX", "100")
	m.wait(200 * ms)
	if r := mustDo(t, m, "GET", "k"); r.Kind != redis.NullReply {
		t.Errorf("100 ms after its deadline, GET says %v", r)
	}

	// A deadline in 3 s, turned into a TTL a moment later.
	left := 3*time.Second - 30*time.Microsecond
	mustDo(t, m, "SET", "cut", "v", "EX", fmt.Sprint(int(left.Seconds())))
	mustDo(t, m, "SET", "right", "v", "PX", fmt.Sprint(left.Milliseconds()))
	if cut, right := mustDo(t, m, "PTTL", "cut").Int, mustDo(t, m, "PTTL", "right").Int; cut != 2000 || right < 2900 || right > 3000 {
		t.Errorf("wanted 3 s: cut to seconds it is %d ms, in milliseconds %d", cut, right)
	}

	// TTL rounds to the nearest second, so 0 does not mean gone.
	mustDo(t, m, "SET", "k", "v", "PX", "400")
	got := []string{
		mustDo(t, m, "TTL", "k").String(), mustDo(t, m, "SET", "k", "w", "NX").String(), mustDo(t, m, "PTTL", "k").String(),
	}
	if want := []string{"(integer) 0", "(nil)", "(integer) 400"}; !slices.Equal(got, want) {
		t.Errorf("TTL, SET NX, PTTL: %v, want %v", got, want)
	}
}

func TestCorpusD09APlainSetDropsTheTTL(t *testing.T) {
	for option, want := range map[string]int64{"": -1, "KEEPTTL": 200_000} {
		m := newModel()
		mustDo(t, m, "SET", "k", "v", "EX", "300")
		m.wait(100 * time.Second)
		write := []string{"SET", "k", "v2"}
		if option != "" {
			write = append(write, option)
		}
		mustDo(t, m, write...)
		if got := mustDo(t, m, "PTTL", "k").Int; got != want {
			t.Errorf("SET %s leaves a TTL of %d, want %d", option, got, want)
		}
	}
}

// D23: a lock is written once and then ages among the entries, so it is evicted
// long before its TTL, and a rival gets in.
func TestCorpusD23TheLockIsEvicted(t *testing.T) {
	for _, c := range []struct {
		policy             redis.Policy
		ttl                time.Duration // of entries
		evicted, rival     time.Duration // -1: never
		overlap            time.Duration
		refused, lostCause string
	}{
		{redis.AllKeysLRU, 0, 1000 * ms, 1050 * ms, 3950 * ms, "", "evicted"},
		{redis.VolatileTTL, 600 * time.Second, 1 * ms, 50 * ms, 4950 * ms, "", "evicted"},
		// The lock lives; but data takes its place, and then there is none for a lock.
		{redis.NoEviction, 0, -1, -1, 0, redis.ErrOutOfMemory.Error(), ""},
	} {
		t.Run(c.policy.String(), func(t *testing.T) {
			got := playD23(t, c.policy, c.ttl)
			if got.evicted != c.evicted || got.rival != c.rival || got.lost != c.lostCause {
				t.Errorf("evicted at %v, rival in at %v, release lost by %q; want %v, %v, %q",
					got.evicted, got.rival, got.lost, c.evicted, c.rival, c.lostCause)
			}
			overlap := time.Duration(0)
			if got.rival >= 0 {
				overlap = max(5000*ms-got.rival, 0)
			}
			if overlap != c.overlap {
				t.Errorf("two work at once for %v, want %v", overlap, c.overlap)
			}
			if got.refused != c.refused {
				t.Errorf("a write of data: %q, want %q", got.refused, c.refused)
			}
		})
	}
}

// d23 is what happened: when the lock was evicted, when the rival got it, why the
// holder's release found it gone, and what a write of data was answered.
type d23 struct {
	evicted, rival time.Duration
	lost, refused  string
}

func (d *d23) Observe(e *observe.Event) {
	switch {
	case e.Kind == observe.LockDropped && d.evicted < 0 && e.Other == 1:
		d.evicted = e.At
	case e.Kind == observe.LockLost && e.Work == 1 && e.Cause != 0:
		d.lost = e.Cause.String()
	case e.Kind == observe.LockAcquired && e.Work == 2 && d.rival < 0:
		d.rival = e.At
	}
}

// playD23 has the holder (work 1) take the lock at 0 and release it at 5 s. A new
// key comes each millisecond, and the rival (work 2) looks each 100 ms whether
// the lock is there.
func playD23(t *testing.T, p redis.Policy, ttl time.Duration) d23 {
	t.Helper()
	got := d23{evicted: -1, rival: -1}
	s := sim.New(sim.Config{})
	defer s.Close()
	server := redis.NewServer(s, observe.NewRecorder(1, &got), redis.Options{
		Service: workload.Duration{}, Memory: redis.Memory{MaxKeys: 1000, Policy: p, Exact: true},
	})
	at := func(at time.Duration, f func()) { s.Schedule(at, sim.Client, sim.HandlerFunc(f)) }
	data := func(name string) {
		args := []string{"SET", name, "v"}
		if ttl > 0 {
			args = append(args, "PX", fmt.Sprint(ttl.Milliseconds()))
		}
		if r := server.Do(args...); r.Kind == redis.ErrorReply {
			got.refused = r.Text
		}
	}
	for i := range 999 {
		data(fmt.Sprint("old-", i))
	}
	holder, rival := &observe.Work{ID: 1}, &observe.Work{ID: 2}
	take := func(w *observe.Work) {
		r := acquire(fmt.Sprint(w.ID), 30*time.Second)
		r.Work = w
		server.Execute(&r)
	}
	at(0, func() { take(holder) })
	for i := time.Duration(1); i <= 6000; i++ {
		at(i*ms, func() { data(fmt.Sprint("new-", i)) })
	}
	at(5000*ms, func() {
		r := release("1")
		r.Work = holder
		server.Execute(&r)
	})
	for poll := 50 * ms; poll < 6000*ms; poll += 100 * ms {
		at(poll, func() {
			if got.rival < 0 && server.Do("EXISTS", "lock").Int == 0 {
				take(rival)
			}
		})
	}
	if err := s.Run(6000 * ms); err != nil {
		t.Fatal(err)
	}
	return got
}

// Were the rival to poll by SET NX, each refusal would be a use of the lock, as it
// is on the real server, and keep it young.
func TestARefusedSetNXIsAUse(t *testing.T) {
	o := redis.Options{Memory: redis.Memory{MaxKeys: 2, Policy: redis.AllKeysLRU, Exact: true}}
	m := &modelTarget{
		instance: redis.NewInstance(o, sim.NewRand(1, "", "")), start: sim.Epoch,
		sessions: make(map[int]*redis.Session),
	}
	mustDo(t, m, "SET", "lock", "a", "NX")
	mustDo(t, m, "SET", "other", "v")
	mustDo(t, m, "SET", "lock", "b", "NX")
	mustDo(t, m, "SET", "new", "v")
	if got := mustDo(t, m, "EXISTS", "lock").Int + 10*mustDo(t, m, "EXISTS", "other").Int; got != 1 {
		t.Errorf("lock and other: %d, want only the lock", got)
	}
}
