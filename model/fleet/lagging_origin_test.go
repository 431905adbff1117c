package fleet_test

import (
	"context"
	"testing"
	"time"

	"stampede/model/fleet"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
	"stampede/strategies"
)

const ms = time.Millisecond

// Corpus case D22 b. A row is written at 0 and its cache entry deleted; the
// database's replica lags 500 behind, and a read at 100 caches what it finds there
// for 300 000. To write the entry instead of deleting it keeps the old row out.
func TestD22ALaggingDatabaseRefillsTheCacheWithTheOldRow(t *testing.T) {
	for name, c := range map[string]struct {
		throughCache bool
		oldUntil     time.Duration // the last time that the old row is served
	}{
		"entry deleted": {false, 300_000 * ms},
		"entry written": {true, -1},
	} {
		t.Run(name, func(t *testing.T) {
			const ttl, lag = 300_000 * ms, 500 * ms
			s := sim.New(sim.Config{})
			t.Cleanup(s.Close)
			r := observe.NewRecorder(1)
			p := fleet.NewProcess(s, r, fleet.Network{Servers: redis.NewDeployment(s, r, redis.Options{}, redis.Topology{})}, 0, "p")
			cache := strategies.Cache{Env: p, Options: strategies.Options{TTL: ttl}}
			o := strategies.DefaultOptions()
			o.TTL = ttl
			reads, err := strategies.Choices{}.New(p, func(context.Context, string) ([]byte, error) {
				if s.Now() < lag {
					return []byte("v1"), nil
				}
				return []byte("v2"), nil
			}, o)
			if err != nil {
				t.Fatal(err)
			}
			ctx := func() context.Context { return observe.WithWork(context.Background(), &observe.Work{ID: 1}) }
			at := func(when time.Duration, step func(context.Context)) {
				s.Schedule(when, sim.Client, sim.HandlerFunc(func() { p.Start("step", func() { step(ctx()) }) }))
			}
			at(0, func(ctx context.Context) {
				var err error
				if c.throughCache {
					err = cache.Publish(ctx, "row", strategies.Entry{Data: []byte("v2")})
				} else {
					_, err = p.Redis().Delete(ctx, "row")
				}
				if err != nil {
					t.Error(err)
				}
			})
			last := time.Duration(-1)
			for when := 100 * ms; when <= 301_000*ms; when += 100 * ms {
				at(when, func(ctx context.Context) {
					v, err := reads.Get(ctx, "row")
					if err != nil {
						t.Error(err)
					}
					if string(v.Data) == "v1" {
						last = when
					}
				})
			}
			if err := s.Run(time.Hour); err != nil {
				t.Fatal(err)
			}
			// The deadline itself still hits: 100 + 300 000.
			if want := c.oldUntil; c.throughCache && last != want || !c.throughCache && last != want+100*ms {
				t.Errorf("the old row is served until %v", last)
			}
		})
	}
}
