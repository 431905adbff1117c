package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// E6: closed forms.
func formClaims() []Claim {
	var all []Claim
	for _, beta := range []float64{0.5, 1, 2} {
		all = append(all, xfetchClaims(beta)...)
	}
	return slices.Concat(all, rareClaims(), lawClaims(), sizeClaims())
}

// The laws of XFetch for Poisson reads at rate r and loads of δ.
func xfetchClaims(beta float64) []Claim {
	const rate, delta = 200.0, 0.2
	duration := map[float64]string{0.5: "6000s", 1: "6000s", 2: "5000s"}[beta]
	run := sizesOf("xfetch", fmt.Sprintf("beta=%v", beta), "duration="+duration)
	claim := func(what string, theory, off float64, digits int, f func(*sizes) float64) Claim {
		return Claim{
			Experiment: "E6", What: fmt.Sprintf("xfetch, β = %v: %s", beta, what),
			Theory: fmt.Sprintf("%.*f", digits, theory), Digits: digits,
			of: func(ctx context.Context) (float64, error) {
				s, err := run(ctx)
				if err != nil {
					return 0, err
				}
				return f(s), nil
			},
		}.near(theory, off)
	}
	const episodes = 1200 // at least
	scale := beta * delta
	size, one := math.Exp(1/beta), math.Exp(-1/beta)
	claims := []Claim{
		claim("recomputes an episode, e^(1/β)", size, sigmas*size*math.Sqrt(1-one)/math.Sqrt(episodes), 3, (*sizes).mean),
		claim("first one before the expiry, s", scale*(math.Log(rate*scale)+eulerGamma), sigmas*scale*1.2825/math.Sqrt(episodes), 3, func(s *sizes) float64 {
			return s.result.LeadMS.Mean / 1000
		}),
		claim("episodes of one, e^(−1/β)", one, binomialError(one, episodes), 3, func(s *sizes) float64 { return s.share(1) }),
	}
	if beta == 1 {
		for q, want := range map[float64]float64{0.5: 2, 0.9: 6, 0.99: 11} {
			claims = append(claims, claim(fmt.Sprintf("episode size, p%v", 100*q), want, map[bool]float64{true: 1, false: 0}[q == 0.99], 0, func(s *sizes) float64 {
				return s.quantile(q)
			}))
		}
		slices.SortFunc(claims[3:], func(a, b Claim) int { return int(a.Low - b.Low) })
	}
	if beta == 0.5 {
		missed := math.Exp(-rate * scale * math.Exp(-1/beta))
		claims = append(claims, claim("some read misses, e^(−rβδe^(−1/β))", missed, binomialError(missed, episodes), 3, func(s *sizes) float64 {
			return float64(s.result.Expiries) / float64(s.result.Episodes)
		}))
	}
	return claims
}

// rareClaims are about a key that is read seldom, and about forms that fail.
func rareClaims() []Claim {
	never := math.Exp(-5 * 0.2)
	late := sizesOf("xfetch", "rate=5/s", "duration=20000s")
	// The lead, 73 s by the form, is longer than the TTL: refreshes run into each other.
	crowded := sizesOf("xfetch", "rate=5/s", "recompute=10s", "beta=1.5", "ttl=60s", "duration=100000s")
	return []Claim{
		Claim{
			Experiment: "E6", What: "xfetch, 5/s, β = 1: no early refresh, e^(−rβδ)", Theory: fmt.Sprintf("%.3f", never), Digits: 3,
			of: func(ctx context.Context) (float64, error) {
				s, err := late(ctx)
				return float64(s.late) / float64(s.episodes), err
			},
		}.near(never, binomialError(never, 3500)),
		{
			Experiment: "E6", What: "xfetch, TTL 60 s near δ = 10 s, the form fails: episodes that begin with no load in progress", Published: "3.26", Theory: "e^(1/β) = 1.95", Low: 3.0, High: 3.5, Digits: 2,
			of: func(ctx context.Context) (float64, error) {
				s, err := crowded(ctx)
				return s.meanAlone(), err
			},
		},
		{
			Experiment: "E6", What: "the same: all episodes, also those in the wake of a duplicate", Published: "(3.26)", Theory: "e^(1/β) = 1.95", Low: 2.1, High: 2.5, Digits: 2,
			of: func(ctx context.Context) (float64, error) {
				s, err := crowded(ctx)
				return s.mean(), err
			},
		},
	}
}

// sizesOf counts the episodes of a strategy with Poisson reads, once.
func sizesOf(name string, set ...string) measure[*sizes] {
	return sizesOfPreset(preset(name), set...)
}

func sizesOfPreset(p strategies.Preset, set ...string) measure[*sizes] {
	return shared(func(ctx context.Context) (*sizes, error) {
		s := newSizes()
		sc, err := setting{"poisson-hot-key", set}.load()
		if err == nil {
			s.result, err = simulate(ctx, sc, p, 1, s)
		}
		return s, err
	})
}

// lawClaims compare XFetch's exponential with a uniform draw, at r·δ = 300. A read
// with t < W left of the TTL refreshes with probability 1 − t/W: the first of a rate r
// comes √(πW/2r) into the window on average, and those of the next δ are duplicates. The
// window's width decides; that of the published figure is not known, 10 δ gives it. The
// exponential needs no such choice.
func lawClaims() []Claim {
	const rate, delta, window = 1500.0, 0.2, 2.0
	uniform := 1 + rate/window*(delta*math.Sqrt(math.Pi*window/(2*rate))+delta*delta/2)
	set := []string{"rate=1500/s", "ttl=3s", "duration=700s"}
	mean := func(of measure[*sizes]) measure[float64] {
		return func(ctx context.Context) (float64, error) {
			s, err := of(ctx)
			return s.mean(), err
		}
	}
	const episodes = 450 // at least, of some 22 ± 6 recomputes each
	return []Claim{
		Claim{
			Experiment: "E6", What: "rδ = 300, a uniform draw over 10 δ: recomputes an episode", Published: "about 23 (width not said)", Theory: fmt.Sprintf("%.1f", uniform), Digits: 1,
			of: mean(sizesOfPreset(broken.UniformEarly(2*time.Second), set...)),
		}.near(uniform, sigmas*6/math.Sqrt(episodes)),
		Claim{
			Experiment: "E6", What: "rδ = 300, xfetch, β = 1: recomputes an episode", Published: "2.7", Theory: "e = 2.72", Digits: 2,
			of: mean(sizesOf("xfetch", set...)),
		}.near(math.E, sigmas*math.E*math.Sqrt(1-1/math.E)/math.Sqrt(episodes)),
	}
}

// sizeClaims are about the sizes of stampedes.
func sizeClaims() []Claim {
	perExpiry := func(name string, set ...string) measure[float64] {
		return func(ctx context.Context) (float64, error) {
			return mean(ctx, 1, setting{"poisson-hot-key", append([]string{"duration=6000s"}, set...)}.load, preset(name), func(r observe.Result) float64 {
				return float64(r.Recomputes) / float64(r.Expiries)
			})
		}
	}
	const rate, delta, expiries = 200.0, 0.2001, 1150.0 // δ with the way to Redis
	naive := 1 + rate*delta
	flights := flightsOf(40, 1.0001, 8)
	return []Claim{
		Claim{Experiment: "E6", What: "naive: recomputes an expiry, 1 + rδ", Theory: fmt.Sprintf("%.2f", naive), Digits: 2, of: perExpiry("naive")}.
			near(naive, sigmas*math.Sqrt(rate*delta/expiries)),
		Claim{
			Experiment: "E6", What: "singleflight, 8 processes: 1 + (P−1)(1−e^(−rδ/P))", Theory: fmt.Sprintf("%.3f", flights), Digits: 3,
			of: perExpiry("singleflight", "processes=8", "rate=40/s", "recompute=1s"),
		}.near(flights, 0.08),
		Claim{
			Experiment: "E6", What: "lock TTL 120 ms, load 500 ms: holders at once, ⌈δ/L⌉", Theory: "5",
			of: func(ctx context.Context) (float64, error) {
				return mean(ctx, 1, setting{"hot-key", []string{"lock-ttl=120ms", "recompute=500ms", "ttl=3s", "duration=20s"}}.load, preset("lock"), func(r observe.Result) float64 {
					return float64(r.MaxConcurrentRecomputes)
				})
			},
		}.near(5, 0),
	}
}

// flightsOf is the mean number of processes that load in an expiry: the first one,
// and each of the others that a read reaches during the load.
func flightsOf(rate, delta, processes float64) float64 {
	return 1 + (processes-1)*(1-math.Exp(-rate*delta/processes))
}

// sizes counts the recomputes of each episode.
type sizes struct {
	result   observe.Result
	counts   map[episode]int
	episodes int
	late     int // episodes whose first recompute met no living entry
	working  int // recomputes in progress
	alone    []episode
}

type episode struct {
	key        int32
	generation uint64
}

func newSizes() *sizes { return &sizes{counts: make(map[episode]int)} }

// Observe counts a recompute.
func (s *sizes) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.RecomputeEnd:
		s.working--
		return
	case observe.RecomputeStart:
		s.working++
	default:
		return
	}
	s.counts[episode{e.Key, e.Generation}]++
	if e.First {
		s.episodes++
		if !e.Live {
			s.late++
		}
		if s.working == 1 {
			s.alone = append(s.alone, episode{e.Key, e.Generation})
		}
	}
}

// meanAlone is the mean size of the episodes that began when nothing was being
// recomputed: not in the wake of a duplicate, whose late value is an entry of its
// own.
func (s *sizes) meanAlone() float64 {
	n := 0
	for _, e := range s.alone {
		n += s.counts[e]
	}
	return float64(n) / float64(len(s.alone))
}

// share returns the share of episodes of one size.
func (s *sizes) share(size int) float64 {
	n := 0
	for _, c := range s.counts {
		if c == size {
			n++
		}
	}
	return float64(n) / float64(len(s.counts))
}

// mean is the mean size of an episode.
func (s *sizes) mean() float64 { return float64(s.result.Recomputes) / float64(s.result.Episodes) }

func (s *sizes) quantile(q float64) float64 {
	all := make([]int, 0, len(s.counts))
	for _, c := range s.counts {
		all = append(all, c)
	}
	slices.Sort(all)
	return float64(all[int(math.Ceil(q*float64(len(all))))-1])
}
