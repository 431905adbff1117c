package sim_test

import (
	"fmt"
	"testing"
	"time"

	"stampede/sim"
)

func TestJobsAreThoseThatHaveNotEndedInTheOrderTheyStarted(t *testing.T) {
	s := sim.New(sim.Config{})
	defer s.Close()
	p := s.NewProcess("p")
	jobs := func() (names string) {
		for j := range p.Jobs() {
			names += j.String() + " "
		}
		return names
	}
	for i := range 4 {
		p.Go(fmt.Sprint(i), func() { _ = p.Sleep(background, ms*[]time.Duration{3, 1, 4, 2}[i]) })
	}
	for _, want := range []string{"0 1 2 3 ", "0 2 3 ", "0 2 ", "2 ", ""} {
		if got := jobs(); got != want {
			t.Errorf("at %v: %q, want %q", s.Now(), got, want)
		}
		_ = s.Run(s.Now() + ms)
	}
	p.Go("5", func() { _ = p.Sleep(background, ms) })
	p.Crash()
	if got := jobs(); got != "" {
		t.Errorf("after a crash: %q, want none", got)
	}
}
