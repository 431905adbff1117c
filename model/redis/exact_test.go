package redis_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stampede/model/redis"
	"stampede/sim"
)

// reference is an exact policy written down as plainly as can be: sort, and take
// the first.
type reference struct {
	policy  redis.Policy
	entries []*used
	clock   int
}

type used struct {
	key         string
	last, count int
	deadline    int // 0 is never
}

func (r *reference) find(key string) *used {
	for _, u := range r.entries {
		if u.key == key {
			return u
		}
	}
	return nil
}

// use notes a use of a key, and put a write of it, which evicts when there are more
// than four.
func (r *reference) use(key string) {
	r.clock++
	if u := r.find(key); u != nil {
		u.last = r.clock
		u.count++
	}
}

func (r *reference) put(key string, deadline int) {
	r.use(key)
	if u := r.find(key); u != nil {
		u.deadline = deadline
		return
	}
	if len(r.entries) == 4 {
		first := slices.MinFunc(r.entries, func(a, b *used) int {
			switch r.policy {
			case redis.AllKeysLFU:
				return cmp.Or(cmp.Compare(a.count, b.count), cmp.Compare(a.last, b.last))
			case redis.VolatileTTL:
				return cmp.Or(cmp.Compare(a.deadline, b.deadline), cmp.Compare(a.last, b.last))
			}
			return cmp.Compare(a.last, b.last)
		})
		r.entries = slices.DeleteFunc(r.entries, func(u *used) bool { return u == first })
	}
	r.entries = append(r.entries, &used{key, r.clock, 1, deadline})
}

func TestExactEvictionIsExact(t *testing.T) {
	checks(t, 300)
	for _, p := range []redis.Policy{redis.AllKeysLRU, redis.AllKeysLFU, redis.VolatileTTL} {
		t.Run(p.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				o := redis.Options{Memory: redis.Memory{MaxKeys: 4, Policy: p, Exact: true}}
				m := &modelTarget{
					instance: redis.NewInstance(o, sim.NewRand(1, "", "")), start: sim.Epoch,
					sessions: make(map[int]*redis.Session),
				}
				r := &reference{policy: p}
				keys := rapid.SliceOfN(rapid.IntRange(0, 15), 1, 60).Draw(t, "keys")
				for i, k := range keys {
					key, ttl := fmt.Sprint("k", k%8), 1000+(i*37)%101
					if p == redis.VolatileTTL {
						key = fmt.Sprint("k", k) // a new deadline for an old key is another matter
						if r.find(key) != nil {
							continue
						}
					}
					if k < 8 && p != redis.VolatileTTL {
						mustRun(t, m, "GET", key)
						r.use(key)
						continue
					}
					mustRun(t, m, "SET", key, "v", "EX", fmt.Sprint(ttl))
					r.put(key, ttl)
				}
				for k := range 16 {
					key := fmt.Sprint("k", k)
					if got, want := mustRun(t, m, "EXISTS", key).Int == 1, r.find(key) != nil; got != want {
						t.Fatalf("%s is there: %v, want %v", key, got, want)
					}
				}
			})
		})
	}
}

func mustRun(t *rapid.T, m *modelTarget, args ...string) redis.Reply {
	r, err := m.do(1, args...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The sampled policies give up what their exact kind would rather keep only now
// and then.
func TestSamplingMostlyEvictsTheIdle(t *testing.T) {
	for _, p := range []redis.Policy{redis.AllKeysLRU, redis.VolatileLRU, redis.AllKeysLFU, redis.VolatileLFU, redis.VolatileTTL} {
		o := redis.Options{Memory: redis.Memory{MaxKeys: 1000, Policy: p}}
		m := &modelTarget{
			instance: redis.NewInstance(o, sim.NewRand(1, "", "")), start: sim.Epoch,
			sessions: make(map[int]*redis.Session),
		}
		for i := range 1000 {
			ttl := "10000"
			if i < 500 {
				ttl = "1000"
			}
			mustDo(t, m, "SET", fmt.Sprint(i), "v", "EX", ttl)
		}
		m.wait(10 * time.Second)
		for range 20 {
			for i := 500; i < 1000; i++ {
				mustDo(t, m, "GET", fmt.Sprint(i))
			}
		}
		for i := range 250 { // half of the idle ones must go
			mustDo(t, m, "SET", fmt.Sprint("new", i), "v", "EX", "10000")
		}
		kept := 0
		for i := 500; i < 1000; i++ {
			kept += int(mustDo(t, m, "EXISTS", fmt.Sprint(i)).Int)
		}
		if kept < 490 {
			t.Errorf("%v: of 500 entries in use it kept %d", p, kept)
		}
	}
}
