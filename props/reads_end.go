package props

import (
	"fmt"
	"time"

	"stampede/internal/ordered"
	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var readsEnd = Invariant{
	Name: "reads-end",
	Sentence: "a read waits for another's load of its own key, looks again at least once in each poll, " +
		"and for no longer than the wait limit",
	// How long a Redlock takes to ask for is a matter of its servers' time-outs.
	About:   locks,
	By:      func(c strategies.Choices) bool { return c.Lock },
	Not:     takeovers,
	Excused: append([]fault.Kind{pause, delay, shift, drift, drop, partition, crashRedis}, standstill...),
	Excuse:  "by what the fault takes from a process, and the time-outs of its commands",
	Ordered: true,
	hears:   everything,
	new: func(r Run, works *works, report report) observe.Sink {
		return &waiters{
			works: works, report: report, run: r, pause: r.poll() + r.slack(), limit: r.Options.Lock.Wait + r.poll() + r.slack(),
			holders: make(map[int32]uint64), waits: make(map[uint64]*wait),
		}
	},
}

// waiters watches those who were refused a lock, and were told so: a request that was
// sent twice may be refused after its work has got the lock by the other.
type waiters struct {
	works        *works
	report       report
	pause, limit time.Duration // while Redis has nothing else to do
	run          Run
	holders      map[int32]uint64 // by key whose lock is held
	waits        map[uint64]*wait // by work
	due          time.Duration
}

type wait struct {
	begin       observe.Event
	since, last time.Duration
}

func (m *waiters) Observe(e *observe.Event) {
	m.late(e)
	if w := m.waits[e.Work]; w != nil {
		w.last = e.At
	}
	switch k := e.Kind; {
	case k == observe.LockContended && m.works.has(e.Work):
		m.refused(e)
	case k == observe.LockAcquired:
		m.holders[e.Key] = e.Work
	case unlocks.has(k):
		if m.holders[e.Key] == e.Other {
			delete(m.holders, e.Key)
		}
	case k == observe.ReadStart: // the load that another reads for has begun
		delete(m.waits, e.Other)
	case k == observe.RecomputeStart, overs.has(k):
		delete(m.waits, e.Work)
	}
}

func (m *waiters) refused(e *observe.Event) {
	if m.holders[e.Key] == 0 && len(m.holders) > 0 {
		m.report(e, fmt.Sprintf("%s waits for %s although nobody loads it: another key's lock is in its way", who(e), key(e)))
	}
}

func (m *waiters) ObserveAsked(at time.Duration, by *observe.Work, acquired bool) {
	switch w := m.waits[by.ID]; {
	case acquired:
		delete(m.waits, by.ID)
	case w != nil:
		w.last = at
	case m.works.has(by.ID):
		refusal := observe.Event{At: at, Kind: observe.LockContended, Work: by.ID, Process: by.Process, Key: by.Key}
		w = &wait{begin: refusal, since: at, last: at}
		m.waits[by.ID] = w
		m.due = min(m.due, at+min(m.pause, m.limit))
	}
}

// late reports those who wait for too long, at the first event after that, whosever
// it is. It looks only when there may be one.
func (m *waiters) late(e *observe.Event) {
	if e.At <= m.due {
		return
	}
	// It may subscribe, and looks; and before the end it asks for the lock once more, and
	// whether the load has failed before.
	pause, limit := m.pause+m.works.queue(m.run, 2), m.limit+m.works.queue(m.run, 4)
	m.due = 1<<63 - 1
	for _, work := range ordered.Keys(m.waits) {
		w, reason := m.waits[work], ""
		switch {
		case e.At-w.since > limit:
			reason = fmt.Sprintf("%s still waits for %s after %v; with the limit to its wait it has no more than %v",
				who(&w.begin), key(&w.begin), e.At-w.since, limit)
		case e.At-w.last > pause:
			reason = fmt.Sprintf("%s waits for %s and has not looked again for %v; %v is the most",
				who(&w.begin), key(&w.begin), e.At-w.last, pause)
		default:
			m.due = min(m.due, w.since+limit, w.last+pause)
			continue
		}
		breach := w.begin
		breach.At, breach.Step = e.At, e.Step
		m.report(&breach, reason)
		delete(m.waits, work)
	}
}
