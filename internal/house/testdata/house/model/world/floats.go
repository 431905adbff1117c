package world

import "math"

type seconds float64

func transcendental(x float64) []float64 {
	return []float64{
		math.Log(x), math.Log2(x), math.Log10(x), math.Log1p(x), // want: platform-float, platform-float, platform-float, platform-float
		math.Exp(x), math.Exp2(x), math.Expm1(x), math.Pow(x, x), // want: platform-float, platform-float, platform-float, platform-float
		math.Sin(x), math.Cos(x), math.Tan(x), math.Tanh(x), // want: platform-float, platform-float, platform-float, platform-float
		math.Sinh(x), math.Cosh(x), math.Gamma(x), math.Cbrt(x), math.Hypot(x, x), // want: platform-float, platform-float, platform-float, platform-float, platform-float
		math.Sqrt(x), math.Floor(x), math.Ceil(x), math.Trunc(x), math.Abs(x), math.Inf(1), math.MaxInt64, math.Pi,
	}
}

func fused[F float32 | float64](x, y, z float64, s seconds, f F, i int) {
	_ = x*y + z      // want: fused-product
	_ = z - (x * y)  // want: fused-product
	_ = -(x * y) + z // want: fused-product
	_ = s*s + s      // want: fused-product
	_ = f*f + f      // want: fused-product
	z += x * y       // want: fused-product
	z -= x * y       // want: fused-product
	z += float64(x*y) + float64(z*z)
	_ = x*y/z + z
	_ = i*i + i
	_ = x + 2.0*3.0
}
