package live

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stampede/internal/redistest"
	"stampede/model/observe"
)

// A Redlock is taken on servers of its own: it bears the loss of a minority of them,
// and nobody loads without a majority.
func TestARedlockIsOnIndependentServers(t *testing.T) {
	redistest.Start(t) // skips the test where no server is installed
	for _, c := range []struct {
		name string
		down int
		wait string // for a lock that is free in the end, as long as a busy machine takes
	}{{"all up", 0, "wait=5s"}, {"a minority down", 2, "wait=5s"}, {"a majority down", 3, "wait=200ms"}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sc := hotKey(t, c.wait, "server-timeout=2s", "duration=2s", "workers=5")
			config := Config{Scenario: sc, Strategy: presetNamed(t, "redlock"), Seed: 1, Redis: Auto}
			s, err := openServer(t.Context(), config)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.close() }()
			if err := s.startLockServers(t.Context(), config); err != nil {
				t.Fatal(err)
			}
			if len(s.locks) != 5 {
				t.Fatalf("%d servers for the lock", len(s.locks))
			}
			for _, a := range s.locks[:c.down] {
				client := a.newClient(1, nil, nil)
				_ = client.ShutdownNoSave(t.Context()).Err() // it has no time to answer
				_ = client.Close()
			}
			summary := observe.NewSummary(time.Duration(sc.Bucket), 0)
			r, err := newRun(t.Context(), config, s, newPrefix(), []observe.Sink{summary})
			if err != nil {
				t.Fatal(err)
			}
			defer r.close()
			if err := r.play(); err != nil {
				t.Fatal(err)
			}
			x := summary.Result()
			t.Logf("%d reads, %d errors, %d recomputes, %d duplicates", x.Reads, x.Errors, x.Recomputes, x.DuplicateRecomputes)
			if c.down > 2 {
				if x.Recomputes != 0 || x.Errors != x.Reads {
					t.Errorf("without a majority: %d recomputes, %d errors of %d reads", x.Recomputes, x.Errors, x.Reads)
				}
				return
			}
			if x.Recomputes < 2 || x.DuplicateRecomputes != 0 || x.Errors != 0 {
				t.Errorf("%d recomputes, %d duplicates, %d errors", x.Recomputes, x.DuplicateRecomputes, x.Errors)
			}
		})
	}
}

// Someone else's independent servers are named by their URLs: all have the lock, and
// none keeps a key of the run.
func TestARedlockIsOnTheServersThatAreNamed(t *testing.T) {
	t.Parallel()
	var urls []string
	var servers []*redistest.Server
	for range 3 {
		s := redistest.Start(t)
		servers, urls = append(servers, s), append(urls, s.URL())
	}
	sc := hotKey(t, "wait=5s", "server-timeout=2s", "workers=5", "duration=1s")
	info, err := Run(t.Context(), Config{Scenario: sc, Strategy: presetNamed(t, "redlock"), Seed: 1, Redis: strings.Join(urls, ",")})
	if err != nil || !strings.HasSuffix(info.Server.Version, ", 3 independent servers") {
		t.Errorf("%+v, %v", info, err)
	}
	for i, s := range servers {
		c := clientOf(t, s)
		stats, err := c.Info(t.Context(), "commandstats").Result()
		if err != nil || !strings.Contains(stats, "cmdstat_set:") {
			t.Errorf("server %d was not asked for the lock: %v\n%s", i+1, err, stats)
		}
		if n, err := c.DBSize(t.Context()).Result(); n != 0 || err != nil {
			t.Errorf("server %d has %d keys left, %v", i+1, n, err)
		}
	}
}

func TestServersThatMakeNoRedlockAreRefused(t *testing.T) {
	url := func(port int) string { return fmt.Sprintf("redis://127.0.0.1:%d", port) }
	for _, c := range []struct {
		strategy, redis, says string
	}{
		{"lock", url(1) + "," + url(2) + "," + url(3), "3 servers: lock uses one; accepted is one, or a strategy with a Redlock"},
		{"redlock", url(1) + "," + url(2), "2 servers: a majority of them bears no loss; accepted is one, or 3 or more for a Redlock"},
		{"redlock", url(1) + "," + url(2) + "," + url(1), "3 servers: number 3 is there twice; accepted is independent ones"},
		{"redlock", url(1) + ",127.0.0.1:2,127.0.0.1:3", "several addresses in one URL are Sentinels or a cluster"},
	} {
		_, err := Run(t.Context(), Config{Scenario: hotKey(t), Strategy: presetNamed(t, c.strategy), Redis: c.redis})
		if !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s on %s: %v; it does not say %q", c.strategy, c.redis, err, c.says)
		}
	}
}
