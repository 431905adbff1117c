package live

import (
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
	}{{"all up", 0}, {"a minority down", 2}, {"a majority down", 3}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			sc := hotKey(t, "wait=200ms", "server-timeout=100ms")
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
