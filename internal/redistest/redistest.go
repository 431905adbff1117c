// Package redistest starts real Redis servers for a test, and skips the test
// where there is none: one, a primary with Sentinels, or a cluster.
package redistest

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"stampede/live/local"
)

// Require, set in the environment, makes a test fail that would otherwise be
// skipped because there is no redis-server.
const Require = "STAMPEDE_REQUIRE_REDIS"

// The servers are those of package local.
type (
	Server    = local.Server
	Sentinels = local.Sentinels
	Cluster   = local.Cluster
)

// limit bounds the wait for anything to come about.
const limit = 30 * time.Second

// Need skips a test that starts servers by itself, where it cannot.
func Need(t testing.TB) {
	t.Helper()
	if err := local.Installed(); err != nil {
		skip(t, err)
	}
}

func skip(t testing.TB, err error) {
	t.Helper()
	if os.Getenv(Require) != "" {
		t.Fatal(err)
	}
	t.Skipf("%v; install it to run this test", err)
}

// Start starts a server, with further arguments, until the test ends.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	s, err := local.Start(t.Context(), args...)
	return started(t, s, err).Server
}

// StartSentinels starts a primary, a replica and Sentinels, until the test ends.
func StartSentinels(t testing.TB, seed uint64) *Sentinels {
	t.Helper()
	s, err := local.StartSentinels(t.Context(), seed)
	return started(t, s, err)
}

// StartCluster starts a cluster, until the test ends.
func StartCluster(t testing.TB, primaries, replicas int) *Cluster {
	t.Helper()
	c, err := local.StartCluster(t.Context(), primaries, replicas)
	return started(t, c, err)
}

// StartClusterNode starts a node that belongs to no cluster yet.
func StartClusterNode(t testing.TB) *Server {
	t.Helper()
	n, err := local.StartClusterNode(t.Context())
	return started(t, n, err).Server
}

// started has what was started closed when the test ends.
func started[T io.Closer](t testing.TB, s T, err error) T {
	t.Helper()
	switch {
	case errors.Is(err, local.ErrNotInstalled):
		skip(t, err)
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// AwaitPromotion waits until the replica is a primary, and the Sentinels say so.
func AwaitPromotion(t testing.TB, s *Sentinels) {
	t.Helper()
	if err := s.AwaitPromotion(t.Context()); err != nil {
		t.Fatal(err)
	}
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
