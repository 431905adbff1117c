package goredis_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/strategies"
	"stampede/strategies/goredis"
	"stampede/strategies/script"
)

const (
	key  = "product:1"
	long = time.Minute
)

var lock = strategies.LockKey(key)

// do fails the test on an error.
type do struct{ *testing.T }

func (t do) bool(got bool, err error) bool {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func (t do) ok(err error) { t.bool(true, err) }

// expect reads a key as Redis has it; "" if it does not exist.
func (t do) expect(c redis.UniversalClient, key, want string) {
	t.Helper()
	got, err := c.Get(t.Context(), key).Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%s holds %q, want %q", key, got, want)
	}
}

func TestOperationsDoWhatTheirNamesSay(t *testing.T) {
	operations := []struct {
		name string
		test func(do, redis.UniversalClient, strategies.Redis)
	}{
		{"get finds what set wrote, and else nothing", func(t do, _ redis.UniversalClient, r strategies.Redis) {
			if b, found, err := r.Get(t.Context(), key); found || b != nil || err != nil {
				t.Errorf("before: %q, %v, %v", b, found, err)
			}
			t.ok(r.Set(t.Context(), key, []byte("a\x00b"), long))
			b, found, err := r.Get(t.Context(), key)
			if !t.bool(found, err) || string(b) != "a\x00b" {
				t.Errorf("after: %q, %v", b, found)
			}
		}},
		{"get finds an empty value", func(t do, _ redis.UniversalClient, r strategies.Redis) {
			t.ok(r.Set(t.Context(), key, nil, long))
			if b, found, err := r.Get(t.Context(), key); !t.bool(found, err) || len(b) != 0 {
				t.Errorf("%q, %v", b, found)
			}
		}},
		{"get with TTL tells what is left", func(t do, c redis.UniversalClient, r strategies.Redis) {
			if b, ttl, found, err := r.GetWithTTL(t.Context(), key); found || b != nil || ttl != 0 || err != nil {
				t.Errorf("before: %q, %v, %v, %v", b, ttl, found, err)
			}
			t.ok(r.Set(t.Context(), key, []byte("a"), long))
			b, ttl, found, err := r.GetWithTTL(t.Context(), key)
			if !t.bool(found, err) || string(b) != "a" || ttl <= 0 || ttl > long || ttl%time.Millisecond != 0 {
				t.Errorf("after: %q, %v, %v", b, ttl, found)
			}
			t.ok(c.Set(t.Context(), key, "for ever", 0).Err())
			if _, ttl, _, err := r.GetWithTTL(t.Context(), key); err != nil || ttl != -1 {
				t.Errorf("for ever: %v, %v", ttl, err)
			}
		}},
		{"get with TTL is one round trip", func(t do, c redis.UniversalClient, r strategies.Redis) {
			t.ok(r.Set(t.Context(), key, []byte("a"), long))
			trips := new(roundTrips)
			c.AddHook(trips)
			if _, _, _, err := r.GetWithTTL(t.Context(), key); err != nil || trips.single != 0 || trips.batches != 1 {
				t.Errorf("%d commands and %d batches: %v", trips.single, trips.batches, err)
			}
		}},
		{"an entry dies with its TTL", func(t do, _ redis.UniversalClient, r strategies.Redis) {
			t.ok(r.Set(t.Context(), key, []byte("a"), 20*time.Millisecond))
			eventually(t.T, "the entry is gone", func(ctx context.Context) bool {
				_, found, err := r.Get(ctx, key)
				return !t.bool(found, err)
			})
		}},
		{"set replaces the value and its TTL", func(t do, c redis.UniversalClient, r strategies.Redis) {
			t.ok(r.Set(t.Context(), key, []byte("a"), long))
			t.ok(r.Set(t.Context(), key, []byte("b"), 2*long))
			t.expect(c, key, "b")
			if ttl := c.PTTL(t.Context(), key).Val(); ttl <= long {
				t.Errorf("the TTL is %v", ttl)
			}
		}},
		{"set if absent writes once", func(t do, c redis.UniversalClient, r strategies.Redis) {
			if !t.bool(r.SetIfAbsent(t.Context(), lock, "a", long)) || t.bool(r.SetIfAbsent(t.Context(), lock, "b", 2*long)) {
				t.Error("want the first, and not the second")
			}
			t.expect(c, lock, "a")
			if ttl := c.PTTL(t.Context(), lock).Val(); ttl <= 0 || ttl > long {
				t.Errorf("the TTL is %v", ttl)
			}
		}},
		{"delete tells whether there was something", func(t do, _ redis.UniversalClient, r strategies.Redis) {
			t.ok(r.Set(t.Context(), key, []byte("a"), long))
			if !t.bool(r.Delete(t.Context(), key)) || t.bool(r.Delete(t.Context(), key)) {
				t.Error("want once only")
			}
		}},
		{"compare and delete deletes no other's lock", func(t do, c redis.UniversalClient, r strategies.Redis) {
			if t.bool(r.CompareAndDelete(t.Context(), lock, "a", "")) {
				t.Error("there was none")
			}
			t.bool(r.SetIfAbsent(t.Context(), lock, "a", long))
			if t.bool(r.CompareAndDelete(t.Context(), lock, "b", "")) {
				t.Error("it was a's")
			}
			t.expect(c, lock, "a")
			if !t.bool(r.CompareAndDelete(t.Context(), lock, "a", "")) {
				t.Error("it was not deleted")
			}
			t.expect(c, lock, "")
		}},
		{"publish and release does both or neither", func(t do, c redis.UniversalClient, r strategies.Redis) {
			if t.bool(r.PublishAndRelease(t.Context(), key, []byte("v"), long, lock, "a", "")) {
				t.Error("there was no lock")
			}
			t.bool(r.SetIfAbsent(t.Context(), lock, "b", long))
			if t.bool(r.PublishAndRelease(t.Context(), key, []byte("v"), long, lock, "a", "")) {
				t.Error("the lock was b's")
			}
			t.expect(c, key, "")
			t.expect(c, lock, "b")
			if !t.bool(r.PublishAndRelease(t.Context(), key, []byte("v"), long, lock, "b", "")) {
				t.Error("it did not")
			}
			t.expect(c, key, "v")
			t.expect(c, lock, "")
			if ttl := c.PTTL(t.Context(), key).Val(); ttl <= 0 || ttl > long {
				t.Errorf("the TTL is %v", ttl)
			}
		}},
		{"a server that forgot the scripts learns them again", func(t do, c redis.UniversalClient, r strategies.Redis) {
			for range 2 {
				t.ok(c.ScriptFlush(t.Context()).Err())
				t.bool(r.SetIfAbsent(t.Context(), lock, "a", long))
				if !t.bool(r.CompareAndDelete(t.Context(), lock, "a", "")) {
					t.Error("not deleted")
				}
				t.bool(r.SetIfAbsent(t.Context(), lock, "a", long))
				if !t.bool(r.PublishAndRelease(t.Context(), key, nil, long, lock, "a", "")) {
					t.Error("not published")
				}
			}
		}},
		{"scripts are known by their hashes", func(t do, c redis.UniversalClient, _ strategies.Redis) {
			for _, s := range script.All() {
				if hash, err := c.ScriptLoad(t.Context(), s.Text).Result(); err != nil || hash != s.Hash {
					t.Errorf("%s: the server says %s, %v", s.Name, hash, err)
				}
			}
		}},
		{"a TTL that is not positive is refused", func(t do, c redis.UniversalClient, r strategies.Redis) {
			for _, ttl := range []time.Duration{0, -2, -time.Second} {
				_, absent := r.SetIfAbsent(t.Context(), lock, "a", ttl)
				_, released := r.PublishAndRelease(t.Context(), key, nil, ttl, lock, "a", "")
				for _, err := range []error{r.Set(t.Context(), key, nil, ttl), absent, released} {
					if !errors.Is(err, goredis.ErrTTL) {
						t.Errorf("%v: %v", ttl, err)
					}
				}
			}
			t.expect(c, lock, "")
		}},
		{"a context that is done is heeded", func(t do, c redis.UniversalClient, r strategies.Redis) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if err := r.Set(ctx, key, []byte("a"), long); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if _, _, _, err := r.GetWithTTL(ctx, key); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			t.expect(c, key, "")
		}},
		{"a value of another type is an error, not an absence", func(t do, c redis.UniversalClient, r strategies.Redis) {
			t.ok(c.LPush(t.Context(), key, "a").Err())
			if _, found, err := r.Get(t.Context(), key); found || err == nil {
				t.Error("Get:", found, err)
			}
			if _, _, found, err := r.GetWithTTL(t.Context(), key); found || err == nil {
				t.Error("GetWithTTL:", found, err)
			}
		}},
	}
	onEachServer(t, func(t *testing.T, c redis.UniversalClient) {
		for _, o := range operations {
			t.Run(o.name, func(t *testing.T) {
				if err := c.Del(t.Context(), key).Err(); err != nil {
					t.Fatal(err)
				}
				if err := c.Del(t.Context(), lock).Err(); err != nil {
					t.Fatal(err)
				}
				o.test(do{t}, c, goredis.NewEnv(c).Redis())
			})
		}
	})
}

// A TTL is sent as the whole milliseconds that it takes, never as 0.
func TestTTLsAreRoundedUp(t *testing.T) {
	ttls := []struct {
		ttl  time.Duration
		want int64 // ms
	}{
		{1, 1},
		{time.Millisecond, 1},
		{time.Millisecond + 1, 2},
		{1999999 * time.Nanosecond, 2},
		{999*time.Millisecond + time.Microsecond, 1000},
		{time.Second, 1000},
		{time.Second + 1, 1001},
		{time.Minute, 60000},
	}
	c := redis.NewClient(&redis.Options{})
	defer c.Close()
	sent := new(sentTTL)
	c.AddHook(sent)
	r := goredis.NewEnv(c).Redis()
	for _, x := range ttls {
		_ = r.Set(t.Context(), key, nil, x.ttl)
		if sent.ms != x.want {
			t.Errorf("Set: %v is sent as %d ms, want %d", x.ttl, sent.ms, x.want)
		}
		_, _ = r.SetIfAbsent(t.Context(), lock, "a", x.ttl)
		if sent.ms != x.want {
			t.Errorf("SetIfAbsent: %v is sent as %d ms, want %d", x.ttl, sent.ms, x.want)
		}
		_, _ = r.PublishAndRelease(t.Context(), key, nil, x.ttl, lock, "a", "")
		if sent.ms != x.want {
			t.Errorf("PublishAndRelease: %v is sent as %d ms, want %d", x.ttl, sent.ms, x.want)
		}
	}
}
