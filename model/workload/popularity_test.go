package workload

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func mustPopularity(t testing.TB, text string) Popularity {
	t.Helper()
	p, err := ParsePopularity(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPopularitiesAreReadAndWritten(t *testing.T) {
	for text, written := range map[string]string{
		"uniform":               "uniform",
		" zipf( 0.99 ) ":        "zipf(0.99)",
		"zipf(0)":               "uniform",
		"zipf(3)":               "zipf(3)",
		"hot(10%,90%)":          "hot(10%, 90%)",
		"hot( 0.1% , 99.9% )":   "hot(0.1%, 99.9%)",
		"hot(1, 50%)":           "hot(1, 50%)",
		"weights(5,3, 1)":       "weights(5, 3, 1)",
		"weights(0.5, 0, 1e30)": "weights(0.5, 0, 1e+30)",
		"weights(1)":            "weights(1)",
	} {
		p := mustPopularity(t, text)
		if p.String() != written {
			t.Errorf("%q is written %q, want %q", text, p, written)
		}
		var again Popularity
		if text, err := p.MarshalText(); err != nil || again.UnmarshalText(text) != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%q is read back as %v", p, again)
		}
	}
	if s := (Popularity{}).String(); s != "uniform" {
		t.Errorf("the zero value is %s", s)
	}
}

func TestPopularityErrorsSayWhatIsAccepted(t *testing.T) {
	const zipf = "zipf(EXPONENT) with an exponent from 0 to 3"
	const hot = "hot(KEYS, SHARE), as in hot(10%, 90%) or hot(1, 50%)"
	const weights = "weights(W, W, …) with a number of 0 or more for each key"
	const all = "uniform, " + zipf + ", " + hot + ", or " + weights
	for text, accepted := range map[string]string{
		"": all, "normal": all, "uniform(1)": all, "zipf": all, "zipf(1": all, "gauss(1)": all,
		"zipf()": zipf, "zipf(-1)": zipf, "zipf(3.1)": zipf, "zipf(NaN)": zipf, "zipf(0x1p-1)": zipf, "zipf(1, 2)": zipf,
		"hot()": hot, "hot(10%)": hot, "hot(10%, 90)": hot, "hot(0%, 90%)": hot, "hot(0, 90%)": hot, "hot(-1, 90%)": hot,
		"hot(10%, 101%)": hot, "hot(1.5, 9%)": hot,
		"weights()": weights, "weights(1, )": weights, "weights(1, -1)": weights, "weights(x)": weights,
		"weights(0, 0)":         weights + ", not all 0",
		"weights(1e300, 1e300)": weights + ", not all 0",
	} {
		want := `"` + text + `" is not a popularity; accepted is ` + accepted
		if _, err := ParsePopularity(text); err == nil || err.Error() != want {
			t.Errorf("got\n\t%v, want\n\t%v", err, want)
		}
	}
}

func TestPopularityMustFitTheKeys(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"uniform", 0, "keys is 0; accepted is 1 or more"},
		{"weights(1, 2)", 3, "popularity is weights(1, 2); accepted is a weight for each key, and there are 3"},
		{"hot(4, 50%)", 3, "popularity is hot(4, 50%); accepted is as many hot keys as there are keys, 3, or fewer"},
	} {
		p := mustPopularity(t, c.text)
		if err := p.CheckKeys(c.n); err == nil || err.Error() != c.want {
			t.Errorf("%s for %d keys: %v, want %s", p, c.n, err, c.want)
		}
		func() {
			defer func() {
				if r := recover(); r != "workload: NewKeys: "+c.want {
					t.Errorf("NewKeys panics with %v", r)
				}
			}()
			NewKeys(c.n, p)
		}()
	}
	if err := mustPopularity(t, "hot(3, 50%)").CheckKeys(3); err != nil {
		t.Error(err)
	}
}

// probabilities returns how often each key should be drawn.
func probabilities(n int, weight func(i int) float64) []float64 {
	p, total := make([]float64, n), 0.0
	for i := range p {
		p[i] = weight(i)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
	return p
}

func countKeys(n, draws int, p Popularity) []int {
	keys, s, counts := NewKeys(n, p), stream(7), make([]int, n)
	for range draws {
		counts[keys.Draw(s)]++
	}
	return counts
}

func TestZipfDrawsByRank(t *testing.T) {
	// Around 1, where the formula changes, as well as over the whole range.
	for _, q := range []float64{1e-9, 0.01, 0.5, 0.99, 0.99998, 1 - 1e-6, 1 - 1e-13, 1, 1 + 1e-13, 1 + 1e-6, 1.00002, 1.1004, 1.5, 2, 2.7, 3} {
		for _, n := range []int{2, 3, 10, 1000, 1_000_000} {
			draws := 30_000
			if n == 1_000_000 && q != 0.99 && q != 1 && q != 1.5 {
				continue
			}
			counts := countKeys(n, draws, Popularity{exponent: q})
			want := probabilities(n, func(i int) float64 { return math.Pow(float64(i+1), -q) })
			chiSquared(t, counts, want)
			if t.Failed() {
				t.Fatalf("that was zipf(%v) of %d keys", q, n)
			}
		}
	}
}

func TestZipfInverseUndoesTheIntegral(t *testing.T) {
	for _, q := range []float64{0.01, 0.99, 0.99998, 1 - 9.9e-6, 1 - 1e-9, 1 - 1e-15, 1, 1 + 1e-15, 1 + 9.9e-6, 1.00002, 1.5} {
		z := newZipf(1_000_000, q)
		for _, x := range []float64{1.5, 2, 10, 12345.5, 1e6 + 0.5} {
			if got := z.inverse(z.integral(x)); math.Abs(got-x) > 1e-9*x {
				t.Errorf("q = %v: the inverse of the integral at %v is %v", q, x, got)
			}
		}
	}
}

func TestHotSetHasItsShare(t *testing.T) {
	for _, c := range []struct {
		text   string
		n, hot int
		share  float64
	}{
		{"hot(10%, 90%)", 1000, 100, 0.9},
		{"hot(1, 50%)", 11, 1, 0.5},
		{"hot(0.001%, 50%)", 100, 1, 0.5}, // at least one key
		{"hot(50%, 0%)", 4, 2, 0},
		{"hot(50%, 100%)", 4, 2, 1},
		{"hot(100%, 10%)", 4, 4, 1}, // there is no other key
		{"hot(4, 10%)", 4, 4, 1},
	} {
		counts := countKeys(c.n, 100_000, mustPopularity(t, c.text))
		want := make([]float64, c.n)
		for i := range want {
			if i < c.hot {
				want[i] = c.share / float64(c.hot)
			} else {
				want[i] = (1 - c.share) / float64(c.n-c.hot)
			}
			if want[i] == 0 && counts[i] > 0 {
				t.Errorf("%s: key %d came %d times", c.text, i, counts[i])
			}
		}
		chiSquared(t, counts, want)
	}
}

func TestWeightsAreKept(t *testing.T) {
	for _, weights := range [][]float64{
		{5, 3, 1},
		{1},
		{0, 1, 0, 0},
		{0, 0, 0.1, 0.2, 0.3, 0.1, 0.2, 0.1, 0},
		{1e-300, 1e-300},
		{1, 1e-9, 1e9},
		probabilities(997, func(i int) float64 { return 1 / float64(i+1) }),
	} {
		counts := countKeys(len(weights), 100_000, Popularity{weights: weights})
		for i, w := range weights {
			if w == 0 && counts[i] > 0 {
				t.Errorf("%v: key %d has no weight and came %d times", weights, i, counts[i])
			}
		}
		chiSquared(t, counts, probabilities(len(weights), func(i int) float64 { return weights[i] }))
	}
}

// The shares of an alias table add up to the weights, to the last bits.
func TestAliasTableHoldsTheWeights(t *testing.T) {
	weights := probabilities(1000, func(i int) float64 { return math.Pow(float64(i+1), -1.2) })
	a, got := newAlias(weights), make([]float64, 1000)
	for i := range got {
		own := float64(a.own[i]) / (1 << 64)
		got[i] += own / 1000
		got[a.other[i]] += (1 - own) / 1000
	}
	for i := range got {
		if math.Abs(got[i]-weights[i]) > 1e-15 {
			t.Fatalf("key %d has %v, want %v", i, got[i], weights[i])
		}
	}
}

func FuzzParsePopularity(f *testing.F) {
	for _, text := range []string{"uniform", "zipf(0.99)", "hot(10%, 90%)", "hot(1, 5%)", "weights(1, 2, 3)", "weights(" + strings.Repeat("0,", 20) + "1)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePopularity(text)
		if err != nil {
			return
		}
		again, err := ParsePopularity(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q is written %q, which is read as %v, %v", text, p, again, err)
		}
		n := max(1, len(p.weights))
		if p.CheckKeys(n) == nil {
			if k := NewKeys(n, p).Draw(stream(1)); k < 0 || k >= n {
				t.Fatalf("%s draws %d of %d", p, k, n)
			}
		}
	})
}

func BenchmarkKeysSteadyDraw(b *testing.B) {
	for _, text := range []string{"uniform", "zipf(0.5)", "zipf(0.99)", "zipf(1)", "zipf(1.5)", "hot(10%, 90%)"} {
		b.Run(text, func(b *testing.B) { benchmarkKeys(b, mustPopularity(b, text)) })
	}
	b.Run("weights", func(b *testing.B) {
		benchmarkKeys(b, Popularity{weights: probabilities(1_000_000, func(i int) float64 { return 1 / float64(i+1) })})
	})
}

func benchmarkKeys(b *testing.B, p Popularity) {
	keys, s := NewKeys(1_000_000, p), stream(1)
	b.ReportAllocs()
	for b.Loop() {
		keys.Draw(s)
	}
}
