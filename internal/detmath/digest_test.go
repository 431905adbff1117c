package detmath

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
)

// The digests are the portability test: they were made on amd64, and must come out of the same test on every
// other platform:
//
//	GOAMD64=v3 go test ./internal/detmath
//	GOARCH=386 go test ./internal/detmath
//	GOARCH=arm64 go test -exec qemu-aarch64 ./internal/detmath # likewise ppc64le, riscv64 and s390x
//	GOOS=js GOARCH=wasm go test -exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./internal/detmath
//
// A fused product seldom changes a result in its last bit, and many change none of a million: the digests catch
// what depends on the platform otherwise, while TestSourceKeepsTheRules catches each such product.
//
// A change to a function that changes its results changes them too, and with them every recorded run.
func TestSameBitsOnEveryPlatform(t *testing.T) {
	in := newInputs(9)
	for _, f := range []struct {
		name   string
		result func(i int) (y float64)
		digest string
	}{
		{"Log", func(i int) float64 { return Log(in.logInput(i)) }, "b6354439f8440ed0c8d66f6901d0afc3"},
		{"Exp", func(i int) float64 { return Exp(in.expInput(i)) }, "a8a943b095c584efcab061be7510e31d"},
		{"Sin", func(i int) float64 { return Sin(in.sinInput(i)) }, "27c49a0b922ea6704a323121fb5a376f"},
	} {
		t.Run(f.name, func(t *testing.T) {
			if got := digest(f.result); got != f.digest {
				t.Errorf("the digest is %s, want %s", got, f.digest)
			}
		})
	}
}

// digest hashes the bits of a million results.
func digest(result func(i int) float64) string {
	hash := sha256.New()
	block := make([]byte, 0, 8*1000)
	for i := range 1_000_000 {
		block = binary.LittleEndian.AppendUint64(block, math.Float64bits(result(i)))
		if len(block) == cap(block) {
			hash.Write(block)
			block = block[:0]
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}
