package observe_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
)

const ms = time.Millisecond

// firsts records which looks met a new absence, and which recomputes were the
// first of their episode.
type firsts struct {
	absences, recomputes []bool
	steps                uint64
}

func (f *firsts) Observe(e *observe.Event) {
	if f.steps++; e.Step != f.steps {
		panic("steps must count from 1")
	}
	switch e.Kind {
	case observe.Look:
		if !e.Live {
			f.absences = append(f.absences, e.First)
		}
	case observe.RecomputeStart:
		f.recomputes = append(f.recomputes, e.First)
	}
}

// story emits events about one key by hand.
type story struct {
	r *observe.Recorder
	f *firsts
}

func newStory() story {
	f := new(firsts)
	return story{observe.NewRecorder(1, f), f}
}

func (s story) read() *observe.Work {
	w := new(observe.Work)
	s.r.StartRead(0, w)
	return w
}

func (s story) look(w *observe.Work, generation uint64, live bool) {
	w.Generation, w.Live = generation, live
	s.r.Emit(observe.Event{Kind: observe.Look, Work: w.ID, Generation: generation, Live: live})
}

func (s story) recompute(w *observe.Work) {
	s.r.Emit(observe.Event{Kind: observe.RecomputeStart, Work: w.ID, Generation: w.Generation, Live: w.Live})
}

func (s story) publish(generation uint64) {
	s.r.Emit(observe.Event{Kind: observe.Publish, Generation: generation})
}

func (s story) end(w *observe.Work) { s.r.EndRead(0, w, observe.Miss, 0, -1) }

func (s story) want(t *testing.T, absences, recomputes []bool) {
	t.Helper()
	same := func(a, b []bool) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	if !same(s.f.absences, absences) || !same(s.f.recomputes, recomputes) {
		t.Errorf("new absences %v, first recomputes %v; want %v, %v", s.f.absences, s.f.recomputes, absences, recomputes)
	}
}

func TestAnAbsenceCountsOnceAndHasOneFirstRecompute(t *testing.T) {
	s := newStory()
	a, b := s.read(), s.read()
	s.look(a, 0, false)
	s.look(b, 0, false)
	s.recompute(a)
	s.recompute(b)
	s.publish(1)
	s.publish(2)
	s.end(a)
	s.end(b)
	// Generation 2 expires: the next absence, and the next episode.
	c := s.read()
	s.look(c, 2, false)
	s.recompute(c)
	s.end(c)
	s.want(t, []bool{true, false, true}, []bool{true, false, true})
}

// An early recompute and the misses after the same entry's expiry are one
// episode.
func TestAnEntryAndItsAbsenceAreOneEpisode(t *testing.T) {
	s := newStory()
	s.publish(1)
	early, late := s.read(), s.read()
	s.look(early, 1, true)
	s.recompute(early)
	s.look(late, 1, false)
	s.recompute(late)
	s.want(t, []bool{true}, []bool{true, false})
}

// A read that looked long ago may recompute when the key has moved on: it is
// still a duplicate of its own episode, as long as it takes.
func TestALateRecomputeBelongsToItsOwnEpisode(t *testing.T) {
	s := newStory()
	slow, quick := s.read(), s.read()
	s.look(slow, 0, false)
	s.look(quick, 0, false)
	s.recompute(quick)
	s.publish(1)
	s.end(quick)
	for g := uint64(1); g < 20; g++ { // the key goes on through many episodes
		w := s.read()
		s.look(w, g, false)
		s.recompute(w)
		s.publish(g + 1)
		s.end(w)
	}
	s.recompute(slow)
	if n := len(s.f.recomputes); s.f.recomputes[n-1] {
		t.Error("the late recompute of episode 0 was taken for its first")
	}
}

func TestSummaryCounts(t *testing.T) {
	s := observe.NewSummary(100*ms, 500*ms)
	r := observe.NewRecorder(1, s)
	load := func(at time.Duration, w *observe.Work, failed bool) {
		r.Emit(observe.Event{At: at, Kind: observe.RecomputeStart, Work: w.ID, Generation: w.Generation, Live: w.Live, Took: 40 * ms})
		r.Emit(observe.Event{At: at, Kind: observe.RecomputeEnd, Work: w.ID, Failed: failed})
	}
	var works []*observe.Work
	for i := range 4 {
		w := &observe.Work{Generation: 0}
		r.StartRead(time.Duration(i)*ms, w)
		works = append(works, w)
	}
	// Three recomputes before the warm-up ends do not count for the peak.
	load(10*ms, works[0], false)
	load(11*ms, works[1], true)
	load(12*ms, works[1], false)
	works[2].Generation, works[2].Live = 1, true
	load(550*ms, works[2], false)
	load(560*ms, works[2], false)
	r.EndRead(600*ms, works[0], observe.Hit, 100*ms, 20*ms)
	r.EndRead(600*ms, works[1], observe.Error, 200*ms, -1)
	r.EndRead(600*ms, works[2], observe.Stale, 300*ms, 40*ms)
	x := s.Result()
	for name, got := range map[string][2]uint64{
		"reads": {x.Reads, 3}, "hits": {x.Hits, 1}, "errors": {x.Errors, 1}, "stale": {x.Stale, 1},
		"unfinished": {x.Unfinished, 1}, "recomputes": {x.Recomputes, 5}, "failed": {x.FailedLoads, 1},
		"episodes": {x.Episodes, 2}, "duplicates": {x.DuplicateRecomputes, 3}, "early": {x.EarlyRecomputes, 2},
		"peak": {uint64(x.PeakRecomputes.Count), 2}, "leads": {x.LeadMS.Count, 1},
	} {
		if got[0] != got[1] {
			t.Errorf("%s = %d, want %d", name, got[0], got[1])
		}
	}
	if x.LeadMS.Mean != 40 || x.LatencyMS.Max < 300 || x.LatencyMS.Max > 301 || x.AgeMS.Max < 40 || x.AgeMS.Max > 41 {
		t.Errorf("lead %v, latency %+v, age %+v", x.LeadMS, x.LatencyMS, x.AgeMS)
	}
}

// Every fact of an event changes the digest: what it does not see could differ
// between two runs unnoticed.
func TestDigestSeesEveryFact(t *testing.T) {
	digest := func(e observe.Event) string {
		var d observe.Digest
		d.Observe(&e)
		return d.String()
	}
	seen := map[string]string{digest(observe.Event{}): "nothing"}
	for fact, e := range map[string]observe.Event{
		"Step": {Step: 1}, "At": {At: 1}, "Kind": {Kind: 1}, "Command": {Command: 1}, "Class": {Class: 1},
		"Cause": {Cause: 1}, "Process": {Process: 1}, "Key": {Key: 1}, "Work": {Work: 1}, "Other": {Other: 1},
		"Generation": {Generation: 1}, "Live": {Live: true}, "Failed": {Failed: true}, "Took": {Took: 1},
		"Age": {Age: 1}, "Count": {Count: 1}, "First": {First: true},
	} {
		d := digest(e)
		if other, ok := seen[d]; ok {
			t.Errorf("the digest does not tell %s from %s", fact, other)
		}
		seen[d] = fact
	}
	if n := reflect.TypeFor[observe.Event]().NumField(); len(seen) != n+1 {
		t.Errorf("the test knows %d facts, an event has %d", len(seen)-1, n)
	}
	// The order of events counts too.
	var ab, ba observe.Digest
	a, b := observe.Event{Work: 1}, observe.Event{Work: 2}
	ab.Observe(&a)
	ab.Observe(&b)
	ba.Observe(&b)
	ba.Observe(&a)
	if ab == ba {
		t.Error("the digest does not see the order")
	}
}

func TestTimelineTellsRecomputesAndHoldsApart(t *testing.T) {
	s := observe.NewTimelineSink(time.Second, 100*ms, 0)
	r := observe.NewRecorder(1, s)
	emit := func(e observe.Event) { r.Emit(e) }
	emit(observe.Event{At: 50 * ms, Kind: observe.Look})
	emit(observe.Event{At: 50 * ms, Kind: observe.LockAcquired, Work: 1})
	emit(observe.Event{At: 60 * ms, Kind: observe.RecomputeStart, Work: 1})
	emit(observe.Event{At: 70 * ms, Kind: observe.RecomputeStart, Work: 2})
	emit(observe.Event{At: 250 * ms, Kind: observe.LockExpired, Work: 1, Other: 1})
	emit(observe.Event{At: 260 * ms, Kind: observe.LockAcquired, Work: 3})
	emit(observe.Event{At: 300 * ms, Kind: observe.LockReleased, Work: 3, Other: 3})
	emit(observe.Event{At: 350 * ms, Kind: observe.RecomputeStart, Generation: 1, Live: true, Work: 4})
	emit(observe.Event{At: 1100 * ms, Kind: observe.LockAcquired, Work: 5}) // while draining
	x := s.Timeline()
	for i, want := range map[int]observe.Bucket{
		0: {OnMiss: 1, Duplicate: 1, Expiries: 1, Held: 1}, 1: {Held: 1}, 2: {Held: 1, Lost: 1},
		3: {Early: 1, Held: 1}, 4: {}, 9: {},
	} {
		if len(x.Buckets) != 10 || x.Buckets[i] != want {
			t.Errorf("bucket %d is %+v, want %+v", i, x.Buckets[i], want)
		}
	}
	want := []observe.Hold{
		{From: 50 * ms, To: 250 * ms, Lost: true}, {From: 260 * ms, To: 300 * ms}, {From: 1100 * ms, To: 1100 * ms},
	}
	for i := range want {
		if len(x.Holds) != len(want) || x.Holds[i] != want[i] {
			t.Fatalf("holds %+v, want %+v", x.Holds, want)
		}
	}
	if len(x.Expiries) != 1 || x.Expiries[0].At != 50*ms {
		t.Errorf("expiries %+v", x.Expiries)
	}
}

// With Redlock one work is granted locks by several servers: that is one hold,
// from the first grant to the end of the last.
func TestGrantsOfOneWorkAreOneHold(t *testing.T) {
	s := observe.NewTimelineSink(time.Second, 100*ms, 0)
	for _, e := range []observe.Event{
		{At: 10 * ms, Kind: observe.LockAcquired, Work: 1},
		{At: 20 * ms, Kind: observe.LockAcquired, Work: 1},
		{At: 30 * ms, Kind: observe.LockAcquired, Work: 2},
		{At: 40 * ms, Kind: observe.LockReleased, Work: 1, Other: 1},
		{At: 50 * ms, Kind: observe.LockReleased, Work: 2, Other: 2},
		{At: 60 * ms, Kind: observe.LockReleased, Work: 1, Other: 1},
	} {
		s.Observe(&e)
	}
	want := []observe.Hold{{From: 10 * ms, To: 60 * ms}, {From: 30 * ms, To: 50 * ms}}
	if got := s.Timeline().Holds; !slices.Equal(got, want) {
		t.Errorf("holds %v, want %v", got, want)
	}
}
