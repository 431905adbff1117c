package observe

import (
	"encoding/binary"
	"time"
)

// Payload is the value that the test origin stores: it lets an observer tell a
// value's version and age, in every world, from the value alone.
type Payload struct {
	Version uint64
	ReadAt  time.Duration // when the origin began to read it, since the start of the run
}

const payloadSize = 16

// Encode returns the payload's bytes.
func (p Payload) Encode() []byte {
	b := make([]byte, payloadSize)
	binary.BigEndian.PutUint64(b, p.Version)
	binary.BigEndian.PutUint64(b[8:], uint64(p.ReadAt))
	return b
}

// DecodePayload reads a payload; it reports false for other bytes.
func DecodePayload(b []byte) (Payload, bool) {
	if len(b) != payloadSize {
		return Payload{}, false
	}
	return Payload{
		Version: binary.BigEndian.Uint64(b),
		ReadAt:  time.Duration(binary.BigEndian.Uint64(b[8:])),
	}, true
}
