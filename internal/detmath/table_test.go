package detmath

import (
	"math"
	"math/big"
	"testing"
)

// requireSum fails unless high+low is the exact value as closely as the two can be.
func requireSum(t *testing.T, name string, high, low float64, exact *big.Float) {
	t.Helper()
	rest := new(big.Float).Sub(exact, newBig(high))
	if want, _ := rest.Float64(); low != want {
		t.Errorf("%s: the low part is %x, want %x", name, low, want)
	}
}

// requireMultiple fails unless x is a multiple of 2⁻⁴², on which the exactness of a product depends.
func requireMultiple(t *testing.T, name string, x float64) {
	t.Helper()
	if units := math.Ldexp(x, 42); units != math.Trunc(units) {
		t.Errorf("%s: %x is not a multiple of 2⁻⁴²", name, x)
	}
}

func TestConstantsAreTheNearest(t *testing.T) {
	requireMultiple(t, "ln2High", ln2High)
	requireSum(t, "log 2", ln2High, ln2Low, bigLn2())

	requireMultiple(t, "stepHigh", stepHigh)
	step := new(big.Float).Quo(bigLn2(), newBig(32))
	requireSum(t, "step", stepHigh, stepLow, step)
	if inverse, _ := new(big.Float).Quo(newBig(1), step).Float64(); inverse != stepInverse {
		t.Errorf("stepInverse is %x, want %x", stepInverse, inverse)
	}

	// π/2·2⁶³, to the nearest integer.
	scaled := new(big.Float).SetMantExp(bigPi(), 62)
	if n, _ := scaled.Add(scaled, newBig(0.5)).Uint64(); n != halfPi {
		t.Errorf("halfPi is %#x, want %#x", uint64(halfPi), n)
	}
}

func TestTablesAreTheNearest(t *testing.T) {
	for i, row := range logTable {
		requireMultiple(t, "logTable", row.high)
		exact := bigLog(row.inverse)
		requireSum(t, "logTable", row.high, row.low, exact.Neg(exact))
		if units := row.inverse * 64; units != math.Trunc(units) {
			t.Errorf("logTable[%d]: the inverse is not a multiple of 1/64", i)
		}
	}
	for i, row := range expTable {
		requireSum(t, "expTable", row.high, row.low, bigPow(2, float64(i)/32))
	}

	// 2/π in words after a word of zeros, cut off and not rounded.
	const fraction = 64 * (len(twoOverPi) - 1)
	quotient := new(big.Float).SetPrec(uint(fraction + 64)).SetInt64(2)
	expansion, _ := quotient.SetMantExp(quotient.Quo(quotient, bigPi()), fraction).Int(nil)
	for i := len(twoOverPi) - 1; i >= 0; i-- {
		word := new(big.Int).And(expansion, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		if twoOverPi[i] != word {
			t.Errorf("twoOverPi[%d] is %#x, want %#x", i, twoOverPi[i], word)
		}
		expansion.Rsh(expansion, 64)
	}
}

// The remainder of reduceLog must be small, and exact to the last bit.
func TestLogReductionIsExact(t *testing.T) {
	in := newInputs(5)
	for i := range 20000 {
		x := in.logInput(i)
		k, row, r := reduceLog(math.Float64bits(x))
		if math.Abs(r) > 1.0/64 {
			t.Fatalf("reduceLog(%x): r = %v", x, r)
		}
		m := newBig(x)
		m.SetMantExp(m, -int(k))
		m.Mul(m, newBig(row.inverse))
		if m.Sub(m, newBig(1)).Cmp(newBig(r)) != 0 {
			t.Fatalf("reduceLog(%x): r = %x, want %s", x, r, m.Text('p', 0))
		}
	}
}
