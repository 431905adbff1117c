package detmath

import "math"

func Log(x float64) float64 { return math.Log(x) } // want: platform-float
