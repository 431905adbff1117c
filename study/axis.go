package study

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"stampede/model/scenario"
)

// Axis is a setting and the values that a sweep gives to it, as
// [scenario.Scenario.Set] takes them.
type Axis struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// valuesMax bounds the values of an axis.
const valuesMax = 10_000

const axisForms = "NAME=VALUE,VALUE,… or NAME=FROM:TO:linN or NAME=FROM:TO:logN, as in beta=0.25:4:log9"

// ParseAxis reads what a sweep varies: a list of values, as in ttl=1s,2s,5s, or
// N values from one to another with equal differences (lin) or equal ratios
// (log), as in beta=0.25:4:log9. Such values are rounded to four digits, or to
// whole numbers where the setting takes no others. Each must be one that the
// scenario accepts.
func ParseAxis(text string, s scenario.Scenario) (Axis, error) {
	name, list, ok := strings.Cut(text, "=")
	if !ok || name == "" || list == "" {
		return Axis{}, fmt.Errorf("%q is no axis; accepted is %s", text, axisForms)
	}
	axis := Axis{Name: name}
	if parts := strings.Split(list, ":"); len(parts) == 3 {
		values, err := spread(parts[0], parts[1], parts[2])
		if err != nil {
			return Axis{}, fmt.Errorf("%q: %w", text, err)
		}
		for _, v := range values {
			exact := v.written(4)
			if tryout := s; tryout.Set(name+"="+exact) != nil {
				exact = v.written(0)
			}
			axis.Values = append(axis.Values, exact)
		}
	} else {
		for v := range strings.SplitSeq(list, ",") {
			axis.Values = append(axis.Values, strings.TrimSpace(v))
		}
	}
	for i, v := range axis.Values {
		tryout := s
		if err := tryout.Set(name + "=" + v); err != nil {
			return Axis{}, scenario.NotSet(err, "")
		}
		if slices.Contains(axis.Values[:i], v) {
			return Axis{}, fmt.Errorf("%q: %s stands twice", text, v)
		}
	}
	return axis, nil
}

// quantity is a number with a unit behind it, as in 1.5s, 50% or 2000/s.
type quantity struct {
	number float64
	unit   string
}

// written returns the quantity to that many significant digits; 0 stands for a
// whole number.
func (q quantity) written(digits int) string {
	if digits == 0 {
		return strconv.FormatFloat(math.Round(q.number), 'f', 0, 64) + q.unit
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(q.number, 'e', digits-1, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64) + q.unit
}

var (
	quantityPattern = regexp.MustCompile(`^([0-9]*\.?[0-9]+)([^0-9.]*)$`)
	stepsPattern    = regexp.MustCompile(`^(lin|log)([0-9]{1,5})$`)
)

// spread returns the quantities from one to another, both included.
func spread(from, to, steps string) ([]quantity, error) {
	a, b := quantityPattern.FindStringSubmatch(from), quantityPattern.FindStringSubmatch(to)
	if a == nil || b == nil || a[2] != b[2] {
		return nil, fmt.Errorf("%s and %s are no range; accepted are two numbers with the same unit, as in 0.5s:10s:lin5", from, to)
	}
	low, _ := strconv.ParseFloat(a[1], 64)
	high, _ := strconv.ParseFloat(b[1], 64)
	how := stepsPattern.FindStringSubmatch(steps)
	n := 0
	if how != nil {
		n, _ = strconv.Atoi(how[2])
	}
	if n < 2 || n > valuesMax {
		return nil, fmt.Errorf("%s is no number of steps; accepted is lin or log and a number from 2 to %d, as in log9", steps, valuesMax)
	}
	if how[1] == "log" && (low <= 0 || high <= 0) {
		return nil, fmt.Errorf("equal ratios cannot begin or end at 0; accepted is lin%d, or ends above 0", n)
	}
	values := make([]quantity, n)
	for i := range values {
		share := float64(i) / float64(n-1)
		v := low + float64(share*(high-low))
		if how[1] == "log" {
			v = float64(low * math.Pow(high/low, share)) // its last bits vary by platform, and are rounded off
		}
		values[i] = quantity{v, a[2]}
	}
	return values, nil
}
