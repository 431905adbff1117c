package study_test

import (
	"context"
	"testing"

	"stampede/study"
)

// Every published figure and closed form holds.
func TestEveryClaimHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	t.Parallel()
	for _, v := range study.Verify(context.Background(), study.Claims(), nil) {
		if v.Err != nil || !v.Holds {
			t.Errorf("%s, %s: %s, want %s (%v)", v.Experiment, v.What, v.Number(v.Simulated), v.Interval(), v.Err)
		}
	}
}
