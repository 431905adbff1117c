package proptest_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"stampede/props/proptest"
	"stampede/strategies"
)

// Each family of strategies is a target for go test -fuzz.

func FuzzNaive(f *testing.F)        { fuzz(f, strategies.Choices{}) }
func FuzzJitter(f *testing.F)       { fuzz(f, strategies.Choices{Jitter: true, Lock: true}) }
func FuzzSingleflight(f *testing.F) { fuzz(f, strategies.Choices{Singleflight: true}) }
func FuzzLock(f *testing.F)         { fuzz(f, strategies.Choices{Lock: true}) }
func FuzzNotify(f *testing.F)       { fuzz(f, strategies.Choices{Lock: true, Notify: true}) }
func FuzzWatchdog(f *testing.F)     { fuzz(f, strategies.Choices{Lock: true, Watchdog: true}) }
func FuzzFenced(f *testing.F)       { fuzz(f, strategies.Choices{Lock: true, Fenced: true}) }
func FuzzTwoTier(f *testing.F)      { fuzz(f, strategies.Choices{Singleflight: true, Lock: true}) }
func FuzzFallThrough(f *testing.F)  { fuzz(f, strategies.Choices{Lock: true, FallThrough: true}) }
func FuzzLease(f *testing.F)        { fuzz(f, strategies.Choices{Lease: true}) }
func FuzzRedlock(f *testing.F)      { fuzz(f, strategies.Choices{Redlock: true}) }
func FuzzXFetch(f *testing.F)       { fuzz(f, strategies.Choices{XFetch: true}) }
func FuzzXFetchLock(f *testing.F)   { fuzz(f, strategies.Choices{XFetch: true, Lock: true}) }
func FuzzSWR(f *testing.F)          { fuzz(f, strategies.Choices{SWR: true, Lock: true}) }
func FuzzLogicalTTL(f *testing.F)   { fuzz(f, strategies.Choices{LogicalTTL: true, Lock: true}) }
func FuzzRefreshAhead(f *testing.F) { fuzz(f, strategies.Choices{RefreshAhead: true, Lock: true}) }
func FuzzScheduled(f *testing.F)    { fuzz(f, strategies.Choices{Scheduled: true}) }
func FuzzFailSafe(f *testing.F)     { fuzz(f, strategies.Choices{FailSafe: true, Lock: true}) }
func FuzzNegative(f *testing.F)     { fuzz(f, strategies.Choices{Negative: true, Lock: true}) }
func FuzzOriginGuard(f *testing.F)  { fuzz(f, strategies.Choices{OriginGuard: true}) }

// fuzz makes a target of what Check checks. A few corpora of noise, long enough for
// every choice of a case, are its seeds.
func fuzz(f *testing.F, c strategies.Choices) {
	if err := c.Validate(); err != nil {
		f.Fatal(err)
	}
	noise := rand.NewChaCha8([32]byte{})
	for range 4 {
		seed := make([]byte, 4096)
		_, _ = noise.Read(seed) // it never fails
		f.Add(seed)
	}
	f.Fuzz(rapid.MakeFuzz(proptest.Property(strategies.Composed(c).New, proptest.Options{Choices: c})))
}
