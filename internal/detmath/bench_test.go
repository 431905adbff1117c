package detmath

import (
	"math"
	"testing"
)

// Arguments change from call to call, as a sampler's do, so that branches and table rows are not foreseen.
func BenchmarkLog(b *testing.B)     { benchmark(b, Log, 0, 1) }
func BenchmarkMathLog(b *testing.B) { benchmark(b, math.Log, 0, 1) }
func BenchmarkExp(b *testing.B)     { benchmark(b, Exp, -10, 10) }
func BenchmarkMathExp(b *testing.B) { benchmark(b, math.Exp, -10, 10) }
func BenchmarkSin(b *testing.B)     { benchmark(b, Sin, 0, 2*math.Pi) }
func BenchmarkMathSin(b *testing.B) { benchmark(b, math.Sin, 0, 2*math.Pi) }

var sink float64

func benchmark(b *testing.B, f func(float64) float64, low, high float64) {
	var arguments [1024]float64
	in := newInputs(0)
	for i := range arguments {
		arguments[i] = in.between(low, high)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		sink += f(arguments[i%len(arguments)])
	}
}
