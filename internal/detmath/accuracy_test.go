package detmath

import (
	"math"
	"math/big"
	"os"
	"slices"
	"strconv"
	"testing"
)

// samples is the number of arguments for each function; DETMATH_SAMPLES asks for a longer measurement.
func samples(t *testing.T) int {
	if s := os.Getenv("DETMATH_SAMPLES"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 4000
}

// worst keeps the largest error and where it was.
type worst struct {
	normal, subnormal     float64
	normalAt, subnormalAt float64
}

func (w *worst) see(got float64, exact *big.Float, at float64) {
	u := ulps(got, exact)
	if exact.MantExp(nil) <= -1022 {
		if u > w.subnormal {
			w.subnormal, w.subnormalAt = u, at
		}
	} else if u > w.normal {
		w.normal, w.normalAt = u, at
	}
}

func (w *worst) check(t *testing.T, normal, subnormal float64) {
	t.Helper()
	t.Logf("at most %.4f ulp, at %v; if subnormal, %.4f ulp, at %v", w.normal, w.normalAt, w.subnormal, w.subnormalAt)
	if w.normal > normal || w.subnormal > subnormal {
		t.Errorf("documented: %v ulp; if subnormal, %v ulp", normal, subnormal)
	}
}

// A second opinion on the references: where samplers work, math is right to a few ulps too.
func TestAgreesWithMathWhereSamplersWork(t *testing.T) {
	in := newInputs(10)
	agree := func(name string, got, want, at float64) {
		if math.Abs(got-want) > 0x1p-50*math.Abs(want) {
			t.Fatalf("%s(%x) = %x, and in math %x", name, at, got, want)
		}
	}
	for range 100_000 {
		unit, wide, rank := in.between(0, 1), in.between(-40, 40), math.Trunc(in.between(1, 1e6))
		agree("Log", Log(unit), math.Log(unit), unit)
		agree("Log", Log(rank), math.Log(rank), rank)
		agree("Exp", Exp(wide), math.Exp(wide), wide)
		agree("Sin", Sin(2*unit), math.Sin(2*unit), 2*unit)
	}
}

func TestLogAccuracy(t *testing.T) {
	var w worst
	for _, x := range edges {
		if x > 0 && x != 1 && !math.IsInf(x, 0) {
			w.see(Log(x), bigLog(x), x)
		}
	}
	in := newInputs(1)
	for i := range samples(t) {
		x := in.logInput(i)
		w.see(Log(x), bigLog(x), x)
	}
	w.check(t, 0.51, 0)
}

func TestExpAccuracy(t *testing.T) {
	var w worst
	in := newInputs(2)
	for i := range samples(t) {
		if x := in.expInput(i); math.Abs(x) < 709 || x < 0 && x > -745 {
			w.see(Exp(x), bigExp(newBig(x)), x)
		}
	}
	w.check(t, 0.54, 0.8)
}

func TestSinAccuracy(t *testing.T) {
	var w worst
	// Of all float64 values this one is nearest to a multiple of π/2, so that its reduction cancels the most;
	// and its double is that near to a multiple of π, where the sine shows it.
	nearest := math.Ldexp(6381956970095103, 797)
	for _, x := range slices.Concat(edges, []float64{nearest, 2 * nearest}) {
		if math.Abs(x) > 0x1p-1000 && math.Abs(x) <= math.MaxFloat64 {
			w.see(Sin(x), bigSin(x), x)
		}
	}
	in := newInputs(4)
	for i := range samples(t) {
		x := in.sinInput(i)
		w.see(Sin(x), bigSin(x), x)
	}
	w.check(t, 0.85, 0)
}
