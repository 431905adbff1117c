package live

import (
	"context"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/internal/redistest"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// onBoth runs a test on miniredis and on a real server.
func onBoth(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("miniredis", func(t *testing.T) {
		t.Parallel()
		test(t, Miniredis)
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		test(t, redistest.Start(t).URL())
	})
}

func clientOf(t *testing.T, s *redistest.Server) *redis.Client {
	t.Helper()
	c := redis.NewClient(&redis.Options{Addr: s.Addr})
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// hotKey is a short hot-key: a cold start and, unless the machine is very slow, an
// expiry.
func hotKey(t *testing.T, set ...string) scenario.Scenario {
	t.Helper()
	sc, err := scenario.Load("hot-key")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range append([]string{
		"duration=600ms", "from=0s", "ttl=300ms", "recompute=60ms", "workers=20", "processes=4", "think=2ms",
	}, set...) {
		if err := sc.Set(s); err != nil {
			t.Fatal(err)
		}
	}
	return sc
}

func presetNamed(t *testing.T, name string) strategies.Preset {
	t.Helper()
	for _, p := range append(strategies.All(), broken.All()...) {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no strategy %q", name)
	return strategies.Preset{}
}

// play runs a scenario to its end and returns its figures.
func play(t *testing.T, address, strategy string, sc scenario.Scenario) observe.Result {
	t.Helper()
	summary := observe.NewSummary(time.Duration(sc.Bucket), time.Duration(sc.From))
	order := new(orderSink)
	c := Config{Scenario: sc, Strategy: presetNamed(t, strategy), Seed: 1, Redis: address}
	info, err := Run(t.Context(), c, summary, order)
	if err != nil {
		t.Fatal(err)
	}
	r := summary.Result()
	t.Logf("%s on %s: %d reads, %d recomputes, %d expiries, %d foreign deletes",
		strategy, info.Server.Version, r.Reads, r.Recomputes, r.Expiries, r.ForeignDeletes)
	if order.wrong > 0 {
		t.Errorf("%d events went back in time", order.wrong)
	}
	if r.Unfinished != 0 || r.Errors != 0 || r.Reads == 0 {
		t.Errorf("%d reads, %d unfinished, %d errors", r.Reads, r.Unfinished, r.Errors)
	}
	return r
}

// orderSink counts the events that are not in order.
type orderSink struct {
	step  uint64
	at    time.Duration
	wrong int
}

func (s *orderSink) Observe(e *observe.Event) {
	if e.Step != s.step+1 || e.At < s.at {
		s.wrong++
	}
	s.step, s.at = e.Step, e.At
}

// sinkFunc is a sink that is a function.
type sinkFunc func(*observe.Event)

func (f sinkFunc) Observe(e *observe.Event) { f(e) }

// cancelAt returns a context that a sink cancels at the first event of a kind.
func cancelAt(ctx context.Context, kind observe.Kind) (context.Context, observe.Sink) {
	ctx, cancel := context.WithCancel(ctx)
	return ctx, sinkFunc(func(e *observe.Event) {
		if e.Kind == kind {
			cancel()
		}
	})
}
