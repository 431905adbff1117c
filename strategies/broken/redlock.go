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
