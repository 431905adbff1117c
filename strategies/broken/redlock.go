package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// uncheckedValidity takes Redlock's locks for as good as the servers granted them,
// however long the asking took.
//
// How it breaks: the client is paused with the last reply under way. When it goes
// on the locks have expired, and another holds them.
//
// Caught by: nothing, as Redlock promises no exclusion to a process that may be
// paused. The scenario corpus/D03a shows it.
//
// Reported in: Kleppmann, How to do distributed locking.
func uncheckedValidity(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	granted := o.Lock.TTL
	o.Lock.TTL = 365 * 24 * time.Hour // what the validity is counted from
	return strategies.Choices{Redlock: true}.New(grantingEnv{env, granted}, load, o)
}

// grantingEnv is an environment whose lock servers grant locks of a TTL of their
// own.
type grantingEnv struct {
	strategies.Env
	ttl time.Duration
}

func (e grantingEnv) LockServers() []strategies.Redis {
	var all []strategies.Redis
	for _, r := range e.Env.LockServers() {
		all = append(all, granting{r, e.ttl})
	}
	return all
}

type granting struct {
	strategies.Redis
	ttl time.Duration
}

func (g granting) SetIfAbsent(ctx context.Context, key, token string, _ time.Duration) (bool, error) {
	return g.Redis.SetIfAbsent(ctx, key, token, g.ttl)
}

// majorityOfTheReachable takes the majority of the servers that this process has a
// connection to for the majority of all.
//
// How it breaks: two processes reach three of the five servers each; two locks of
// three are enough for one, and the other two or three are free for the other.
//
// Caught by: bounded-fall-through: who loads was never granted the lock.
//
// Reported in: SPSCommerce/redlock-py#6.
func majorityOfTheReachable(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	const reached = 3
	all := env.LockServers()
	first := env.Uint64() % uint64(len(all))
	var some []strategies.Redis
	for i := range uint64(reached) {
		some = append(some, all[(first+i)%uint64(len(all))])
	}
	return strategies.Choices{Redlock: true}.New(reachingEnv{env, some}, load, o)
}

// reachingEnv is an environment that reaches some of the lock servers.
type reachingEnv struct {
	strategies.Env
	servers []strategies.Redis
}

func (e reachingEnv) LockServers() []strategies.Redis { return e.servers }
