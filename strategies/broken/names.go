package broken

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"stampede/strategies"
)

// renamed is a Redis in which locks and leases have other names.
type renamed struct {
	strategies.Redis
	name func(string) string
}

func (r renamed) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	return r.Redis.SetIfAbsent(ctx, r.name(key), token, ttl)
}

func (r renamed) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	return r.Redis.CompareAndDelete(ctx, r.name(key), token, channel)
}

func (r renamed) PublishAndRelease(ctx context.Context, key string, value []byte, ttl time.Duration, lock, token, channel string) (bool, error) {
	return r.Redis.PublishAndRelease(ctx, key, value, ttl, r.name(lock), token, channel)
}

func (r renamed) PublishLeased(ctx context.Context, key string, value []byte, ttl time.Duration, lease, token string, left time.Duration) (bool, error) {
	return r.Redis.PublishLeased(ctx, key, value, ttl, r.name(lease), token, left)
}

// fixedName has one lock for all keys.
//
// How it breaks: readers of unrelated keys wait for each other, while the origin
// is idle.
//
// Caught by: reads-end.
//
// Reported in: DuendeArchive/Support#659.
func fixedName(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return renamed{r, func(string) string { return "lock" }}
}

// stripes is how many locks all keys share.
const stripes = 25

// striped has a few locks for all keys.
//
// How it breaks: a load that reads another key takes a second lock while it holds
// one; two of them do so in opposite order, and wait for each other.
//
// Caught by: acyclic.
//
// Reported in: symfony/symfony#41130.
func striped(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return renamed{r, func(lock string) string {
		h := fnv.New32a()
		_, _ = h.Write([]byte(lock))
		return fmt.Sprintf("lock-%d", h.Sum32()%stripes)
	}}
}

// otherSlot names the lock without a hash tag.
//
// How it breaks: on a cluster the script that touches the value and the lock
// fails with CROSSSLOT.
//
// Caught by: no-cross-slot.
//
// Reported in: jefferyjob/go-redislock#44.
func otherSlot(_ strategies.Env, r strategies.Redis) strategies.Redis {
	return renamed{r, func(lock string) string { return strings.NewReplacer("{", "", "}", "").Replace(lock) }}
}
