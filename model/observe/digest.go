package observe

import (
	"fmt"
	"math/bits"
)

// Digest is a running hash over every fact of every event: two runs with the
// same digest did the same things at the same times. It is the same on every
// platform. It is no cryptographic hash.
type Digest struct{ a, b uint64 }

// digestVersion changes whenever the same run gets another digest: when events
// or their facts change, not only the hash.
const digestVersion = 1

// Observe adds an event.
func (d *Digest) Observe(e *Event) {
	d.add(e.Step, uint64(e.At))
	flags := uint64(e.Kind) | uint64(e.Command)<<8 | uint64(e.Class)<<16 | uint64(e.Cause)<<24
	for i, f := range [...]bool{e.Live, e.Failed, e.First} {
		if f {
			flags |= 1 << (32 + i)
		}
	}
	d.add(flags, uint64(uint32(e.Process))<<32|uint64(uint32(e.Key)))
	d.add(e.Work, e.Other)
	d.add(e.Generation, uint64(uint32(e.Count)))
	d.add(uint64(e.Took), uint64(e.Age))
}

// add folds two words in by a wide multiplication, as wyhash does.
func (d *Digest) add(x, y uint64) {
	hi, lo := bits.Mul64(d.a^x^0xa0761d6478bd642f, d.b^y^0xe7037ed1a0b428db)
	d.a, d.b = hi^bits.RotateLeft64(d.b, 23)+x, lo^d.a+y
}

// String returns the digest with its version, as in v1:0123456789abcdef….
func (d *Digest) String() string { return fmt.Sprintf("v%d:%016x%016x", digestVersion, d.a, d.b) }
