package sim

import (
	_ "crypto/rand"  // want: random-package
	_ "hash/maphash" // want: random-package
	_ "math/rand"    // want: random-package
	"math/rand/v2"
)

type stream struct{ *rand.Rand }

func draw() float64 {
	_ = rand.IntN(6)                   // want: global-random
	_ = rand.N(6)                      // want: global-random
	rand.Shuffle(6, func(i, j int) {}) // want: global-random
	r := stream{rand.New(rand.NewPCG(1, 2))}
	_ = rand.NewZipf(r.Rand, 2, 2, 9) // want: global-random
	_ = rand.New(rand.NewChaCha8([32]byte{})).Perm(3)
	return r.Float64() + r.ExpFloat64() + r.NormFloat64() // want: float-sampler, float-sampler
}
