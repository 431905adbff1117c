package scenario

import (
	"fmt"
	"strings"
)

// Share is a part of a whole in percent, as in 25%.
type Share float64

// Of returns the share as a factor: 0.25 for 25%.
func (s Share) Of() float64 { return float64(s) / 100 }

// String writes the share as it is read.
func (s Share) String() string { return formatNumber(float64(s)) + "%" }

// MarshalText writes the share for a scenario file.
func (s Share) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a share.
func (s *Share) UnmarshalText(text []byte) error {
	number, ok := strings.CutSuffix(string(text), "%")
	v, err := parseNumber(strings.TrimSpace(number))
	if !ok || err != nil {
		return fmt.Errorf("%s is not a share; accepted is a number in percent, as in 25%%", quote(string(text)))
	}
	*s = Share(v)
	return nil
}

func (c *check) share(path string, s Share, most Share) {
	c.that(s >= 0 && s <= most, path, s, "from 0%% to %v", most)
}
