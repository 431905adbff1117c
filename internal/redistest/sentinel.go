package redistest

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/internal/proxy"
)

// Sentinels is a primary and a replica, watched by three Sentinels. The replica
// and the Sentinels reach the primary through a proxy: to cut it is to isolate
// the primary, with those who connect to it directly.
type Sentinels struct {
	Primary, Replica *Server
	Proxy            *proxy.Proxy
	Sentinels        []*Server
}

// MasterName is the name by which the Sentinels know the primary.
const MasterName = "primary"

// How fast the Sentinels are. A promotion takes about a second from the cut.
const (
	sentinels = 3
	quorum    = 2
	downAfter = 500 * time.Millisecond
	limit     = 30 * time.Second // for anything to come about; a former primary takes about 10
)

// StartSentinels starts them, until the test ends, and waits until they are ready
// for a failover.
func StartSentinels(t testing.TB, seed uint64) *Sentinels {
	t.Helper()
	// Without the delay a replica's first copy begins at once.
	s := &Sentinels{Primary: Start(t, "--repl-diskless-sync-delay", "0")}
	p, err := proxy.Listen(s.Primary.Addr, seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	s.Proxy = p
	host, port, _ := net.SplitHostPort(p.Addr())
	s.Replica = Start(t, "--replicaof", host, port, "--repl-diskless-sync-delay", "0")
	Eventually(t, "the replica follows the primary", func(ctx context.Context) error {
		return infoHas(ctx, s.Replica, "replication", "master_link_status:up")
	})
	for range sentinels {
		s.Sentinels = append(s.Sentinels, startSentinel(t, host, port))
	}
	for _, sentinel := range s.Sentinels {
		Eventually(t, "the Sentinels know each other and the replica", func(ctx context.Context) error {
			return infoHas(ctx, sentinel, "sentinel", fmt.Sprintf("slaves=1,sentinels=%d", sentinels))
		})
	}
	return s
}

// startSentinel starts a Sentinel, which keeps what it learns in its own
// configuration file.
func startSentinel(t testing.TB, host, port string) *Server {
	return startProgram(t, "redis-sentinel", func(own int, dir string) []string {
		file := filepath.Join(dir, "sentinel.conf")
		text := fmt.Sprintf(`bind 127.0.0.1
port %d
dir %s
sentinel monitor %[3]s %s %s %d
sentinel down-after-milliseconds %[3]s %[7]d
sentinel failover-timeout %[3]s 5000
`, own, dir, MasterName, host, port, quorum, downAfter.Milliseconds())
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{file}
	})
}

// AwaitPromotion waits until the replica is a primary, and a majority of the
// Sentinels say so.
func (s *Sentinels) AwaitPromotion(t testing.TB) {
	t.Helper()
	Eventually(t, "the replica is promoted", func(ctx context.Context) error {
		return infoHas(ctx, s.Replica, "replication", "role:master")
	})
	Eventually(t, "the Sentinels agree", func(ctx context.Context) error {
		agree := 0
		for _, sentinel := range s.Sentinels {
			if infoHas(ctx, sentinel, "sentinel", "address="+s.Replica.Addr) == nil {
				agree++
			}
		}
		if agree < quorum {
			return fmt.Errorf("%d of %d do", agree, sentinels)
		}
		return nil
	})
}

// infoHas returns an error unless a section of a server's INFO contains a text.
func infoHas(ctx context.Context, s *Server, section, want string) error {
	c := s.Client()
	defer func() { _ = c.Close() }()
	text, err := c.Info(ctx, section).Result()
	if err == nil && !strings.Contains(text, want) {
		err = fmt.Errorf("%s is not in INFO %s of %s:\n%s", want, section, s.Addr, text)
	}
	return err
}

// Client returns a client of this very server, which tries once.
func (s *Server) Client() *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr: s.Addr, MaxRetries: -1, DialerRetries: 1, ContextTimeoutEnabled: true,
		DialTimeout: time.Second, ReadTimeout: 5 * time.Second, DisableIdentity: true,
	})
}

// Eventually waits until a condition holds, and fails the test if it does not in
// time.
func Eventually(t testing.TB, what string, holds func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for {
		err := holds(ctx)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("waited %v until %s: %v", limit, what, err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
