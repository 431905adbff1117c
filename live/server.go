package live

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// server is the Redis that a run is on.
type server struct {
	name    string // as it may be shown: without a password
	version string // as in "redis 7.0.15"
	options *redis.Options
	control *redis.Client // for what is not the strategy's traffic
	stop    func()
}

// silence stops the client library, which writes to the standard error what it
// returns as errors too.
var silence = sync.OnceFunc(logging.Disable)

// openServer starts the embedded server, or finds the given one.
func openServer(ctx context.Context, c Config) (*server, error) {
	silence()
	if c.Redis == Miniredis {
		return startMiniredis()
	}
	o, shown, err := parseAddress(ctx, c.Redis, c.AllowRemote)
	if err != nil {
		return nil, err
	}
	s := newServer(shown, o, func() {})
	if err := s.ping(ctx); err != nil {
		s.close()
		return nil, &failure{ErrUnavailable, fmt.Sprintf("%s: %v; %s", shown, err, accepted)}
	}
	s.version = s.askVersion(ctx)
	return s, nil
}

func newServer(name string, o *redis.Options, stop func()) *server {
	o.DialTimeout = answerLimit
	s := &server{name: name, options: o, stop: stop}
	s.control = s.newClient(1)
	return s
}

func (s *server) close() {
	_ = s.control.Close()
	s.stop()
}

// newClient returns a client with a pool of its own.
func (s *server) newClient(connections int) *redis.Client {
	o := *s.options
	o.PoolSize = connections
	o.PipelinePoolSize = -1 // MULTI … EXEC takes a connection of the same pool
	return redis.NewClient(&o)
}

// ping asks the server whether it is there.
func (s *server) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	return s.control.Ping(ctx).Err()
}

// askVersion returns the server's name and version. One that does not tell, by
// its rights or by its kind, is just redis.
func (s *server) askVersion(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	for line := range strings.Lines(s.control.Info(ctx, "server").Val()) {
		if version, ok := strings.CutPrefix(strings.TrimSpace(line), "redis_version:"); ok {
			return "redis " + version
		}
	}
	return "redis"
}
