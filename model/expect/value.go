package expect

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"stampede/model/observe"
)

// value is a number with its unit, and the text that it was written as.
type value struct {
	text string
	unit Unit
	of   float64 // milliseconds of a length, percent of a share
}

// parseValue reads a value; false if it is none.
func parseValue(text string) (value, bool) {
	v := value{text: text, unit: Count}
	number := text
	if n, ok := strings.CutSuffix(text, "%"); ok {
		number, v.unit = n, Share
	} else if n, ok := strings.CutSuffix(text, "/s"); ok {
		number, v.unit = n, Rate
	} else if d, err := time.ParseDuration(text); err == nil && text != "0" {
		v.unit, v.of = Length, observe.Milliseconds(d)
		return v, true
	}
	if number == "" || strings.Trim(number, "+-.0123456789eE") != "" {
		return value{}, false
	}
	x, err := strconv.ParseFloat(number, 64)
	v.of = x
	return v, err == nil
}

// write writes the value of a metric, as a line would.
func write(x float64, u Unit) string {
	switch u {
	case Length:
		// What is finer than a microsecond is not measured.
		return (time.Duration(math.Round(1000*x)) * time.Microsecond).String()
	case Share:
		return decimal(x) + "%"
	case Rate:
		return decimal(x) + "/s"
	}
	return decimal(x)
}

// decimal writes a number to three decimals at most.
func decimal(x float64) string {
	s := fmt.Sprintf("%.3f", x)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
