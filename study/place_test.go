package study_test

import (
	"slices"
	"strings"
	"testing"

	"stampede/study"
)

func TestPlacesOfTheValuesOfAnAxis(t *testing.T) {
	t.Parallel()
	for values, want := range map[string][]float64{
		"500ms 1s 2m":       {0.5, 1, 120},
		"0.25 0.3536 4":     {0.25, 0.3536, 4},
		"0 1":               {0, 1},
		"0% 25% 50%":        {0, 25, 50},
		"10/s 100/s":        {10, 100},
		"5ms exp(5ms) 10ms": {1, 2, 3},
		"10/s 100/m":        {1, 2},
		"1s 1000ms":         {1, 2},
		"5 1 3":             {5, 1, 3},
	} {
		if got := (study.Axis{Name: "x", Values: strings.Fields(values)}).Places(); !slices.Equal(got, want) {
			t.Errorf("%s: at %v, want %v", values, got, want)
		}
	}
}
