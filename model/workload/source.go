package workload

// Source is a stream of random bits.
type Source interface{ Uint64() uint64 }

// unit draws uniformly from [0, 1).
func unit(s Source) float64 { return float64(s.Uint64()>>11) / (1 << 53) }

// openUnit draws uniformly from (0, 1], so that its logarithm exists.
func openUnit(s Source) float64 { return float64(s.Uint64()>>11+1) / (1 << 53) }
