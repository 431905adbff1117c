package workload

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

const ms = time.Millisecond

func mustDuration(t testing.TB, text string) Duration {
	t.Helper()
	d, err := ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDurationsAreReadAndWritten(t *testing.T) {
	for _, c := range []struct {
		text, written string
		mean          time.Duration
	}{
		{"0s", "0s", 0},
		{"5ms", "5ms", 5 * ms},
		{" 1ms+2ms ", "3ms", 3 * ms},
		{"exp(5ms)", "exp(5ms)", 5 * ms},
		{"0.1ms + exp(0.4ms)", "100µs + exp(400µs)", ms / 2},
		{"exp( 1ms ) + exp(2ms)", "exp(1ms) + exp(2ms)", 3 * ms},
		{"uniform(1ms,5ms)", "uniform(1ms, 5ms)", 3 * ms},
		{"uniform(2ms, 2ms)", "uniform(2ms, 2ms)", 2 * ms},
		{"lognormal(20ms, 0)", "lognormal(20ms, 0)", 20 * ms},
		{"lognormal(20ms, 5e-1)", "lognormal(20ms, 0.5)", time.Duration(math.Round(20e6 * math.Exp(0.125)))},
		{"mix(95% 20ms, 5% exp(500ms))", "mix(95% 20ms, 5% exp(500ms))", 44 * ms},
		{"mix(50% 1ms + exp(1ms),50%uniform(0s,4ms)) + 1ms", "1ms + mix(50% 1ms + exp(1ms), 50% uniform(0s, 4ms))", 3 * ms},
		{"mix(33.3333333% 3ms, 33.3333333% 6ms, 33.3333333% 9ms)", "mix(33.3333333% 3ms, 33.3333333% 6ms, 33.3333333% 9ms)", 6 * ms},
		{"876000h", "876000h", longest},
		{"exp(876000h) + exp(876000h)", "exp(876000h) + exp(876000h)", longest},
	} {
		d := mustDuration(t, c.text)
		if d.String() != c.written {
			t.Errorf("%q is written %q, want %q", c.text, d, c.written)
		}
		if d.Mean() != c.mean {
			t.Errorf("the mean of %s is %v, want %v", d, d.Mean(), c.mean)
		}
		var again Duration
		if text, err := d.MarshalText(); err != nil || again.UnmarshalText(text) != nil || !reflect.DeepEqual(again, d) {
			t.Errorf("%q is read back as %v", d, again)
		}
	}
}

func TestDurationErrorsSayWhatIsAccepted(t *testing.T) {
	for text, want := range map[string]string{
		"":                              `"" is not a length of time; accepted is a number with a unit, as in 150ms, or ` + durationForms,
		"5":                             `"5" is not a length of time; accepted is a number with a unit, as in 150ms, or ` + durationForms,
		"5ms +":                         `"" is not a length of time; accepted is a number with a unit, as in 150ms, or ` + durationForms,
		"-5ms":                          `-5ms is negative; accepted is 0 or more, or ` + durationForms,
		"900000h":                       `900000h is too long; accepted is up to 876000h, or ` + durationForms,
		"876000h + 1ns":                 `"876000h + 1ns" is too long; accepted is up to 876000h`,
		"normal(5ms)":                   `"normal(5ms)": unknown distribution; accepted is ` + durationForms,
		"exp(5ms":                       `"exp(5ms": accepted is exp(MEAN)`,
		"exp()":                         `"exp()": "" is not a length of time; accepted is a number with a unit, as in 150ms`,
		"exp(1ms, 2ms)":                 `"exp(1ms, 2ms)": accepted is exp(MEAN)`,
		"uniform(5ms)":                  `"uniform(5ms)": accepted is uniform(FROM, TO)`,
		"uniform(5ms, 1ms)":             `"uniform(5ms, 1ms)": FROM exceeds TO; accepted is uniform(FROM, TO) with FROM up to TO`,
		"lognormal(5ms)":                `"lognormal(5ms)": accepted is lognormal(MEDIAN, SIGMA)`,
		"lognormal(5ms, 2ms)":           `"lognormal(5ms, 2ms)": SIGMA is "2ms"; accepted is a number from 0 to 5, the standard deviation of the logarithm`,
		"lognormal(5ms, 5.1)":           `"lognormal(5ms, 5.1)": SIGMA is "5.1"; accepted is a number from 0 to 5, the standard deviation of the logarithm`,
		"lognormal(5ms, NaN)":           `"lognormal(5ms, NaN)": SIGMA is "NaN"; accepted is a number from 0 to 5, the standard deviation of the logarithm`,
		"mix(95% 20ms":                  `"mix(95% 20ms": accepted is mix(95% 20ms, 5% exp(500ms))`,
		"mix(20ms, 5% 1s)":              `"mix(20ms, 5% 1s)": "20ms" has no share; accepted is mix(95% 20ms, 5% exp(500ms))`,
		"mix(x% 20ms)":                  `"mix(x% 20ms)": "x%" is not a share; accepted is from 0% to 100%`,
		"mix(95% 20ms, 6% 1s)":          `"mix(95% 20ms, 6% 1s)": the shares add up to 101%; accepted is 100%`,
		"mix(100% )":                    `"mix(100% )": "" is not a length of time; accepted is a number with a unit, as in 150ms, or ` + durationForms,
		"mix(100% mix(100% 1ms))":       `"mix(100% mix(100% 1ms))": "mix(100% 1ms)": a mix within a mix; accepted is one list of cases`,
		strings.Repeat("exp(", 100_000): `"` + strings.Repeat("exp(", 15) + `…": accepted is exp(MEAN)`,
	} {
		if _, err := ParseDuration(text); err == nil || err.Error() != want {
			t.Errorf("ParseDuration(%.40q) is\n\t%v, want\n\t%v", text, err, want)
		}
	}
}

func TestDurationsHaveTheirDistribution(t *testing.T) {
	const mean, median, sigma = 5e6, 20e6, 0.7
	exp := exponentialCDF(mean)
	for text, cdf := range map[string]func(float64) float64{
		"exp(5ms)":             exp,
		"uniform(1ms, 5ms)":    func(x float64) float64 { return (x - 1e6) / 4e6 },
		"lognormal(20ms, 0.7)": func(x float64) float64 { return normalCDF(math.Log(x/median) / sigma) },
		"3ms + exp(5ms)":       func(x float64) float64 { return exp(x - 3e6) },
		"exp(5ms) + exp(5ms)":  func(x float64) float64 { return 1 - math.Exp(-x/mean)*(1+x/mean) },
		"mix(90% exp(5ms), 10% 1s + exp(5ms))": func(x float64) float64 {
			return 0.9*exp(x) + 0.1*exp(max(x-1e9, 0))
		},
	} {
		t.Run(text, func(t *testing.T) {
			d, s := mustDuration(t, text), stream(2)
			const n = 100_000
			sample, sum, squares := make([]float64, n), 0.0, 0.0
			for i := range sample {
				x := float64(d.Draw(s))
				sample[i] = x
				sum += x
				squares += x * x
			}
			mean := sum / n
			closeTo(t, "the mean", mean, float64(d.Mean()), math.Sqrt((squares/n-mean*mean)/n))
			kolmogorovSmirnov(t, sample, cdf)
		})
	}
}

func TestAMixtureDrawsEachCaseByItsShare(t *testing.T) {
	d, s := mustDuration(t, "mix(0% 1ms, 70% 2ms, 25% 3ms, 5% 4ms, 0% 5ms)"), stream(3)
	counts := make([]int, 6)
	for range 100_000 {
		counts[d.Draw(s)/ms]++
	}
	if counts[1] > 0 || counts[5] > 0 {
		t.Errorf("cases with a share of 0%% came: %v", counts)
	}
	chiSquared(t, counts[2:5], []float64{0.70, 0.25, 0.05})
}

func TestNoLengthOverflows(t *testing.T) {
	for _, text := range []string{
		"876000h + exp(876000h) + exp(876000h) + exp(876000h)", "uniform(0s, 876000h)", "lognormal(876000h, 5)",
		"mix(100% 876000h + exp(876000h)) + exp(1ns)",
	} {
		d := mustDuration(t, text)
		for _, bits := range []constantSource{0, 1 << 62, math.MaxUint64} {
			if x := d.Draw(bits); x < 0 || x > longest {
				t.Errorf("%s draws %d", text, x)
			}
		}
		if m := d.Mean(); m < 0 || m > longest {
			t.Errorf("the mean of %s is %d", text, m)
		}
	}
}

func FuzzParseDuration(f *testing.F) {
	for _, text := range []string{"5ms", "0.1ms + exp(0.4ms)", "uniform(1ms, 2ms)", "lognormal(20ms, 0.5)", "mix(95% 20ms, 5% exp(500ms))", "exp(", "mix(%", "+", ")("} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDuration(text)
		if err != nil {
			return
		}
		again, err := ParseDuration(d.String())
		if err != nil || again.String() != d.String() {
			t.Fatalf("%q is written %q, which is read as %v, %v", text, d, again, err)
		}
		if x := d.Draw(stream(1)); x < 0 || x > longest {
			t.Fatalf("%q draws %d", text, x)
		}
	})
}

func BenchmarkDurationSteadyDraw(b *testing.B) {
	for _, text := range []string{"5ms", "exp(5ms)", "uniform(1ms, 5ms)", "lognormal(20ms, 0.5)", "mix(95% 20ms, 5% exp(500ms))", "0.1ms + exp(0.4ms)"} {
		b.Run(text, func(b *testing.B) {
			d, s := mustDuration(b, text), stream(1)
			b.ReportAllocs()
			for b.Loop() {
				d.Draw(s)
			}
		})
	}
}
