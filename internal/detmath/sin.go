package detmath

import "math"

const quarterPi = math.Pi / 4

// Sin returns the sine of x radians. The error is below 0.85 ulp for every finite x.
func Sin(x float64) float64 {
	switch magnitude := math.Abs(x); {
	case magnitude <= quarterPi:
		if magnitude < 0x1p-27 {
			return x // also keeps the sign of zero
		}
		return sinNear(x, 0)
	case magnitude <= math.MaxFloat64:
		y := sinFar(magnitude)
		if x < 0 {
			return -y
		}
		return y
	}
	return math.NaN()
}

// sinFar returns sin x for x above π/4.
func sinFar(x float64) float64 {
	quadrant, high, low := reduceAngle(x)
	switch quadrant {
	case 0:
		return sinNear(high, low)
	case 1:
		return cosNear(high, low)
	case 2:
		return -sinNear(high, low)
	}
	return -cosNear(high, low)
}

// sinNear returns sin(high+low) by its series, for |high| ≤ π/4 and a low that is a rounding error of high.
func sinNear(high, low float64) float64 {
	z := float64(high * high)
	z2 := float64(z * z)
	a := -1.0/6 + float64(z*(1.0/120))
	b := -1.0/5040 + float64(z*(1.0/362880))
	c := -1.0/39916800 + float64(z*(1.0/6227020800))
	d := -1.0/1307674368000 + float64(z*(1.0/355687428096000))
	tail := a + float64(z2*(b+float64(z2*(c+float64(z2*d)))))
	cosine := 1 - float64(0.5*z) // near enough for what low adds
	return high + (float64(float64(high*z)*tail) + float64(low*cosine))
}

// cosNear returns cos(high+low) by its series, under the conditions of sinNear.
func cosNear(high, low float64) float64 {
	z := float64(high * high)
	z2 := float64(z * z)
	a := 1.0/24 - float64(z*(1.0/720))
	b := 1.0/40320 - float64(z*(1.0/3628800))
	c := 1.0/479001600 - float64(z*(1.0/87178291200))
	tail := a + float64(z2*(b+float64(z2*(c+float64(z2*(1.0/20922789888000))))))

	half := float64(0.5 * z)
	sum := 1 - half
	lost := (1 - sum) - half
	return sum + (lost + (float64(z2*tail) - float64(high*low)))
}
