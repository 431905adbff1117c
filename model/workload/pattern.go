package workload

import (
	"fmt"
	"time"
)

// Pattern says when requests arrive. Its instants count from its beginning.
type Pattern interface {
	// Validate reports the first field that is out of its range, as an
	// [*Invalid].
	Validate() error

	// Expected returns how many requests arrive on average before an instant.
	// The number of keys that they are for concerns [WarmUp] only.
	Expected(keys int, until time.Duration) float64

	// Arrivals begins the pattern, which must be valid. It ends at until.
	Arrivals(keys int, until time.Duration) Arrivals
}

// Arrivals yields the instants of a pattern one by one, in the order of time;
// several may be at one instant. It keeps its place, but neither the random
// stream nor the instants: its memory does not grow.
type Arrivals interface {
	// Next returns the next instant, in whole nanoseconds; false if there is no
	// other before the end.
	Next(s Source) (at time.Duration, ok bool)
}

// Invalid says which field is out of its range.
type Invalid struct {
	Field    string // in lower case, as in peak-at
	Value    string
	Accepted string // its range
}

// Error returns one line, as in "rate is 0; accepted is more than 0, up to
// 1000000000 per second".
func (e *Invalid) Error() string {
	return fmt.Sprintf("%s is %s; accepted is %s", e.Field, e.Value, e.Accepted)
}

// RateMax is the highest rate, in requests per second: one each nanosecond.
const RateMax = 1e9

// fields keeps the first field that is out of its range.
type fields struct{ failed *Invalid }

func (f *fields) that(ok bool, field string, value any, accepted string) {
	if f.failed == nil && !ok {
		f.failed = &Invalid{field, clip(fmt.Sprint(value)), accepted}
	}
}

// positive checks a rate that must not be 0.
func (f *fields) positive(field string, rate float64) {
	f.that(rate > 0 && rate <= RateMax, field, formatNumber(rate), "more than 0, up to "+formatNumber(RateMax)+" per second")
}

// rate checks a rate that may be 0.
func (f *fields) rate(field string, rate float64) {
	f.that(rate >= 0 && rate <= RateMax, field, formatNumber(rate), "from 0 to "+formatNumber(RateMax)+" per second")
}

func (f *fields) length(field string, d, least time.Duration) {
	accepted := fmt.Sprintf("from %v to %v", Length(least), Length(longest))
	if least == 1 {
		accepted = fmt.Sprintf("more than 0s, up to %v", Length(longest))
	}
	f.that(d >= least && d <= longest, field, Length(d), accepted)
}

func (f *fields) err() error {
	if f.failed == nil {
		return nil
	}
	return f.failed
}
