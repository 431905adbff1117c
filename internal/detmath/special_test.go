package detmath

import (
	"math"
	"testing"
)

// edges are the arguments at which package math documents a special value, and the ends of each kind of number.
var edges = func() []float64 {
	positive := []float64{
		0, math.SmallestNonzeroFloat64, 0x1p-1023, 0x0.fffffffffffffp-1022, 0x1p-1022, 0x1p-54, 0x1p-27, 0.5,
		math.Nextafter(1, 0), 1, math.Nextafter(1, 2), 1.5, 2, 3, 0x1p52 + 1, 0x1p53 - 1, 0x1p53, 0x1p54,
		math.MaxFloat64, math.Inf(1),
	}
	all := []float64{math.NaN()}
	for _, x := range positive {
		all = append(all, x, -x)
	}
	return all
}()

// like reports whether got is special as want is: NaN, infinity, or zero with its sign. If want is none of these,
// got must be none either, and have its sign; accuracy is another test's matter, as math errs by far at some edges (by
// 5% in Log of subnormal numbers on amd64).
func like(got, want float64) bool {
	switch {
	case want != want:
		return math.Float64bits(got) == math.Float64bits(math.NaN())
	case want == 0 || math.IsInf(want, 0):
		return math.Float64bits(got) == math.Float64bits(want)
	}
	return got != 0 && math.Abs(got) <= math.MaxFloat64 && (got < 0) == (want < 0)
}

func TestSpecialValuesAreThoseOfMath(t *testing.T) {
	for _, x := range edges {
		if got, want := Log(x), math.Log(x); !like(got, want) {
			t.Errorf("Log(%x) = %x, want %x", x, got, want)
		}
		if got, want := Exp(x), math.Exp(x); !like(got, want) {
			t.Errorf("Exp(%x) = %x, want %x", x, got, want)
		}
		if got, want := Sin(x), math.Sin(x); !like(got, want) {
			t.Errorf("Sin(%x) = %x, want %x", x, got, want)
		}
	}
}

// Every NaN is the same, whichever came in.
func TestNaNIsCanonical(t *testing.T) {
	odd := math.Float64frombits(0xFFF8_0000_0000_1234)
	for name, got := range map[string]float64{"Log": Log(odd), "Exp": Exp(odd), "Sin": Sin(odd)} {
		if math.Float64bits(got) != math.Float64bits(math.NaN()) {
			t.Errorf("%s: %#x", name, math.Float64bits(got))
		}
	}
}

func TestExpTurnsOverAtTheLastFiniteArgument(t *testing.T) {
	// The logarithms of the largest float64 and of half the smallest one lie between these neighbours.
	const largest, smallest = 0x1.62e42fefa39efp9, -0x1.74910d52d3051p9
	if got := Exp(largest); math.IsInf(got, 0) {
		t.Errorf("Exp(%x) = %x", largest, got)
	}
	if got := Exp(math.Nextafter(largest, 1000)); !math.IsInf(got, 1) {
		t.Errorf("Exp just above %x = %x", largest, got)
	}
	if got := Exp(smallest); got != math.SmallestNonzeroFloat64 {
		t.Errorf("Exp(%x) = %x", smallest, got)
	}
	if got := Exp(math.Nextafter(smallest, -1000)); got != 0 {
		t.Errorf("Exp just below %x = %x", smallest, got)
	}
}

func TestSinIsOdd(t *testing.T) {
	in := newInputs(7)
	for i := range 20000 {
		if x := in.sinInput(i); Sin(-x) != -Sin(x) {
			t.Errorf("Sin(-%x) = %x, Sin(%x) = %x", x, Sin(-x), x, Sin(x))
		}
	}
}

func TestLogIsStrictlyIncreasingNearOne(t *testing.T) {
	climb := func(x float64, steps int) {
		x = max(x, 0.61)
		before := Log(x)
		for range steps {
			x = math.Nextafter(x, 2)
			now := Log(x)
			if now <= before {
				t.Fatalf("Log(%x) = %x, and %x just before", x, now, before)
			}
			before = now
		}
	}
	climb(1-1000*0x1p-53, 2000)
	for i := range uint64(len(logTable) + 1) { // across the boundaries of the intervals
		boundary := math.Float64frombits(reduceBase + i<<46)
		climb(boundary-100*0x1p-53, 200)
	}
	in := newInputs(8)
	for range 2000 {
		climb(in.between(0.61, 1.64), 10)
	}
}

func TestNothingAllocates(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { sink += Log(3) + Exp(3) + Sin(300) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
