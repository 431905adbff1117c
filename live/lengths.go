package live

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"stampede/model/observe"
)

// Lengths are measured lengths of time, in order.
type Lengths []time.Duration

func sorted(l []time.Duration) Lengths {
	slices.Sort(l)
	return l
}

// Merge returns all of both.
func Merge(a, b Lengths) Lengths { return sorted(slices.Concat(a, b)) }

// Quantile returns the length that a share of them, from 0 to 1, does not exceed;
// 0 if there are none.
func (l Lengths) Quantile(share float64) time.Duration {
	if len(l) == 0 {
		return 0
	}
	return l[min(int(share*float64(len(l))), len(l)-1)]
}

// Beyond returns the sum of what each is longer than d.
func (l Lengths) Beyond(d time.Duration) (sum time.Duration) {
	for _, length := range l {
		sum += max(length-d, 0)
	}
	return sum
}

// least is about the shortest: not the very one, which is an accident.
func (l Lengths) least() time.Duration { return l.Quantile(0.01) }

// plus returns the lengths with d added, at least 0.
func (l Lengths) plus(d time.Duration) Lengths {
	longer := make(Lengths, len(l))
	for i := range l {
		longer[i] = max(l[i]+d, 0)
	}
	return longer
}

// cuts are the shares between which a distribution is taken to be uniform. More
// would not fit into a setting.
var cuts = []float64{0.25, 0.5, 0.75, 0.95, 0.99}

// distribution writes the lengths as a scenario's distribution, which has the same
// quantiles up to the last of the cuts. What is longer was met by all clients at one
// time, when the machine stood still, and they would draw it each on its own.
func (l Lengths) distribution() string {
	if len(l) == 0 {
		return "0s"
	}
	var parts []string
	for i, to := range cuts {
		share := 100 * to
		from := l.least()
		if i > 0 {
			share = 100 * (to - cuts[i-1])
			from = l.Quantile(cuts[i-1])
		}
		parts = append(parts, fmt.Sprintf("%.4g%% uniform(%v, %v)", share, whole(from), whole(max(l.Quantile(to), from))))
	}
	top := cuts[len(cuts)-1]
	from := l.Quantile(top)
	parts = append(parts, fmt.Sprintf("%.4g%% %v", 100*(1-top), whole(from)))
	return "mix(" + strings.Join(parts, ", ") + ")"
}

// whole rounds a length to microseconds, the grain of what can be measured.
func whole(d time.Duration) time.Duration { return d.Round(time.Microsecond) }

// MarshalJSON writes some quantiles.
func (l Lengths) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Count int     `json:"count"`
		P50   float64 `json:"p50_ms"`
		P90   float64 `json:"p90_ms"`
		P99   float64 `json:"p99_ms"`
		Max   float64 `json:"max_ms"`
	}{
		len(l), observe.Milliseconds(l.Quantile(0.5)), observe.Milliseconds(l.Quantile(0.9)),
		observe.Milliseconds(l.Quantile(0.99)), observe.Milliseconds(l.Quantile(1)),
	})
}
