package goredis_test

import (
	"context"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"stampede/internal/redistest"
	"stampede/strategies/goredis"
)

// onEachServer runs a test on miniredis, on a real server and on a cluster. The
// keys of a test do not exist at its start.
func onEachServer(t *testing.T, test func(*testing.T, redis.UniversalClient)) {
	t.Run("miniredis", func(t *testing.T) {
		t.Parallel()
		m := miniredis.RunT(t)
		m.ClockTTL(true)
		test(t, connect(t, "redis://"+m.Addr()))
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		test(t, connect(t, redistest.Start(t).URL()))
	})
	t.Run("cluster", func(t *testing.T) {
		t.Parallel()
		test(t, connectCluster(t, redistest.StartCluster(t, 1, 0).Nodes[0]))
	})
}

func connect(t *testing.T, url string) *redis.Client {
	t.Helper()
	o, err := goredis.Options(url)
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func connectCluster(t *testing.T, s *redistest.Server) redis.UniversalClient {
	t.Helper()
	o := connect(t, s.URL()).Options()
	c := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: []string{s.Addr}, MaxRetries: o.MaxRetries, MaxRedirects: -1,
		ContextTimeoutEnabled: true, DialerRetries: o.DialerRetries,
		MaintNotificationsConfig: o.MaintNotificationsConfig,
	})
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func eventually(t *testing.T, what string, holds func(context.Context) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for !holds(ctx) {
		if ctx.Err() != nil {
			t.Fatalf("not in 10 s: %s", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}
