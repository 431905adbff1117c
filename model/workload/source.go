package workload

import (
	"math"

	"stampede/internal/detmath"
)

// Source is a stream of random bits.
type Source interface{ Uint64() uint64 }

// unit draws uniformly from [0, 1).
func unit(s Source) float64 { return float64(s.Uint64()>>11) / (1 << 53) }

// openUnit draws uniformly from (0, 1], so that its logarithm exists.
func openUnit(s Source) float64 { return float64(s.Uint64()>>11+1) / (1 << 53) }

// exponential draws from the exponential distribution with mean 1.
func exponential(s Source) float64 { return -detmath.Log(openUnit(s)) }

// normal draws from the standard normal distribution (Box and Muller, 1958). It
// takes two numbers of the stream each time, and keeps nothing for the next.
func normal(s Source) float64 {
	radius := math.Sqrt(float64(2 * exponential(s)))
	return float64(radius * detmath.Sin(float64(2*math.Pi*unit(s))))
}
