package props

import (
	"slices"
	"time"

	"stampede/internal/ordered"
	"stampede/model/observe"
)

// doubt is a further recompute that is a breach, unless another's lock turns out to
// have been gone before.
//
// In a live run a command takes effect somewhere between its request and its
// reply. While a recompute's publication and release are under way its lock may
// expire, another may take it, and recompute; only the reply to the release tells
// that it was so. A breach is reported only if it is one in every order that the
// requests and replies leave open, so not before all have come to their end who
// might excuse it. What clients do by themselves, such as a load that fails, has
// one order.
type doubt struct {
	accused observe.Event
	by      []uint64 // the works that may excuse it
}

// accuse reports a further recompute, or has it wait for those who may excuse it.
func (m *recomputes) accuse(e *observe.Event) {
	if m.live {
		if by := m.undecided(e); by != nil {
			m.doubts = append(m.doubts, doubt{*e, by})
			return
		}
	}
	m.convict(e)
}

// undecided returns the works that recompute the same episode, and of which it is
// not known yet whether they will leave a value under their lock.
func (m *recomputes) undecided(e *observe.Event) (works []uint64) {
	for _, work := range ordered.Keys(m.working) {
		r := m.working[work]
		if work != e.Work && r.key == e.Key && r.generation == e.Generation && r.undecided() {
			works = append(works, work)
		}
	}
	return works
}

// excuseLate excuses another recompute by what a server did, which may have been
// before one that is accused already.
func (m *recomputes) excuseLate(work uint64) {
	if r := m.working[work]; r.undecided() && m.forgive(work) {
		r.excused = true
		m.working[work] = r
	}
	m.excuse(work)
	m.decided(work)
}

// forgive drops the first breach that a work may excuse.
func (m *recomputes) forgive(work uint64) (done bool) {
	i := slices.IndexFunc(m.doubts, func(d doubt) bool { return slices.Contains(d.by, work) })
	if i >= 0 {
		m.doubts = slices.Delete(m.doubts, i, i+1)
		m.timesExcused++
	}
	return i >= 0
}

// goneBefore drops the breaches before which a value that was loaded at a time, and
// of whose publication the word comes only now, can have come and gone.
func (m *recomputes) goneBefore(work uint64, loaded, ttl time.Duration) {
	m.doubts = slices.DeleteFunc(m.doubts, func(d doubt) bool {
		return slices.Contains(d.by, work) && ttl > 0 && loaded+ttl <= d.accused.At
	})
}

// decided takes a work from those who may excuse a breach, and reports what then
// has no excuse.
func (m *recomputes) decided(work uint64) {
	var left []doubt
	for _, d := range m.doubts {
		d.by = slices.DeleteFunc(d.by, func(w uint64) bool { return w == work })
		if len(d.by) == 0 {
			m.convict(&d.accused)
			continue
		}
		left = append(left, d)
	}
	m.doubts = left
}
