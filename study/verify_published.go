package study

import (
	"context"
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/sim"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// E1: one hot key, as measured for an article.
func hotKeyClaims() []Claim {
	of := func(name string) measure[float64] {
		return func(ctx context.Context) (float64, error) {
			return mean(ctx, 8, setting{"hot-key", nil}.load, preset(name), recomputes)
		}
	}
	return []Claim{
		Claim{Experiment: "E1", What: "naive: recomputes in 5 s", Published: "500, 500, 500", Theory: "5 expiries × 100", of: of("naive")}.near(500, 0),
		Claim{Experiment: "E1", What: "lock: recomputes in 5 s", Published: "5", Theory: "1 per expiry", of: of("lock")}.near(5, 0),
		{Experiment: "E1", What: "lock without the second look", Published: "8, 6, 8", Theory: "6 to 8", Low: 5.5, High: 9, Digits: 1, of: of("lock-no-recheck")},
		Claim{Experiment: "E1", What: "the same, round trips constant", Theory: "5", of: func(ctx context.Context) (float64, error) {
			return mean(ctx, 2, setting{"hot-key", []string{"rtt=1ms"}}.load, preset("lock-no-recheck"), recomputes)
		}}.near(5, 0),
	}
}

// E2: a hundred keys that expire together, with jitter and without.
func hundredKeysClaims() []Claim {
	type figures struct{ peak, total float64 }
	of := func(jitter string) measure[figures] {
		return shared(func(ctx context.Context) (f figures, err error) {
			s := setting{"hundred-keys", []string{"jitter=" + jitter}}
			f.peak, err = mean(ctx, 8, s.load, preset("lock"), func(r observe.Result) float64 {
				f.total += float64(r.Recomputes) / 8
				return float64(r.PeakRecomputes.Count)
			})
			return f, err
		})
	}
	plain, jittered := of("0%"), of("50%")
	both := func(f func(a, b figures) float64) measure[float64] {
		return func(ctx context.Context) (float64, error) {
			a, err := plain(ctx)
			if err != nil {
				return 0, err
			}
			b, err := jittered(ctx)
			return f(a, b), err
		}
	}
	return []Claim{
		{Experiment: "E2", What: "lock: peak per 100 ms", Published: "up to 39", Theory: "25 to 34", Low: 25, High: 39, Digits: 1, of: both(func(a, _ figures) float64 { return a.peak })},
		{Experiment: "E2", What: "with jitter up to 500 ms", Published: "at most 21", Theory: "12 to 17", Low: 11, High: 21, Digits: 1, of: both(func(_, b figures) float64 { return b.peak })},
		{Experiment: "E2", What: "peak with jitter / without", Published: "about one half", Theory: "0.50", Low: 0.40, High: 0.65, Digits: 2, of: both(func(a, b figures) float64 { return b.peak / a.peak })},
		{Experiment: "E2", What: "total with jitter / without", Theory: "0.84", Low: 0.80, High: 0.88, Digits: 2, of: both(func(a, b figures) float64 { return b.total / a.total })},
	}
}

// E3: a public Redis harness of 50 processes, each of which reads once and is
// replaced; to start one takes 28 ms, the one constant that is fitted.
func harnessClaims() []Claim {
	load := func(seconds int) func() (scenario.Scenario, error) {
		return setting{"hot-key", []string{
			fmt.Sprintf("duration=%ds", seconds), "bucket=1s", "workers=50", "processes=50", "start=warm",
			"think=28ms + uniform(10ms, 1000ms)", "ttl=20s", "recompute=500ms", "lock-ttl=30s", "poll=10ms", "wait=60s",
			"network.request=0.05ms", "network.reply=0.05ms",
		}}.load
	}
	const seeds = 40
	// of makes the runs of a strategy once, for all that is claimed of it.
	of := func(seconds int, p strategies.Preset) func(figure func(observe.Result) float64) measure[float64] {
		runs := shared(func(ctx context.Context) (all []observe.Result, err error) {
			sc, err := load(seconds)()
			for seed := uint64(1); seed <= seeds && err == nil; seed++ {
				var r observe.Result
				r, err = simulate(ctx, sc, p, seed)
				all = append(all, r)
			}
			return all, err
		})
		return func(figure func(observe.Result) float64) measure[float64] {
			return func(ctx context.Context) (float64, error) {
				all, err := runs(ctx)
				sum := 0.0
				for _, r := range all {
					sum += figure(r)
				}
				return sum / seeds, err
			}
		}
	}
	reads := func(r observe.Result) float64 { return float64(r.Reads) }
	misses := func(r observe.Result) float64 { return float64(r.Misses) }
	duplicates := func(r observe.Result) float64 { return float64(r.DuplicateRecomputes) }
	fetch, locked := of(290, preset("naive")), of(294, broken.Harness(false, true))
	xfetch, both := of(450, broken.Harness(true, false)), of(317, broken.Harness(true, true))
	within := func(c Claim, share float64, published float64) Claim {
		c.Digits = 1
		return c.near(published, share*published)
	}
	return []Claim{
		within(Claim{Experiment: "E3", What: "fetch: reads in 290 s", Published: "27,179", Theory: "93/s", of: fetch(reads)}, 0.03, 27179),
		within(Claim{Experiment: "E3", What: "fetch: recomputes in 290 s", Published: "484", Theory: "481.7", of: fetch(recomputes)}, 0.03, 484),
		within(Claim{Experiment: "E3", What: "fetch: of those, beside the first of an expiry", Published: "471", Theory: "468.7", of: fetch(duplicates)}, 0.03, 471),
		within(Claim{Experiment: "E3", What: "locked: recomputes in 294 s", Published: "14", Theory: "14.0", of: locked(recomputes)}, 0.03, 14),
		within(Claim{Experiment: "E3", What: "locked: contentions + recomputes (reads that miss)", Published: "519", Theory: "523", of: locked(misses)}, 0.03, 519),
		Claim{Experiment: "E3", What: "xfetch: recomputes in 450 s", Published: "52", Theory: "65.7, σ 10", Digits: 1, of: xfetch(recomputes)}.near(52, 20),
		Claim{Experiment: "E3", What: "xfetch + lock: recomputes in 317 s", Published: "17", Theory: "17.0", Digits: 1, of: both(recomputes)}.near(17, 2),
		Claim{Experiment: "E3", What: "xfetch + lock: misses", Published: "0", of: both(misses)}.near(0, 0),
	}
}

// E4: leases at a large social network: 130 keys for 60 s stand for 13,000, each
// invalidated every 10 s in a phase of its own, and read 600 times a second.
func leaseClaims() []Claim {
	const keys, seconds, scale = 130, 60, 100
	perSecond := func(name string) measure[float64] {
		return shared(func(ctx context.Context) (float64, error) {
			sc, err := setting{"poisson-hot-key", []string{
				"rate=78000/s", "keys=130", fmt.Sprintf("duration=%ds", seconds), "recompute=20ms", "ttl=1h", "period=10s",
				"network.request=0s", "network.reply=0s", "redis.service=0s",
			}}.load()
			if err != nil {
				return 0, err
			}
			phases := sim.NewRand(1, "invalidations", "phases")
			for i := range keys {
				sc.Clients = append(sc.Clients, scenario.Client{
					Name: fmt.Sprintf("writer-%d", i+1), Do: scenario.InvalidateKey, Key: i + 1,
					At: scenario.Length(phases.IntN(10_000_000)) * scenario.Length(time.Microsecond), Every: scenario.Length(10 * time.Second),
				})
			}
			r, err := simulate(ctx, sc, preset(name), 1)
			return scale * float64(r.Recomputes) / seconds, err
		})
	}
	without, with := perSecond("naive"), perSecond("lease")
	return []Claim{
		{Experiment: "E4", What: "without leases: queries a second", Published: "17,000", Theory: "16,900", Low: 16000, High: 17800, of: without},
		{Experiment: "E4", What: "with leases", Published: "1,300", Theory: "1,300", Low: 1230, High: 1370, of: with},
		{Experiment: "E4", What: "times fewer", Published: "13", Theory: "13", Low: 12, High: 14, Digits: 1, of: func(ctx context.Context) (float64, error) {
			a, err := without(ctx)
			if err != nil {
				return 0, err
			}
			b, err := with(ctx)
			return a / b, err
		}},
	}
}

// E5: a seeded arithmetic model: 2,000 reads, at uniform times over 500 ms, of one
// key that has just expired. It has no round trips: a hit takes 1 ms, and whoever waits
// for a load has the value when it is there. So the waits are measured without round
// trips, too, and then with such of 1 ms; and its lock wakes its waiters, which polling
// does up to a pause later.
func arithmeticClaims() []Claim {
	const reads = 2000
	of := func(name, roundTrip string) measure[observe.Result] {
		return shared(func(ctx context.Context) (observe.Result, error) {
			sc, err := setting{"hot-key", []string{"start=warm", "duration=11s", "ttl=10s", "recompute=200ms", "rtt=" + roundTrip, "processes=1"}}.load()
			if err != nil {
				return observe.Result{}, err
			}
			sc.Arrivals = scenario.Arrivals{}
			instants := sim.NewRand(42, "reads", "instants")
			for i := range reads {
				sc.Clients = append(sc.Clients, scenario.Client{
					Name: fmt.Sprintf("reader-%d", i+1),
					At:   scenario.Length(10*time.Second + 10*time.Millisecond + time.Duration(instants.IntN(500_000))*time.Microsecond),
				})
			}
			return simulate(ctx, sc, preset(name), 1)
		})
	}
	claim := func(what, published, theory string, digits int, r measure[observe.Result], f func(observe.Result) float64) Claim {
		return Claim{Experiment: "E5", What: what, Published: published, Theory: theory, Digits: digits, of: func(ctx context.Context) (float64, error) {
			x, err := r(ctx)
			return f(x), err
		}}
	}
	p99 := func(r observe.Result) float64 { return r.LatencyMS.P99 }
	waiters := func(r observe.Result) float64 { return float64(r.Waiters) }
	stale := func(r observe.Result) float64 { return float64(r.Stale) }
	naive, woken, old := of("naive", "1ms"), of("lock-notify", "1ms"), of("swr-lock", "1ms")
	// Of 800 who wait, 20 are the slowest hundredth of all reads: they have waited for
	// 200 × (1 − 20/800) ms or more, give or take the spread of the 20th.
	const slowest, spread = 195, 200 * sigmas * 4.5 / 800
	return append([]Claim{
		claim("no protection: origin calls", "771; 800 ± 22", "1 + 4000/s × 0.2 s", 0, naive, recomputes).near(800, 43),
		claim("no protection, round trips of 0: p99, ms", "200", "200", 1, of("naive", "0s"), p99).near(200, 0.2),
		claim("lock: origin calls", "1", "1", 0, woken, recomputes).near(1, 0),
		claim("lock: reads that wait at one time", "771", "as many", 0, woken, waiters).near(800, 43),
		claim("lock that wakes, round trips of 0: p99, ms", "195", "200 × (1 − 20/800)", 1, of("lock-notify", "0s"), p99).near(slowest, spread),
		claim("the same with round trips of 1 ms", "", "195 + 6 round trips", 1, woken, p99).near(slowest+6, spread),
		claim("the same, polling every 10 ms", "", "and up to a poll more", 1, of("lock", "1ms"), p99).near(slowest+6+5, spread+5),
		claim("serve stale: origin calls", "1", "1", 0, old, recomputes).near(1, 0),
		claim("serve stale: p99, ms", "1", "1", 2, old, p99).near(1, 0.1),
		claim("serve stale: stale reads", "771", "as many", 0, old, stale).near(800, 43),
	}, jitterClaims()...)
}

// jitterClaims count the expiries of 50,000 entries that were written together, by
// the TTLs that the strategies draw.
func jitterClaims() []Claim {
	const keys = 50_000
	peak := func(ttl, jitter time.Duration) measure[float64] {
		return func(context.Context) (float64, error) {
			o := strategies.DefaultOptions()
			o.TTL, o.Jitter = ttl, jitter
			env := drawEnv{source: sim.NewRand(42, "entries", "TTL")}
			seconds, most := make(map[time.Duration]int), 0
			for range keys {
				_, drawn := strategies.Choices{Jitter: jitter > 0}.Fill(env, o, nil, 0)
				s := drawn / time.Second
				seconds[s]++
				most = max(most, seconds[s])
			}
			return float64(most), nil
		}
	}
	return []Claim{
		Claim{Experiment: "E5", What: "50,000 equal TTLs: peak a second", Published: "50,000", of: peak(600*time.Second, 0)}.near(keys, 0),
		{Experiment: "E5", What: "the same with ±10 % jitter", Published: "460", Theory: "417 and the luck of 120 s", Low: 450, High: 495, of: peak(540*time.Second, 120*time.Second)},
	}
}

// drawEnv is an environment of which only the random draws are there.
type drawEnv struct {
	strategies.Env
	source workload.Source
}

func (e drawEnv) Uint64() uint64 { return e.source.Uint64() }
