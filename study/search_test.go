package study_test

import (
	"context"
	"testing"

	"stampede/props"
	"stampede/strategies"
	"stampede/strategies/broken"
	"stampede/study"
)

// The kill table: each wrong variant is caught by the invariant that it names,
// within a thousand cases that were not made for it, and its story shrinks to
// what a person can read.
func TestWrongVariantsAreCaught(t *testing.T) {
	for _, p := range broken.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			f, tried, err := study.Search{Strategy: p, Seeds: 1000, Workers: 2}.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if f == nil || f.Invariant != p.Breaks {
				t.Fatalf("after %d cases: %+v, want a breach of %s", tried, f, p.Breaks)
			}
			small, err := f.Shrink()
			if err != nil {
				t.Fatal(err)
			}
			story, err := props.Tell(small.Case, p.Breaks)
			if err != nil || story == nil {
				t.Fatalf("no story: %v", err)
			}
			t.Logf("found by case %d, shrunk to seed %d\n%s", f.Case.Seed, small.Case.Seed, story)
			if n := small.Case.Scenario.Processes; n > 3 || story.Steps() > 15 {
				t.Errorf("%d processes and %d steps, want at most 3 and 15", n, story.Steps())
			}
		})
	}
}

// Whatever the number of workers, the finding is that of the lowest seed.
func TestTheFindingDoesNotDependOnTheWorkers(t *testing.T) {
	find := func(workers int) uint64 {
		f, _, err := study.Search{Strategy: broken.All()[1], Seeds: 500, Workers: workers}.Run(context.Background())
		if err != nil || f == nil {
			t.Fatalf("%v, %v", f, err)
		}
		return f.Case.Seed
	}
	if one, four := find(1), find(4); one != four {
		t.Errorf("one worker finds seed %d, four find %d", one, four)
	}
}

// From wherever the shrinking starts, it ends at one of a few cases in which
// nothing can be made duller: the ways to reach the same breach.
func TestShrinkingEndsAtAFewStories(t *testing.T) {
	for _, p := range broken.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			stories := make(map[string]uint64)
			from := uint64(0)
			for range 10 {
				f, _, err := study.Search{Strategy: p, From: from, Seeds: 2000, Workers: 2}.Run(context.Background())
				if err != nil || f == nil {
					t.Fatalf("%v, %v", f, err)
				}
				from = f.Case.Seed
				small, err := f.Shrink()
				if err != nil {
					t.Fatal(err)
				}
				story, err := props.Tell(small.Case, small.Invariant)
				if err != nil {
					t.Fatal(err)
				}
				if again, err := small.Shrink(); err != nil || again.Case.Seed != small.Case.Seed {
					t.Errorf("case %d is not shrunk to the end: %v", from, err)
				}
				stories[story.String()] = from
			}
			if len(stories) > 3 {
				t.Errorf("%d stories of one fault, want at most 3: %v", len(stories), stories)
			}
		})
	}
}

func TestRightStrategiesAreNotAccused(t *testing.T) {
	for _, p := range strategies.All() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			f, tried, err := study.Search{Strategy: p, Seeds: 2000, Workers: 2}.Run(context.Background())
			if err != nil || f != nil || tried != 2000 {
				t.Errorf("after %d cases: %+v, %v", tried, f, err)
			}
		})
	}
}
