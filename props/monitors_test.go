package props_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/props"
	"stampede/strategies"
)

const ms = time.Millisecond

// at makes an event of a work of the first process.
func at(t time.Duration, kind observe.Kind, work uint64) observe.Event {
	return observe.Event{At: t, Kind: kind, Work: work}
}

func taken(t time.Duration, work uint64) observe.Event {
	return observe.Event{At: t, Kind: observe.LockAcquired, Work: work, Took: time.Second}
}

// freed is a lock that ends its life: it belongs to the work.
func freed(t time.Duration, kind observe.Kind, work uint64) observe.Event {
	return observe.Event{At: t, Kind: kind, Work: work, Other: work}
}

// used is a lease that has done its duty.
func used(t time.Duration, work uint64) observe.Event {
	e := freed(t, observe.LockReleased, work)
	e.Command = observe.PublishLeased
	return e
}

func repeat(n int, e observe.Event) []observe.Event { return slices.Repeat([]observe.Event{e}, n) }

func written(t time.Duration, work uint64, ttl time.Duration) observe.Event {
	return observe.Event{At: t, Kind: observe.Publish, Work: work, Took: ttl}
}

func failed(t time.Duration, work uint64) observe.Event {
	return observe.Event{At: t, Kind: observe.RecomputeEnd, Work: work, Failed: true}
}

func note(t time.Duration, c observe.Command, work uint64) observe.Event {
	return observe.Event{At: t, Kind: observe.Noted, Command: c, Work: work}
}

// Each monitor holds its peace where all is well, and speaks up at the one event
// that is not.
func TestMonitors(t *testing.T) {
	o := strategies.DefaultOptions()
	o.Lock.TTL, o.Lock.Wait, o.Lock.MaxHold, o.TTL = time.Second, 100*ms, 10*time.Second, 50*ms
	o.Failure.BackOff, o.Failure.BackOffMax = 20*ms, 20*ms
	run := props.Run{Options: o, Processes: 2, Keys: 2}
	locked, watched := run, run
	locked.Choices = strategies.Choices{Lock: true}
	busy := locked
	busy.Service = 100 * ms
	watched.Choices = strategies.Choices{Lock: true, Watchdog: true}
	leased, guarded, redlocked := run, run, run
	leased.Choices, leased.Options.Lease.Period = strategies.Choices{Lease: true}, 100*ms
	guarded.Choices, guarded.Options.Guard.Concurrent = strategies.Choices{OriginGuard: true}, 1
	redlocked.Choices, redlocked.LockServers = strategies.Choices{Redlock: true}, 5
	falling, failSafe, depending := run, run, run
	depending.Choices, depending.Nested = strategies.Choices{Negative: true, Lock: true}, true
	depending.Options.Failure.Absent = 5 * ms
	falling.Choices = strategies.Choices{Lock: true, FallThrough: true}
	failSafe.Choices = strategies.Choices{FailSafe: true, Lock: true}
	halved, joined := leased, run
	halved.Choices.LogicalTTL, halved.Options.Logical = true, 0.5
	joined.Choices = strategies.Choices{Singleflight: true, Lock: true, Stale: true}
	starts := []observe.Event{at(0, observe.ReadStart, 1), at(0, observe.ReadStart, 2), at(0, observe.ReadStart, 3)}
	noTTL := taken(1*ms, 1)
	noTTL.Took = strategies.NoTTL
	crossSlot := at(1*ms, observe.Refused, 1)
	crossSlot.Failed = true
	again := freed(2*ms, observe.LockContended, 1)
	told := freed(3*ms, observe.LockContended, 2)
	renewed := freed(15*time.Second, observe.LockExtended, 1)
	nested := at(2*ms, observe.ReadStart, 4)
	nested.Other, nested.Key = 1, 1
	old := observe.Event{At: 500 * ms, Kind: observe.ReadEnd, Work: 1, Class: observe.Hit, Age: 400 * ms}
	young := old
	young.Age = 40 * ms
	flown := old
	flown.Age = 200 * ms
	unseated := redlocked
	unseated.Threats = []fault.Kind{{Verb: fault.Isolate, On: fault.Redis}}
	another := at(7*ms, observe.RecomputeStart, 2)
	another.Generation = 4
	first, kept := at(1*ms, observe.RecomputeStart, 1), written(2*ms, 1, 50*ms)
	first.Generation, kept.Generation = 4, 8
	astray := []observe.Event{taken(0, 1), first, kept, freed(2*ms, observe.LockReleased, 1)}
	look := func(generation uint64) observe.Event {
		return observe.Event{At: 5 * ms, Kind: observe.Look, Work: 2, Generation: generation}
	}
	for _, c := range []struct {
		invariant    string
		run          props.Run
		holds, broke []observe.Event
	}{
		{
			"one-at-a-time", locked,
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), freed(1000*ms, observe.LockExpired, 1), taken(1001*ms, 2), at(1002*ms, observe.RecomputeStart, 2)},
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), freed(50*ms, observe.LockExpired, 1), taken(51*ms, 2), at(52*ms, observe.RecomputeStart, 2)},
		},
		{
			"one-at-a-time", watched, // evicted is an excuse, expired is none
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), freed(900*ms, observe.LockDropped, 1), taken(901*ms, 2), at(902*ms, observe.RecomputeStart, 2)},
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), freed(1000*ms, observe.LockExpired, 1), taken(1001*ms, 2), at(1002*ms, observe.RecomputeStart, 2)},
		},
		{
			"single-recompute", falling, // who falls through does not count, even if it is the first
			[]observe.Event{at(1*ms, observe.RecomputeStart, 2), taken(2*ms, 1), at(3*ms, observe.RecomputeStart, 1), at(3*ms, observe.RecomputeStart, 3)},
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), written(2*ms, 1, 50*ms), freed(2*ms, observe.LockReleased, 1), taken(3*ms, 2), at(4*ms, observe.RecomputeStart, 2)},
		},
		{
			"single-recompute", falling, // so does who holds the lock and was told that it does not
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), written(1*ms, 1, 50*ms), freed(1*ms, observe.LockReleased, 1), taken(1*ms, 2), told, at(4*ms, observe.RecomputeStart, 2)},
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), written(1*ms, 1, 50*ms), freed(1*ms, observe.LockReleased, 1), taken(3*ms, 2), at(4*ms, observe.RecomputeStart, 2)},
		},
		{
			"single-recompute", unseated, // a look that finds an earlier state tells that the value did not stay
			append(slices.Clone(astray), look(4), taken(6*ms, 2), another),
			append(slices.Clone(astray), look(9), taken(6*ms, 2), another),
		},
		{
			"single-recompute", redlocked, // without a failover, it can only be the fault of who looks
			astray[:3],
			append(slices.Clone(astray), look(4), taken(6*ms, 2), another),
		},
		{
			"bounded-fall-through", falling,
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), at(1*ms, observe.RecomputeStart, 2)},
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), at(1*ms, observe.RecomputeStart, 2)},
		},
		{
			"one-per-process", run,
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), at(2*ms, observe.RecomputeEnd, 1), at(3*ms, observe.RecomputeStart, 2)},
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), at(3*ms, observe.RecomputeStart, 2)},
		},
		{
			"one-per-period", leased, // given back, it may be handed out at once
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), freed(2*ms, observe.LockReleased, 1), taken(3*ms, 2), taken(103*ms, 3)},
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1), taken(90*ms, 2)},
		},
		{
			"one-per-period", leased, // used, it lasts as long as the value
			[]observe.Event{taken(0, 1), used(1*ms, 1), taken(51*ms, 2)},
			[]observe.Event{taken(0, 1), used(1*ms, 1), taken(40*ms, 2)},
		},
		{
			"one-per-period", halved, // as long as it is fresh
			[]observe.Event{taken(0, 1), used(1*ms, 1), taken(26*ms, 2)},
			[]observe.Event{taken(0, 1), used(1*ms, 1), taken(20*ms, 2)},
		},
		{
			"one-per-period", leased,
			[]observe.Event{taken(0, 1), at(1*ms, observe.RecomputeStart, 1)},
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1)},
		},
		{
			"bounded-loads", guarded,
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), at(2*ms, observe.RecomputeEnd, 1), at(3*ms, observe.RecomputeStart, 2)},
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), at(3*ms, observe.RecomputeStart, 2)},
		},
		{
			"one-at-a-time", redlocked, // two of five servers are not enough
			slices.Concat(repeat(3, taken(0, 1)), repeat(2, taken(0, 2)), []observe.Event{at(1*ms, observe.RecomputeStart, 1)}),
			slices.Concat(repeat(3, taken(0, 1)), repeat(2, taken(0, 2)), []observe.Event{at(1*ms, observe.RecomputeStart, 1), at(1*ms, observe.RecomputeStart, 2)}),
		},
		{
			"one-at-a-time", redlocked, // the majority is lost with one server's TTL
			slices.Concat(repeat(3, taken(0, 1)), []observe.Event{
				at(1*ms, observe.RecomputeStart, 1), freed(1000*ms, observe.LockExpired, 1), at(1002*ms, observe.RecomputeStart, 2),
			}),
			slices.Concat(repeat(4, taken(0, 1)), []observe.Event{
				at(1*ms, observe.RecomputeStart, 1), freed(1000*ms, observe.LockExpired, 1), at(1002*ms, observe.RecomputeStart, 2),
			}),
		},
		{
			"bounded-fall-through", redlocked,
			slices.Concat(repeat(3, taken(0, 1)), []observe.Event{at(1*ms, observe.RecomputeStart, 1)}),
			slices.Concat(repeat(2, taken(0, 1)), []observe.Event{at(1*ms, observe.RecomputeStart, 1)}),
		},
		{
			"miss-recomputes", locked,
			[]observe.Event{at(1*ms, observe.Look, 1), at(1*ms, observe.RecomputeStart, 1), failed(2*ms, 1), at(3*ms, observe.RecomputeStart, 2)},
			[]observe.Event{at(1*ms, observe.Look, 1), at(1*ms, observe.RecomputeStart, 1), at(2*ms, observe.RecomputeEnd, 1), at(3*ms, observe.RecomputeStart, 2)},
		},
		{
			"miss-recomputes", locked, // a reader that left took its value with it; one that wrote it did not
			[]observe.Event{at(1*ms, observe.Look, 1), at(1*ms, observe.RecomputeStart, 1), at(2*ms, observe.RecomputeEnd, 1), at(3*ms, observe.ReadEnd, 1), at(3*ms, observe.RecomputeStart, 2)},
			[]observe.Event{at(1*ms, observe.Look, 1), at(1*ms, observe.RecomputeStart, 1), at(2*ms, observe.RecomputeEnd, 1), written(2*ms, 1, 50*ms), at(3*ms, observe.ReadEnd, 1), at(3*ms, observe.RecomputeStart, 2)},
		},
		{
			"miss-recomputes", locked, // nor did one that is still on its way out, and has released its lock
			[]observe.Event{at(1*ms, observe.Look, 1), at(1*ms, observe.RecomputeStart, 1), at(2*ms, observe.RecomputeEnd, 1), freed(3*ms, observe.LockReleased, 1), at(3*ms, observe.RecomputeStart, 2)},
			[]observe.Event{at(1*ms, observe.Look, 1), at(1*ms, observe.RecomputeStart, 1), at(2*ms, observe.RecomputeEnd, 1), written(2*ms, 1, 50*ms), freed(3*ms, observe.LockReleased, 1), at(3*ms, observe.RecomputeStart, 2)},
		},
		{"lock-has-ttl", locked, []observe.Event{taken(1*ms, 1)}, []observe.Event{noTTL}},
		{
			"lock-released", locked,
			[]observe.Event{taken(1*ms, 1), at(2*ms, observe.LockContended, 2), freed(3*ms, observe.LockReleased, 1), at(4*ms, observe.ReadEnd, 1)},
			[]observe.Event{taken(1*ms, 1), at(4*ms, observe.ReadEnd, 1)},
		},
		{"lock-released", locked, nil, []observe.Event{at(2*ms, observe.LockContended, 2)}},
		{"lock-released", watched, []observe.Event{taken(6*time.Second, 1), renewed}, []observe.Event{taken(1*ms, 1), renewed}},
		{
			"lock-load", locked,
			[]observe.Event{at(1*ms, observe.LockContended, 1), at(11*ms, observe.LockContended, 1)},
			[]observe.Event{at(1*ms, observe.LockContended, 1), at(2*ms, observe.LockContended, 1)},
		},
		{"no-cross-slot", locked, []observe.Event{at(1*ms, observe.Refused, 1)}, []observe.Event{crossSlot}},
		{
			"reads-end", locked,
			[]observe.Event{taken(0, 2), at(1*ms, observe.LockContended, 1), at(11*ms, observe.LockContended, 1), at(12*ms, observe.ReadEnd, 1), at(300*ms, observe.Healed, 0)},
			[]observe.Event{taken(0, 2), at(1*ms, observe.LockContended, 1), at(11*ms, observe.LockContended, 1), at(300*ms, observe.Healed, 0)},
		},
		{
			"reads-end", locked, // a request that comes once more when its work has the lock is refused, and nobody waits
			[]observe.Event{taken(0, 1), again, at(300*ms, observe.Healed, 0)},
			[]observe.Event{taken(0, 2), at(3*ms, observe.LockContended, 1), at(300*ms, observe.Healed, 0)},
		},
		{
			"reads-end", locked, // who has begun its load waits no more, though that reads another key first
			[]observe.Event{taken(0, 2), at(1*ms, observe.LockContended, 1), nested, at(2*ms, observe.ReadEnd, 4), at(300*ms, observe.Healed, 0)},
			[]observe.Event{taken(0, 2), nested, at(3*ms, observe.LockContended, 1), at(4*ms, observe.ReadEnd, 4), at(300*ms, observe.Healed, 0)},
		},
		{
			"reads-end", busy, // three commands of 100 ms may be before each of its own
			[]observe.Event{taken(0, 2), at(1*ms, observe.LockContended, 1), at(500*ms, observe.Healed, 0)},
			[]observe.Event{taken(0, 2), at(1*ms, observe.LockContended, 1), at(900*ms, observe.Healed, 0)},
		},
		{
			"acyclic", locked,
			[]observe.Event{taken(1*ms, 1), nested, taken(2*ms, 2), at(3*ms, observe.LockContended, 4)},
			[]observe.Event{taken(1*ms, 1), nested, at(3*ms, observe.LockContended, 4)},
		},
		{
			"one-answer", run,
			[]observe.Event{young},
			[]observe.Event{young, young},
		},
		{
			"back-off", failSafe,
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), failed(2*ms, 1), at(3*ms, observe.ReadEnd, 1), at(25*ms, observe.ReadStart, 9), at(26*ms, observe.RecomputeStart, 9)},
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), failed(2*ms, 1), at(3*ms, observe.ReadEnd, 1), at(5*ms, observe.ReadStart, 9), at(6*ms, observe.RecomputeStart, 9)},
		},
		{
			"back-off", depending, // what failed may be the absence of another key, which is remembered for 5 ms
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), failed(2*ms, 1), at(3*ms, observe.ReadEnd, 1), at(7*ms, observe.ReadStart, 9), at(8*ms, observe.RecomputeStart, 9)},
			[]observe.Event{at(1*ms, observe.RecomputeStart, 1), failed(2*ms, 1), at(3*ms, observe.ReadEnd, 1), at(4*ms, observe.ReadStart, 9), at(5*ms, observe.RecomputeStart, 9)},
		},
		{
			"back-off", failSafe, // a failure noted before its key was forgotten does not count, one noted after does
			[]observe.Event{
				at(1*ms, observe.RecomputeStart, 1), failed(2*ms, 1), note(3*ms, observe.Remember, 1), note(4*ms, observe.Forget, 2),
				at(5*ms, observe.ReadEnd, 1), at(6*ms, observe.ReadStart, 9), at(7*ms, observe.RecomputeStart, 9),
			},
			[]observe.Event{
				at(1*ms, observe.RecomputeStart, 1), failed(2*ms, 1), note(3*ms, observe.Forget, 2), note(4*ms, observe.Remember, 1),
				at(5*ms, observe.ReadEnd, 1), at(6*ms, observe.ReadStart, 9), at(7*ms, observe.RecomputeStart, 9),
			},
		},
		{
			"values-in-order", locked,
			[]observe.Event{taken(1*ms, 1), written(2*ms, 1, 50*ms), taken(3*ms, 2), written(4*ms, 2, 50*ms)},
			[]observe.Event{taken(1*ms, 1), taken(3*ms, 2), written(4*ms, 2, 50*ms), written(5*ms, 1, 50*ms)},
		},
		{
			"no-old-after-invalidation", run,
			[]observe.Event{at(1*ms, observe.Invalidate, 2), at(2*ms, observe.OriginStart, 1), written(3*ms, 1, 50*ms)},
			[]observe.Event{at(1*ms, observe.OriginStart, 1), at(2*ms, observe.Invalidate, 2), written(3*ms, 1, 50*ms)},
		},
		{"bounded-age", run, []observe.Event{young}, []observe.Event{old}},
		{"bounded-age", joined, []observe.Event{flown}, []observe.Event{old}}, // what is old may be a flight older
		{"ttl-in-range", run, []observe.Event{written(1*ms, 1, 50*ms)}, []observe.Event{written(1*ms, 1, 51*ms)}},
		{
			"expiries-spread", run,
			[]observe.Event{written(1*ms, 1, 50*ms), written(1*ms, 2, 51*ms)},
			[]observe.Event{written(1*ms, 1, 50*ms), written(1*ms, 2, 50*ms)},
		},
	} {
		for _, half := range []struct {
			events []observe.Event
			want   uint64
		}{{c.holds, 0}, {c.broke, 1}} {
			w := props.NewWatchOver(c.run, named(c.invariant))
			r := observe.NewRecorder(2, w)
			for _, e := range slices.Concat(starts, half.events) {
				r.Emit(e)
				if asked := e.Kind == observe.LockAcquired || e.Kind == observe.LockContended; asked && e.Other == 0 {
					r.Asked(e.At, &observe.Work{ID: e.Work}, e.Kind == observe.LockAcquired)
				}
			}
			if v, n := w.Violations(); n != half.want {
				t.Errorf("%s: %d violations, want %d: %+v", c.invariant, n, half.want, v)
			}
		}
	}
}

// unreachable is the answer of a Redis that says something else than what it was
// asked for.
func unreachable(said string) observe.Answer {
	return observe.Answer{Err: fmt.Errorf("%w: %s", strategies.ErrCacheUnavailable, said)}
}

// Four sentences are about answers, and one about decisions, which are no events.
func TestMonitorsOfAnswersAndDecisions(t *testing.T) {
	value := strategies.Value{Data: observe.Payload{Version: 1}.Encode()}
	for _, c := range []struct {
		invariant   string
		live        bool
		good, wrong observe.Answer
	}{
		{"reads-answered", false, observe.Answer{Value: value}, observe.Answer{}},
		{"errors-remembered", false, observe.Answer{Value: value}, observe.Answer{Value: strategies.Value{Data: []byte("error: no")}}},
		{"declared-errors", false, observe.Answer{Err: strategies.ErrNotFound}, observe.Answer{Err: errors.New("redis: nil")}},
		{"declared-errors", false, unreachable("LOADING Redis is loading"), unreachable("NOSCRIPT No matching script")},
		{"declared-errors", false, unreachable("READONLY"), unreachable("CROSSSLOT Keys in request don't hash to the same slot")},
		{"errors-stay-home", true, observe.Answer{Err: strategies.ErrBusy}, observe.Answer{Err: strategies.ErrOrigin}},
	} {
		for i, a := range []observe.Answer{c.good, c.wrong} {
			w := props.NewWatchOver(props.Run{}, named(c.invariant))
			r := observe.NewRecorder(1, w)
			work := &observe.Work{Live: c.live}
			r.StartRead(0, work)
			r.Answer(work, a)
			r.EndRead(1*ms, work, observe.ClassOf(a.Value, a.Err), 1*ms, -1)
			if v, n := w.Violations(); n != uint64(i) {
				t.Errorf("%s: %d violations, want %d: %+v", c.invariant, n, i, v)
			}
		}
	}
	// Who cannot reach Redis loads, whatever Redis would have had for it.
	w := props.NewWatchOver(props.Run{Choices: strategies.Choices{Fallback: true}}, named("errors-stay-home"))
	r := observe.NewRecorder(1, w)
	unheard := &observe.Work{Live: true}
	r.StartRead(0, unheard)
	r.Answer(unheard, observe.Answer{Err: strategies.ErrOrigin})
	r.EndRead(1*ms, unheard, observe.Error, 1*ms, -1)
	if v, n := w.Violations(); n != 0 {
		t.Errorf("errors-stay-home: %d violations, want none: %+v", n, v)
	}
	right := strategies.Decision{Remaining: 50 * ms, Delta: 10 * ms, Beta: 1, U: 0.5}
	wrong := right
	wrong.Refresh = true
	for _, c := range []struct {
		retries    int
		looks      []time.Duration // and what was left at each
		decision   strategies.Decision
		violations uint64
	}{
		{0, []time.Duration{50 * ms}, right, 0},
		{0, []time.Duration{50 * ms}, wrong, 1},
		{0, []time.Duration{50 * ms, 40 * ms}, right, 1},
		{1, []time.Duration{50 * ms, 40 * ms}, right, 0}, // the second is the first one, sent again
	} {
		w := props.NewWatchOver(props.Run{Choices: strategies.Choices{XFetch: true}, Retries: c.retries}, named("early-formula"))
		r := observe.NewRecorder(1, w)
		work := &observe.Work{}
		r.StartRead(0, work)
		for _, left := range c.looks {
			r.Emit(observe.Event{Kind: observe.Look, Work: work.ID, Live: true, Took: left})
		}
		r.Decide(1*ms, work, c.decision)
		if v, n := w.Violations(); n != c.violations {
			t.Errorf("early-formula, %+v: %d violations: %+v", c, n, v)
		}
		// A run has a decision for each read, so nothing is written down of those that are right.
		decide := func() { r.Decide(1*ms, work, c.decision) }
		if n := testing.AllocsPerRun(100, decide); n > 0 && c.violations == 0 {
			t.Errorf("early-formula, %+v: %v allocations", c, n)
		}
	}
}
