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

// What a crash ends starts nothing more: neither what unwinds nor who does not know
// of the crash. After a restart only what starts then is there.
func TestACrashedProcessStartsNoJob(t *testing.T) {
	s := sim.New(sim.Config{})
	defer s.Close()
	p := s.NewProcess("p")
	started := ""
	start := func(name string) {
		p.Go(name, func() { started += name + " "; _ = p.Sleep(background, ms) })
	}
	p.Go("parent", func() {
		defer start("from a defer")
		_ = p.Sleep(background, ms)
	})
	start("waiting")
	_ = s.Run(0)
	p.Go("scheduled", func() { started += "too late " })
	p.Crash()
	func() {
		defer func() {
			if r := recover(); r != "sim: Process.Go: p has crashed; call Restart first" {
				t.Errorf("a job is started on a crashed process: %v", r)
			}
		}()
		start("from outside")
	}()
	p.Restart()
	start("new")
	for j := range p.Jobs() {
		if j.String() != "new" {
			t.Errorf("after the restart there is %s", j)
		}
	}
	if err := s.Run(10 * ms); err != nil || started != "waiting new " {
		t.Errorf("started %q (%v)", started, err)
	}
}
