package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stampede/model/scenario"
	"stampede/strategies"
)

// startLockServers opens the independent servers for a Redlock: those of which
// Config.Redis names several, or else as many as usual, where the run has started the
// server for the entries too.
func (s *server) startLockServers(ctx context.Context, c Config) error {
	named := splitServers(c.Redis)
	switch {
	case len(named) > 1:
		s.locks = append(s.locks, s.address) // which has the entries, too
		s.about.Version += fmt.Sprintf(", %d independent servers", len(named))
		named = named[1:]
	case !c.Strategy.Choices.Redlock || c.Redis != Miniredis && s.own == nil:
		return nil
	case c.Redis == Miniredis:
		named = slices.Repeat([]string{Miniredis}, scenario.RedlockServers)
	default:
		named = slices.Repeat([]string{Auto}, scenario.RedlockServers)
	}
	for _, name := range named {
		one := c
		one.Redis = name
		l, err := openServer(ctx, one)
		if err != nil {
			return err
		}
		s.locks = append(s.locks, l.address)
		s.beside = append(s.beside, l)
		s.started += l.started
		stop := s.stop
		s.stop = func() error { return errors.Join(l.close(), stop()) }
	}
	return nil
}

// redlockLeast is the fewest servers of which a majority bears the loss of one.
const redlockLeast = 3

// splitServers returns the servers that are named, by their URLs if they are several.
// The further hosts of one URL have no scheme.
func splitServers(text string) (all []string) {
	for part := range strings.SplitSeq(text, ",") {
		if n := len(all); n > 0 && !strings.Contains(part, "://") {
			all[n-1] += "," + part
			continue
		}
		all = append(all, part)
	}
	return all
}

// checkServers refuses several servers that make no Redlock.
func checkServers(c Config) error {
	named := splitServers(c.Redis)
	refuse := func(what, accepted string) error {
		return &failure{ErrServer, fmt.Sprintf("%d servers: %s; accepted is %s", len(named), what, accepted)}
	}
	switch {
	case len(named) == 1:
		return nil
	case !c.Strategy.Choices.Redlock:
		return refuse(c.Strategy.Name+" uses one", "one, or a strategy with a Redlock")
	case len(named) < redlockLeast:
		return refuse("a majority of them bears no loss", fmt.Sprintf("one, or %d or more for a Redlock", redlockLeast))
	}
	for i, name := range named {
		if slices.Contains(named[:i], name) {
			return refuse(fmt.Sprintf("number %d is there twice", i+1), "independent ones")
		}
	}
	return nil
}

// LockServers returns how many servers a Redlock is taken on, if Config.Redis is as
// given.
func LockServers(redis string) int {
	if n := len(splitServers(redis)); n > 1 {
		return n
	}
	return scenario.RedlockServers
}

// redlock returns the servers for a Redlock, observed. Where one server of someone
// else's is named, a name on it stands for each: what is asked is right then, and the
// independence is not there.
func (p *process) redlock() (all []strategies.Redis) {
	if p.lockRaw == nil {
		for i := range scenario.RedlockServers {
			all = append(all, &lockServer{&p.client, lockServerName(i)})
		}
		return all
	}
	for i, r := range p.Env.LockServers() {
		all = append(all, &lockServer{&client{
			Redis: r, raw: p.lockRaw[i], recorder: p.recorder, monitored: p.Monitored,
			failed: func(error) {}, // a Redlock bears the loss of a minority
		}, lockServerName(i)})
	}
	return all
}

// LockServers are the servers for a Redlock, or what stands for them.
func (p *process) LockServers() []strategies.Redis { return p.locks }

// lockServer is one of the servers for a Redlock. Its locks have its name at the end:
// they are others than those of the same key on the other servers.
type lockServer struct {
	*client
	name string
}

func lockServerName(i int) string { return fmt.Sprintf("@%d", i+1) }

func (s *lockServer) SetIfAbsent(ctx context.Context, key, token string, ttl time.Duration) (bool, error) {
	return s.client.SetIfAbsent(ctx, key+s.name, token, ttl)
}

func (s *lockServer) CompareAndDelete(ctx context.Context, key, token, channel string) (bool, error) {
	return s.client.CompareAndDelete(ctx, key+s.name, token, channel)
}
