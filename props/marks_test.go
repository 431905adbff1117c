package props_test

import (
	"errors"
	"testing"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// sighted returns the names of the marks that a case meets.
func sighted(events ...observe.Event) map[string]bool {
	l := props.NewLookout(props.Run{Threats: []fault.Kind{
		{Verb: fault.Pause, On: fault.Redis},
		{Verb: fault.Pause, On: fault.Processes},
		{Verb: fault.ScriptFlush, On: fault.Redis},
		{Verb: fault.Isolate, On: fault.Redis},
		{Verb: fault.Migrate, On: fault.Redis},
	}})
	r := observe.NewRecorder(1, l)
	r.StartRead(0, &observe.Work{})
	r.StartRead(0, &observe.Work{})
	for _, e := range events {
		r.Emit(e)
	}
	return marksOf(l)
}

func marksOf(l *props.Lookout) map[string]bool {
	var s props.Sightings
	l.AddTo(&s)
	seen := make(map[string]bool)
	for _, m := range props.Marks() {
		seen[m.Name] = s.Cases(m.Name) > 0
	}
	return seen
}

// Each mark is met by the events that it names, and not by their neighbours.
func TestMarksAreMetByWhatTheyName(t *testing.T) {
	early := at(1*ms, observe.RecomputeStart, 1)
	early.Live, early.Took = true, 5*ms
	own := freed(2*ms, observe.LockContended, 1)
	dropped := func(c observe.Cause) observe.Event {
		e := freed(2*ms, observe.LockDropped, 1)
		e.Cause = c
		return e
	}
	over := func(number int32) observe.Event {
		return observe.Event{At: 2 * ms, Kind: observe.FaultEnd, Count: number}
	}
	begun := func(number int32) observe.Event {
		return observe.Event{At: 2 * ms, Kind: observe.FaultStart, Count: number}
	}
	promoted := observe.Event{At: 3 * ms, Kind: observe.Promotion}
	refused := observe.Event{At: 3 * ms, Kind: observe.Refused, Work: 1, Command: observe.CompareAndDelete}
	deleted := func(by observe.Command) observe.Event {
		e := freed(2*ms, observe.LockForeignDelete, 1)
		e.Command = by
		return e
	}
	old := at(3*ms, observe.ReadEnd, 1)
	old.Class = observe.Stale
	version := func(n uint64) observe.Event {
		return observe.Event{At: 1 * ms, Kind: observe.Written, Generation: n}
	}
	served := func(writes uint64) observe.Event {
		return observe.Event{At: 6 * ms, Kind: observe.ReadEnd, Work: 1, Class: observe.Miss, Age: 3 * ms, Generation: writes}
	}
	voided := at(3*ms, observe.LockLost, 1)
	voided.Command = observe.PublishLeased
	for _, c := range []struct {
		mark     string
		met, not []observe.Event
	}{
		{"load failed", []observe.Event{failed(1*ms, 1)}, []observe.Event{at(1*ms, observe.RecomputeEnd, 1)}},
		{"old value served", []observe.Event{old}, []observe.Event{{Kind: observe.ReadEnd, Work: 1, Class: observe.Hit}}},
		{"early refresh too late", []observe.Event{early, at(7*ms, observe.RecomputeEnd, 1)}, []observe.Event{early, at(6*ms, observe.RecomputeEnd, 1)}},
		{"lock expired while held", []observe.Event{freed(1*ms, observe.LockExpired, 1)}, []observe.Event{at(1*ms, observe.ReadCrashed, 1), freed(2*ms, observe.LockExpired, 1)}},
		{"lock renewed", []observe.Event{freed(1*ms, observe.LockExtended, 1)}, nil},
		{"foreign delete avoided", []observe.Event{taken(1*ms, 2), at(2*ms, observe.LockLost, 1)}, []observe.Event{taken(1*ms, 2), freed(2*ms, observe.LockReleased, 2), at(3*ms, observe.LockLost, 1)}},
		{"lease voided", []observe.Event{voided}, []observe.Event{at(3*ms, observe.LockLost, 1)}},
		{"holder fenced off", []observe.Event{note(1*ms, observe.PublishFenced, 1)}, []observe.Event{note(1*ms, observe.Remember, 1)}},
		{"lock granted unheard", []observe.Event{own}, []observe.Event{at(2*ms, observe.LockContended, 1)}},
		{"lock lost in a failover", []observe.Event{dropped(observe.Failover)}, []observe.Event{dropped(observe.Flushed)}},
		{"lock flushed", []observe.Event{dropped(observe.Flushed)}, []observe.Event{dropped(observe.Evicted)}},
		{"lock evicted", []observe.Event{dropped(observe.Evicted)}, []observe.Event{dropped(observe.Failover)}},
		{"entry lost", []observe.Event{at(1*ms, observe.Dropped, 0)}, nil},
		{"holder crashed", []observe.Event{taken(1*ms, 1), at(2*ms, observe.ReadCrashed, 1)}, []observe.Event{taken(1*ms, 2), at(2*ms, observe.ReadCrashed, 1)}},
		{"load cut off", []observe.Event{at(1*ms, observe.RecomputeAbandoned, 1)}, nil},
		{"standstill waited out", []observe.Event{over(0)}, []observe.Event{over(1)}},
		{"script unknown", []observe.Event{begun(2), refused}, []observe.Event{refused}},
		{"cut-off primary replaced", []observe.Event{begun(3), promoted}, []observe.Event{begun(3), over(3), promoted}},
		{"slot moving", []observe.Event{begun(4), refused}, []observe.Event{refused}},
		{"read replica behind", []observe.Event{version(2), served(0)}, []observe.Event{version(2), served(1), {At: 5 * ms, Kind: observe.Written, Generation: 3}, served(1)}},
		{"equal tokens", []observe.Event{deleted(observe.CompareAndDelete)}, []observe.Event{deleted(observe.Delete)}},
	} {
		if !sighted(c.met...)[c.mark] {
			t.Errorf("%s: not met", c.mark)
		}
		if sighted(c.not...)[c.mark] {
			t.Errorf("%s: met by what it does not name", c.mark)
		}
	}
}

// Three marks are about answers, which are no events.
func TestMarksOfAnswers(t *testing.T) {
	for mark, a := range map[string]observe.Answer{
		"reader left":     {Err: errors.New("gone"), GaveUp: true},
		"waiter gave up":  {Err: strategies.ErrBusy},
		"connection lost": {Err: strategies.ErrCacheUnavailable},
	} {
		l := props.NewLookout(props.Run{Threats: []fault.Kind{{Verb: fault.Disconnect, On: fault.Processes}}})
		r := observe.NewRecorder(1, l)
		work := &observe.Work{}
		r.StartRead(0, work)
		r.Emit(observe.Event{At: ms / 2, Kind: observe.FaultStart})
		r.Answer(work, a)
		r.EndRead(1*ms, work, observe.Error, 1*ms, -1)
		for name, met := range marksOf(l) {
			if met != (name == mark) {
				t.Errorf("%v: %s met: %v", a, name, met)
			}
		}
	}
}

// A mark is missed only by a search that is large enough for it.
func TestSmallSearchesMissNothing(t *testing.T) {
	var s props.Sightings
	for _, m := range s.Due(strategies.Choices{Lock: true}, generate.Kinds()) {
		if m.From < 1000 || m.Missed(m.From-1) || !m.Missed(m.From) {
			t.Errorf("%s, due from %d cases: missed by %d: %v", m.Name, m.From, m.From-1, m.Missed(m.From-1))
		}
		if m.Cases = 1; m.Missed(m.From) {
			t.Errorf("%s: missed though it was met", m.Name)
		}
	}
	without := len(s.Due(strategies.Choices{Lock: true}, nil))
	if with := len(s.Due(strategies.Choices{Lock: true}, generate.Kinds())); without >= with {
		t.Errorf("%d marks are due without faults, %d with", without, with)
	}
}
