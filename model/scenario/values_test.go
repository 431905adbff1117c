package scenario

import (
	"strings"
	"testing"
	"time"
)

func TestLengthIsWrittenInItsShortestForm(t *testing.T) {
	for _, c := range []struct {
		length time.Duration
		want   string
	}{
		{0, "0s"},
		{1, "1ns"},
		{time.Microsecond, "1µs"},
		{100 * time.Millisecond, "100ms"},
		{1500 * time.Millisecond, "1.5s"},
		{time.Minute, "1m"},
		{90 * time.Second, "90s"},
		{time.Hour, "1h"},
		{90 * time.Minute, "90m"},
		{25 * time.Hour, "25h"},
		{20000 * time.Second, "20000s"},
		{time.Hour + time.Second, "3601s"},
		{100*time.Hour + time.Minute, "6001m"},
		{time.Hour + time.Millisecond, "3600001ms"},
		{-time.Minute, "-1m"},
		{1<<63 - 1, "2562047h47m16.854775807s"},
	} {
		got := Length(c.length).String()
		if got != c.want {
			t.Errorf("%d ns is written %s, want %s", c.length, got, c.want)
		}
		if back, err := time.ParseDuration(got); err != nil || back != c.length {
			t.Errorf("%s reads back as %d ns, %v", got, back, err)
		}
	}
}

func TestValuesReadBackWhatTheyWrite(t *testing.T) {
	type value interface {
		String() string
		UnmarshalText([]byte) error
	}
	for _, c := range []struct {
		v     value
		texts string
	}{
		{new(Length), "0s 1ns 1µs 150ms 1.5s 90s 1m 20000s 87600h"},
		{new(Rate), "0/s 0.5/s 200/s 1000000000/s 0.1/s 0.000001/s"},
		{new(Jitter), "0% 10% 55% 33.3% 1000% 1e-300% 500ms 1m"},
		{new(Start), "cold warm"},
	} {
		for text := range strings.FieldsSeq(c.texts) {
			if err := c.v.UnmarshalText([]byte(text)); err != nil {
				t.Error(err)
			} else if got := c.v.String(); got != text {
				t.Errorf("%T %s is written %s", c.v, text, got)
			}
		}
	}
}

func TestJitterIsAShareOrALength(t *testing.T) {
	for text, want := range map[string]time.Duration{"0%": 0, "50%": time.Second, "7%": 140 * time.Millisecond, "500ms": 500 * time.Millisecond, "0": 0} {
		var j Jitter
		if err := j.UnmarshalText([]byte(text)); err != nil {
			t.Error(err)
		} else if got := j.Of(2 * time.Second); got != want {
			t.Errorf("%s of 2s is %v, want %v", text, got, want)
		}
	}
}
