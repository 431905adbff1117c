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
func striped(_ strategies.Env, r strategies.Redis) strategies.Redis { return renamed{r, stripe} }

func stripe(lock string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(lock))
	return fmt.Sprintf("lock-%d", h.Sum32()%stripes)
}

// stripedServers has a few locks for all keys on each of the servers of a Redlock.
//
// How it breaks: as on one server.
//
// Caught by: acyclic.
//
// Reported in: elastic/elasticsearch#14090, of the locks of a cache in memory.
type stripedServers struct{ strategies.Env }

func newStripedServers(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return strategies.Choices{Redlock: true}.New(stripedServers{env}, load, o)
}

// LockServers is wrong: a lock is not its key's alone.
func (e stripedServers) LockServers() []strategies.Redis {
	var all []strategies.Redis
	for _, r := range e.Env.LockServers() {
		all = append(all, renamed{r, stripe})
	}
	return all
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
