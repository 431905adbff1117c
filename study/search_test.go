package study_test

import (
	"context"
	"flag"
	"slices"
	"testing"

	"stampede/model/fault"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
	"stampede/strategies/broken"
	"stampede/study"
)

// thorough makes the searches of these tests longer.
var thorough = flag.Int("thorough", 1, "how many times as many cases to search")

// space is all cases of a strategy.
func space(p strategies.Preset) generate.Space {
	return generate.Space{Strategy: p, Faults: fault.Kinds()}
}

// The kill table: each wrong variant is caught by the invariant that it names,
// within a thousand cases that were not made for it.
func TestWrongVariantsAreCaught(t *testing.T) {
	t.Parallel()
	for _, p := range broken.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			f, tried, err := study.Search{Space: space(p), Invariant: p.Breaks, Seeds: 1000, Workers: 1}.Run(context.Background())
			if err != nil || f == nil {
				t.Fatalf("after %d cases: %v; want a breach of %s", tried, err, p.Breaks)
			}
			t.Logf("found by case %d", f.Case.Seed)
		})
	}
}

// told are wrong variants of all kinds, whose stories are cheap to shrink.
var told = []string{
	"lock-plain-del", "lock-no-ttl", "lock-repair-ttl", "lock-fixed-name", "lock-short-ttl", "lock-notify-blindly",
	"negative-forgotten", "unfenced", "lease-not-voided", "xfetch-log-of-zero", "swr-leaked-ttl",
}

// A story shrinks to what a person can read.
func TestStoriesAreShort(t *testing.T) {
	t.Parallel()
	for _, p := range broken.All() {
		if *thorough == 1 && !slices.Contains(told, p.Name) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			f, _, err := study.Search{Space: space(p), Invariant: p.Breaks, Seeds: 1000, Workers: 1}.Run(context.Background())
			if err != nil || f == nil {
				t.Fatalf("%v, %v", f, err)
			}
			small, err := f.Shrink()
			if err != nil {
				t.Fatal(err)
			}
			story, err := props.Tell(small.Case, p.Breaks)
			if err != nil || story == nil {
				t.Fatalf("no story: %v", err)
			}
			t.Logf("shrunk to seed %d\n%s", small.Case.Seed, story)
			if sc := small.Case.Scenario; sc.Processes > 3 || len(sc.Faults) > 2 || story.Steps() > 15 {
				t.Errorf("%d processes, %d faults and %d steps, want at most 3, 2 and 15", sc.Processes, len(sc.Faults), story.Steps())
			}
		})
	}
}

// Whatever the number of workers, the finding is that of the lowest seed.
func TestTheFindingDoesNotDependOnTheWorkers(t *testing.T) {
	find := func(workers int) uint64 {
		f, _, err := study.Search{Space: space(broken.All()[1]), Seeds: 500, Workers: workers}.Run(context.Background())
		if err != nil || f == nil {
			t.Fatalf("%v, %v", f, err)
		}
		return f.Case.Seed
	}
	if one, four := find(1), find(4); one != four {
		t.Errorf("one worker finds seed %d, four find %d", one, four)
	}
}

// A shrunk case breaks what the found one did, is told the same each time it is
// shrunk, and has no more in it.
func TestShrinkingKeepsTheBreachAndRepeats(t *testing.T) {
	t.Parallel()
	for _, p := range broken.All()[:2] {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			from := uint64(0)
			for range 3 * *thorough {
				f, _, err := study.Search{Space: space(p), Invariant: p.Breaks, From: from, Seeds: 2000, Workers: 2}.Run(context.Background())
				if err != nil || f == nil {
					t.Fatalf("%v, %v", f, err)
				}
				from = f.Case.Seed
				small, first := shrunk(t, f)
				if _, second := shrunk(t, f); second != first {
					t.Errorf("case %d shrinks to\n%s\nand then to\n%s", from, first, second)
				}
				before, after := f.Case.Scenario, small.Case.Scenario
				if after.Processes > before.Processes || len(after.Faults) > len(before.Faults) || after.Keys > before.Keys {
					t.Errorf("case %d grew: %d processes, %d faults, %d keys became %d, %d, %d", from, before.Processes,
						len(before.Faults), before.Keys, after.Processes, len(after.Faults), after.Keys)
				}
			}
		})
	}
}

// shrunk shrinks a finding and tells its story, which there must be.
func shrunk(t *testing.T, f *study.Finding) (*study.Finding, string) {
	t.Helper()
	small, err := f.Shrink()
	if err != nil {
		t.Fatal(err)
	}
	story, err := props.Tell(small.Case, f.Invariant)
	if err != nil || story == nil {
		t.Fatalf("the shrunk case does not break %s: %v", f.Invariant, err)
	}
	return small, story.String()
}

// A search that accuses nobody has met what it is about.
func TestRightStrategiesAreNotAccused(t *testing.T) {
	t.Parallel()
	seeds := uint64(1000 * *thorough)
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			var seen props.Sightings
			f, tried, err := study.Search{Space: space(p), Seeds: seeds, Workers: 1, Sightings: &seen}.Run(context.Background())
			if err != nil || f != nil || tried != seeds {
				t.Errorf("after %d cases: %+v, %v", tried, f, err)
			}
			for _, s := range seen.Due(p.Choices, fault.Kinds()) {
				if s.Missed(tried) {
					t.Errorf("in %d cases there is none in which %s", tried, s.Says)
				}
			}
		})
	}
}
