package workload

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"stampede/internal/detmath"
)

// Seeds are fixed, so a test here passes always or never. The level is the chance
// that a right generator would have failed it when its seed was chosen.
const (
	level       = 0.001
	levelNormal = 3.0902 // quantile 1-level of the normal distribution
)

func stream(seed uint64) Source { return rand.NewPCG(seed, 0x5eed) }

// closeTo checks an average against what it should be, by its standard error.
func closeTo(t *testing.T, what string, got, want, standardError float64) {
	t.Helper()
	if !(math.Abs(got-want) <= levelNormal*standardError) {
		t.Errorf("%s is %v, want %v ± %v (%.1f standard errors away)", what, got, want, standardError, math.Abs(got-want)/standardError)
	}
}

// kolmogorovSmirnov checks a sample against a distribution function.
func kolmogorovSmirnov(t *testing.T, sample []float64, cdf func(float64) float64) {
	t.Helper()
	slices.Sort(sample)
	n, worst := float64(len(sample)), 0.0
	for i, x := range sample {
		f := cdf(x)
		worst = max(worst, f-float64(i)/n, float64(i+1)/n-f)
	}
	// The limit of √n·D exceeds this with probability 0.001.
	if worst *= math.Sqrt(n); !(worst <= 1.9495) {
		t.Errorf("√n·D of %v values is %.3f, want at most 1.949", n, worst)
	}
}

// chiSquared checks counts against probabilities that add up to 1. Cells that
// expect less than five are put together.
func chiSquared(t *testing.T, counts []int, probability []float64) {
	t.Helper()
	total := 0
	for _, c := range counts {
		total += c
	}
	sum, cells, count, expected := 0.0, 0, 0.0, 0.0
	add := func() {
		sum += (count - expected) * (count - expected) / expected
		cells++
		count, expected = 0, 0
	}
	for i := range counts {
		count += float64(counts[i])
		expected += probability[i] * float64(total)
		if expected >= 5 {
			add()
		}
	}
	if expected > 0.5 {
		add()
	}
	if cells < 2 {
		return // one cell holds everything
	}
	k := float64(cells - 1)
	// Wilson and Hilferty's quantile.
	limit := k * math.Pow(1-2/(9*k)+levelNormal*math.Sqrt(2/(9*k)), 3)
	if !(sum <= limit) {
		t.Errorf("χ² of %d cells is %.1f, want at most %.1f", cells, sum, limit)
	}
}

func exponentialCDF(mean float64) func(float64) float64 {
	return func(x float64) float64 { return 1 - math.Exp(-x/mean) }
}

func normalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

func TestStreamsAreDrawnAsTheyShouldBe(t *testing.T) {
	draw := func(f func(Source) float64) []float64 {
		s, all := stream(1), make([]float64, 100_000)
		for i := range all {
			all[i] = f(s)
		}
		return all
	}
	kolmogorovSmirnov(t, draw(unit), func(x float64) float64 { return x })
	kolmogorovSmirnov(t, draw(exponential), exponentialCDF(1))
	kolmogorovSmirnov(t, draw(normal), normalCDF)
}

func TestOpenUnitHasALogarithm(t *testing.T) {
	for _, bits := range []constantSource{0, math.MaxUint64} {
		if u := openUnit(bits); !(u > 0 && u <= 1) || math.IsInf(detmath.Log(u), 0) {
			t.Errorf("openUnit of %#x is %v", uint64(bits), u)
		}
		if u := unit(bits); !(u >= 0 && u < 1) {
			t.Errorf("unit of %#x is %v", uint64(bits), u)
		}
	}
}

type constantSource uint64

func (c constantSource) Uint64() uint64 { return uint64(c) }
