package workload

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	// longest is the most that a length of time can be, 100 years: two of them
	// can be added.
	longest = 100 * 365 * 24 * time.Hour

	// never is after every instant.
	never = time.Duration(1<<63 - 1)
)

// length converts nanoseconds, 0 or more, to a length of time. It rounds down,
// and what is too long becomes the longest: the conversion of a float that no
// integer can hold depends on the platform.
func length(ns float64) time.Duration {
	if ns < float64(longest) {
		return time.Duration(ns)
	}
	return longest
}

func parseLength(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s is not a length of time; accepted is a number with a unit, as in 150ms", quote(text))
	case d < 0:
		return 0, fmt.Errorf("%s is negative; accepted is 0 or more", text)
	case d > longest:
		return 0, fmt.Errorf("%s is too long; accepted is up to %v", text, Length(longest))
	}
	return d, nil
}

var errNumber = errors.New("not a number")

// parseNumber reads a finite decimal number. It leaves out what strconv accepts
// besides: hexadecimal, infinities and NaN.
func parseNumber(text string) (float64, error) {
	if text == "" || strings.Trim(text, "+-.0123456789eE") != "" {
		return 0, errNumber
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, errNumber
	}
	return x, nil
}

// parsePercent reads a share as in 95%, and returns the 95.
func parsePercent(text string) (float64, error) {
	number, ok := strings.CutSuffix(text, "%")
	x, err := parseNumber(strings.TrimSpace(number))
	if !ok || err != nil || !(x >= 0 && x <= 100) {
		return 0, fmt.Errorf("%s is not a share; accepted is from 0%% to 100%%", quote(text))
	}
	return x, nil
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// quoteMax is how much of a value an error repeats, in characters.
const quoteMax = 60

func quote(text string) string { return strconv.Quote(clip(text)) }

func clip(text string) string {
	if r := []rune(text); len(r) > quoteMax {
		return string(r[:quoteMax]) + "…"
	}
	return text
}
