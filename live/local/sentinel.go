package local

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stampede/internal/proxy"
)

// Sentinels is a primary and a replica, watched by three Sentinels. The replica
// and the Sentinels reach the primary through a proxy: to cut it is to isolate
// the primary, with those who connect to it directly.
type Sentinels struct {
	Primary, Replica *Server
	Proxy            *proxy.Proxy
	Sentinels        []*Server
	set              *set
}

// masterName is the name by which the Sentinels know the primary.
const masterName = "primary"

// How fast the Sentinels are. A promotion takes about a second from the cut.
const (
	sentinels = 3
	quorum    = 2
	downAfter = 500 * time.Millisecond
)

// StartSentinels starts them and waits until they are ready for a failover. The
// seed is the proxy's.
func StartSentinels(ctx context.Context, seed uint64) (*Sentinels, error) {
	set, err := newSet()
	if err != nil {
		return nil, err
	}
	s := &Sentinels{set: set}
	if err := s.start(ctx, seed); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Sentinels) start(ctx context.Context, seed uint64) (err error) {
	if s.Primary, err = s.set.server(ctx); err != nil {
		return err
	}
	if s.Proxy, err = proxy.Listen(s.Primary.Addr, seed); err != nil {
		return err
	}
	host, port, _ := net.SplitHostPort(s.Proxy.Addr())
	if s.Replica, err = s.set.server(ctx, "--replicaof", host, port); err != nil {
		return err
	}
	err = await(ctx, "the replica follows the primary", func(ctx context.Context) error {
		return s.Replica.infoHas(ctx, "replication", "master_link_status:up")
	})
	for range sentinels {
		if err != nil {
			return err
		}
		var sentinel *Server
		sentinel, err = s.set.sentinel(ctx, host, port)
		s.Sentinels = append(s.Sentinels, sentinel)
	}
	for _, sentinel := range s.Sentinels {
		if err == nil {
			err = await(ctx, "the Sentinels know each other and the replica", func(ctx context.Context) error {
				return sentinel.infoHas(ctx, "sentinel", fmt.Sprintf("slaves=1,sentinels=%d", sentinels))
			})
		}
	}
	return err
}

// sentinel starts a Sentinel, which keeps what it learns in its own
// configuration file.
func (s *set) sentinel(ctx context.Context, host, port string) (*Server, error) {
	return s.start(ctx, "redis-sentinel", func(own int, dir string) ([]string, error) {
		file := filepath.Join(dir, "sentinel.conf")
		text := fmt.Sprintf(`bind 127.0.0.1
port %d
dir %s
sentinel monitor %[3]s %s %s %d
sentinel down-after-milliseconds %[3]s %[7]d
sentinel failover-timeout %[3]s 5000
`, own, dir, masterName, host, port, quorum, downAfter.Milliseconds())
		return []string{file}, os.WriteFile(file, []byte(text), 0o600)
	})
}

// URL returns the URL of the set.
func (s *Sentinels) URL() string {
	return "redis+sentinel://" + addresses(s.Sentinels) + "/" + masterName
}

func addresses(servers []*Server) string {
	var all []string
	for _, s := range servers {
		all = append(all, s.Addr)
	}
	return strings.Join(all, ",")
}

// Failover has the Sentinels promote the replica, although the primary is well.
// (SENTINEL FAILOVER)
func (s *Sentinels) Failover(ctx context.Context) error {
	_, err := s.Sentinels[0].Do(ctx, "SENTINEL", "FAILOVER", masterName)
	return err
}

// AwaitPromotion waits until the replica is a primary, and a majority of the
// Sentinels say so.
func (s *Sentinels) AwaitPromotion(ctx context.Context) error {
	err := await(ctx, "the replica is promoted", func(ctx context.Context) error {
		return s.Replica.infoHas(ctx, "replication", "role:master")
	})
	if err != nil {
		return err
	}
	return await(ctx, "the Sentinels agree", func(ctx context.Context) error {
		agree := 0
		for _, sentinel := range s.Sentinels {
			if sentinel.infoHas(ctx, "sentinel", "address="+s.Replica.Addr) == nil {
				agree++
			}
		}
		if agree < quorum {
			return fmt.Errorf("%d of %d do", agree, sentinels)
		}
		return nil
	})
}

// Close ends them all and removes their directories.
func (s *Sentinels) Close() error {
	if s.Proxy != nil {
		s.Proxy.Close()
	}
	return s.set.close()
}
