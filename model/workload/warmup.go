package workload

import "time"

// WarmUp reads each key of its group once, in a random order, as a process that
// fills its memory after a deploy does. For several processes, merge as many
// groups.
type WarmUp struct {
	At     time.Duration // when it begins
	Within time.Duration // the reads are independent and uniform over it; 0 is all at once
}

// Validate reports the first field that is out of its range.
func (p WarmUp) Validate() error {
	var f fields
	f.length("at", p.At, 0)
	f.length("within", p.Within, 0)
	return f.err()
}

// Expected returns how many requests arrive on average before until.
func (p WarmUp) Expected(keys int, until time.Duration) float64 {
	switch {
	case until <= p.At:
		return 0
	case until-p.At >= p.Within:
		return float64(keys)
	}
	return float64(keys) * (float64(until-p.At) / float64(p.Within))
}

// Arrivals begins the pattern.
func (p WarmUp) Arrivals(keys int, until time.Duration) Arrivals {
	return &warmUp{p, newSpread(p.Within, keys), until}
}

type warmUp struct {
	WarmUp
	spread spread
	until  time.Duration
}

func (w *warmUp) Next(s Source) (time.Duration, bool) {
	if w.spread.left == 0 {
		return 0, false
	}
	at := w.At + w.spread.next(s)
	return at, at < w.until
}

// permutation draws keys 0…n-1 in a random order, each once (Fisher and Yates).
// It keeps 4 bytes for each key.
type permutation []int32

func (p WarmUp) chooseKeys(n int) keyDraw {
	keys := make(permutation, n)
	for i := range keys {
		keys[i] = int32(i)
	}
	return &keys
}

func (p *permutation) Draw(s Source) int {
	keys := *p
	last := len(keys) - 1
	i := below(s, len(keys))
	key := keys[i]
	keys[i] = keys[last]
	*p = keys[:last]
	return int(key)
}
