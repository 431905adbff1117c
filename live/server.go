package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"

	"stampede/live/local"
	"stampede/model/observe"
)

// server is the Redis that a run is on.
type server struct {
	*address
	about   observe.Server
	own     *own                  // what this run started; nil if someone else did
	beside  []*server             // further ones for a Redlock
	control redis.UniversalClient // for what is not the strategy's traffic
	stop    func() error
	started int // servers that this run has started
}

// silence stops the client library, which writes to the standard error what it
// returns as errors too.
var silence = sync.OnceFunc(logging.Disable)

// openServer starts servers, or finds the given one.
func openServer(ctx context.Context, c Config) (*server, error) {
	silence()
	switch c.Redis {
	case Miniredis:
		return startMiniredis()
	case Auto, AutoSentinel, AutoCluster:
		return startOwn(ctx, c)
	}
	if err := checkServers(c); err != nil {
		return nil, err
	}
	a, err := parseAddress(splitServers(c.Redis)[0])
	if err == nil && !c.AllowRemote {
		err = a.checkLocal(ctx)
	}
	if err != nil {
		return nil, err
	}
	return openAddress(ctx, a, nil)
}

// openAddress finds the server at an address.
func openAddress(ctx context.Context, a *address, o *own) (*server, error) {
	s := newServer(a, o, noStop)
	if err := s.ping(ctx); err != nil {
		_ = s.close()
		hint := ""
		if errors.Is(err, io.EOF) && !a.encrypted() {
			hint = "; rediss:// is for a server that takes encrypted connections only"
		}
		return nil, &failure{ErrUnavailable, fmt.Sprintf("%s: %v%s; %s", a.shown, err, hint, accepted)}
	}
	s.about = s.ask(ctx)
	return s, nil
}

// noStop stops nothing.
func noStop() error { return nil }

func newServer(a *address, o *own, stop func() error) *server {
	return &server{address: a, own: o, control: a.newClient(controlConnections, nil, nil), stop: stop}
}

// controlConnections are enough to look at a server while a run is on.
const controlConnections = 2

// close ends the server if this run started it.
func (s *server) close() error {
	_ = s.control.Close()
	return s.stop()
}

// ping asks the server whether it is there.
func (s *server) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	return s.control.Ping(ctx).Err()
}

// onEach does something on each server that holds keys.
func onEach(ctx context.Context, c redis.UniversalClient, do func(context.Context, *redis.Client) error) error {
	if cluster, ok := c.(*redis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, do)
	}
	return do(ctx, c.(*redis.Client))
}

// onAll does it on those of each server of the run, of which a Redlock has several.
func (s *server) onAll(ctx context.Context, do func(context.Context, *redis.Client) error) error {
	errs := []error{onEach(ctx, s.control, do)}
	for _, b := range s.beside {
		errs = append(errs, onEach(ctx, b.control, do))
	}
	return first(errs)
}

// info reads a section of what the servers that hold keys tell of themselves, one
// server after the other.
func (s *server) info(ctx context.Context, section string, fact func(name, value string)) error {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	var mu sync.Mutex // a cluster's nodes are asked at one time
	return onEach(ctx, s.control, func(ctx context.Context, c *redis.Client) error {
		facts, err := factsOf(ctx, c, section)
		mu.Lock()
		defer mu.Unlock()
		for name, value := range facts {
			fact(name, value)
		}
		return err
	})
}

// startOwn starts what an automatic address names.
func startOwn(ctx context.Context, c Config) (*server, error) {
	o, err := newOwn(ctx, c.Redis, c.Seed)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		text := fmt.Sprintf("%s: %v", c.Redis, err)
		if errors.Is(err, local.ErrNotInstalled) {
			text += "; " + accepted
		}
		return nil, &failure{ErrUnavailable, text}
	}
	a, err := parseAddress(o.url())
	if err != nil {
		panic("live: startOwn: " + err.Error())
	}
	a.shown = c.Redis
	s, err := openAddress(ctx, a, o)
	if err != nil {
		return nil, errors.Join(err, o.close())
	}
	s.stop, s.started = o.close, o.servers()
	return s, nil
}
