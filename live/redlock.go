package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stampede/model/scenario"
	"stampede/strategies"
)

// startLockServers starts the independent servers for a Redlock, where the run has
// started the server for the entries too.
func (s *server) startLockServers(ctx context.Context, c Config) error {
	if !c.Strategy.Choices.Redlock || c.Redis != Miniredis && s.own == nil {
		return nil
	}
	one := Config{Redis: Auto, Seed: c.Seed}
	if c.Redis == Miniredis {
		one.Redis = Miniredis
	}
	for range scenario.RedlockServers {
		l, err := openServer(ctx, one)
		if err != nil {
			return err
		}
		s.locks = append(s.locks, l.address)
		s.started += l.started
		stop := s.stop
		s.stop = func() error { return errors.Join(l.close(), stop()) }
	}
	return nil
}

// redlock returns the servers for a Redlock, observed. At someone else's address
// there is one server only, which a name for each stands for: what is asked is right
// then, and the independence is not there.
func (p *process) redlock() (all []strategies.Redis) {
	if p.lockRaw == nil {
		for i := range scenario.RedlockServers {
			all = append(all, &lockServer{&p.client, lockServerName(i)})
		}
		return all
	}
	for i, r := range p.Env.LockServers() {
		all = append(all, &lockServer{&client{
			Redis: r, raw: p.lockRaw[i], recorder: p.recorder,
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
