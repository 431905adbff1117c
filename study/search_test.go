package study_test

import (
	"context"
	"flag"
	"slices"
	"testing"

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
	return generate.Space{Strategy: p, Faults: generate.Kinds()}
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

// unbreakable are the invariants that no strategy can break.
var unbreakable = []string{
	"one-answer", // a strategy only returns; that this ends its read, once, is the world's doing
}

// A monitor that never speaks up proves nothing: each invariant has a wrong variant
// that it catches, and in some case it alone.
func TestEachInvariantAloneCatchesAVariant(t *testing.T) {
	t.Parallel()
	for _, inv := range props.All() {
		if slices.Contains(unbreakable, inv.Name) {
			continue
		}
		t.Run(inv.Name, func(t *testing.T) {
			t.Parallel()
			for _, p := range broken.All() {
				if p.Breaks == inv.Name && breaksAlone(t, p) {
					return
				}
			}
			t.Error("there is no wrong variant that nothing else catches")
		})
	}
}

// breaksAlone tells whether a wrong variant breaks in some case what it names, and
// nothing else.
func breaksAlone(t *testing.T, p strategies.Preset) bool {
	t.Helper()
	for seed := range uint64(200) {
		c := space(p).Case(generate.Seeded(seed))
		c.Seed = seed
		if names, err := props.Broken(c); err != nil {
			t.Fatal(err)
		} else if slices.Equal(names, []string{p.Breaks}) {
			return true
		}
	}
	return false
}

// That equal tokens do not hide a foreign delete is shown only where there are some:
// a variant has them, and no right strategy.
func TestTokensAreEqualWhereTheyAreConstant(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]bool{"lock-constant-token": true, "lock": false} {
		p, err := study.Strategy(name)
		if err != nil {
			t.Fatal(err)
		}
		var seen props.Sightings
		f, tried, err := study.Search{Space: space(p), Seeds: 200, Workers: 1, Sightings: &seen}.Run(context.Background())
		if err != nil || (f != nil) != wrong || (seen.Cases("equal tokens") > 0) != wrong {
			t.Errorf("%s, after %d cases: %+v, %v; tokens were equal in %d", name, tried, f, err, seen.Cases("equal tokens"))
		}
	}
}

// slow are the wrong variants whose smallest case takes seconds to find, or is too
// large to be found so.
var slow = []string{
	"lock-no-recheck", "lock-get-then-del", "lock-without-end", "lock-fall-through-all", "watchdog-one-failure", "watchdog-once",
	"watchdog-any-lock", "guard-per-key",
}

// exact are variants that are found by more than one case, to see that what these shrink
// to is the same.
var exact = []string{
	"lock-plain-del", "lock-short-ttl", "lock-repair-ttl", "lock-only-looks", "lock-decides-once", "unfenced",
	"lease-not-voided", "singleflight-dropped-turns", "swr-borrowed-context", "negative-forgotten",
}

// A story shrinks to what a person can read. And shrinking is exact: from whatever case
// a variant was caught by, its story is the same to the letter.
func TestStoriesAreShortAndExact(t *testing.T) {
	t.Parallel()
	for _, p := range broken.All() {
		if *thorough == 1 && slices.Contains(slow, p.Name) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			first := find(t, p, 0)
			small, story := shrunk(t, first)
			t.Logf("\n%s", story)
			if sc := small.Case.Scenario; sc.Processes > 3 || len(sc.Faults) > 2 || story.Steps() > 15 {
				t.Errorf("%d processes, %d faults and %d steps, want at most 3, 2 and 15", sc.Processes, len(sc.Faults), story.Steps())
			}
			if !slices.Contains(exact, p.Name) {
				return
			}
			from := first.Case.Seed
			for range min(2**thorough, 10) - 1 {
				f := find(t, p, from)
				from = f.Case.Seed
				if _, s := shrunk(t, f); s.String() != story.String() {
					t.Errorf("case %d is told as\n%s\nand the first as\n%s", from, s, story)
				}
			}
		})
	}
}

// find returns the first case after a seed that breaks what a wrong variant says it
// breaks.
func find(t *testing.T, p strategies.Preset, from uint64) *study.Finding {
	t.Helper()
	f, tried, err := study.Search{Space: space(p), Invariant: p.Breaks, From: from, Seeds: 2000, Workers: 1}.Run(context.Background())
	if err != nil || f == nil {
		t.Fatalf("after %d cases: %v; want a breach of %s", tried, err, p.Breaks)
	}
	return f
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

// shrunk shrinks a finding and tells its story, which there must be.
func shrunk(t *testing.T, f *study.Finding) (*study.Finding, *props.Story) {
	t.Helper()
	small, err := f.Shrink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	story, err := props.Tell(small.Case, f.Invariant)
	if err != nil || story == nil {
		t.Fatalf("the shrunk case does not break %s: %v", f.Invariant, err)
	}
	return small, story
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
			for _, s := range seen.Due(p.Choices, generate.Kinds()) {
				if s.Missed(tried) {
					t.Errorf("in %d cases there is none in which %s", tried, s.Says)
				}
			}
		})
	}
}
