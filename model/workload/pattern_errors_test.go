package workload

import (
	"errors"
	"math"
	"testing"
	"time"
)

func TestPatternErrorsSayWhatIsAccepted(t *testing.T) {
	on := Exponential(time.Second)
	for _, c := range []struct {
		pattern Pattern
		want    string
	}{
		{Steady{}, "rate is 0; accepted is more than 0, up to 1000000000 per second"},
		{Steady{Rate: 2e9}, "rate is 2000000000; accepted is more than 0, up to 1000000000 per second"},
		{Poisson{Rate: math.NaN()}, "rate is NaN; accepted is more than 0, up to 1000000000 per second"},
		{Poisson{Rate: -1}, "rate is -1; accepted is more than 0, up to 1000000000 per second"},
		{Bursts{On: on, Off: on}, "rate is 0; accepted is more than 0, up to 1000000000 per second"},
		{Bursts{Rate: 1, OffRate: -1, On: on, Off: on}, "off-rate is -1; accepted is from 0 to 1000000000 per second"},
		{Bursts{Rate: 1, OffRate: 2, On: on, Off: on}, "off-rate is 2; accepted is up to the rate in a burst, 1"},
		{Bursts{Rate: 1, Off: on}, "on is 0s; accepted is a mean of 1µs or more"},
		{Bursts{Rate: 1, On: on, Off: Exponential(10)}, "off is exp(10ns); accepted is a mean of 1µs or more"},
		{Ramp{From: -1, To: 1, Over: 1}, "from is -1; accepted is from 0 to 1000000000 per second"},
		{Ramp{From: 1, To: math.Inf(1), Over: 1}, "to is +Inf; accepted is from 0 to 1000000000 per second"},
		{Ramp{Over: 1}, "to is 0 as is from; accepted is a rate above 0 for one of them"},
		{Ramp{From: 1, To: 2}, "over is 0s; accepted is more than 0s, up to 876000h"},
		{Flash{Base: 2, Peak: 1, Hold: 1}, "peak is 1; accepted is the base, 2, or more"},
		{Flash{Peak: 1, At: -1, Hold: 1}, "at is -1ns; accepted is from 0s to 876000h"},
		{Flash{Peak: 1}, "hold is 0s as is decay; accepted is a length above 0 for one of them"},
		{Daily{Mean: 1, Peak: 2.1}, "peak is 2.1; accepted is from the mean, 1, to twice the mean, for the lowest rate is as far below the mean"},
		{Daily{Mean: 1, Peak: 2, Period: 1}, "period is 1ns; accepted is from 64ns to 876000h"},
		{Daily{Mean: 1, Peak: 2, PeakAt: -1}, "peak-at is -1ns; accepted is from 0s to 876000h"},
		{Cron{Count: 1}, "every is 0s; accepted is more than 0s, up to 876000h"},
		{Cron{Every: 1}, "count is 0; accepted is from 1 to 100000000"},
		{Cron{Every: ms, Count: 1, Spread: 2 * ms}, "spread is 2ms; accepted is from 0s to the time between two, 1ms"},
		{WarmUp{Within: -1}, "within is -1ns; accepted is from 0s to 876000h"},
	} {
		err := c.pattern.Validate()
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v:\n\t%v, want\n\t%s", c.pattern, err, c.want)
		}
		if _, ok := errors.AsType[*Invalid](err); !ok {
			t.Errorf("%+v: the error is a %T", c.pattern, err)
		}
	}
	for _, p := range patterns {
		if err := p.pattern.Validate(); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
	if err := (Daily{Mean: 1, Peak: 1}).Validate(); err != nil {
		t.Error(err)
	}
}
