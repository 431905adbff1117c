package props

import (
	"fmt"

	"stampede/model/observe"
	"stampede/strategies"
)

var singleRecompute = Invariant{
	Name: "single-recompute",
	Sentence: "an episode has one recompute, and one more for each that failed " +
		"or whose lock was gone before it was done",
	Promised: func(c strategies.Choices) bool { return c.Lock },
	new: func(report report) observe.Sink {
		return &recomputes{report: report, working: make(map[uint64]recompute), excuses: make(map[int32]excuses)}
	},
}

// recomputes watches the recomputes of every key.
type recomputes struct {
	report  report
	working map[uint64]recompute // by work in progress that recomputes, or has lost its lock
	excuses map[int32]excuses
}

type recompute struct {
	key        int32
	generation uint64
	started    bool
	failed     bool
	lost       bool // its lock expired, or was dropped
}

// excuses counts, for the latest episodes of a key that had any, how many
// further recomputes were due.
type excuses [4]struct {
	generation uint64
	count      int
}

func (m *recomputes) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.RecomputeStart:
		r := m.working[e.Work]
		r.key, r.generation, r.started = e.Key, e.Generation, true
		if r.lost {
			m.excuse(r)
		}
		m.working[e.Work] = r
		if !e.First && !m.excused(e.Key, e.Generation) {
			m.report(e, fmt.Sprintf("%s recomputes %s again, although the recompute before it "+
				"neither failed nor lost its lock", who(e), key(e)))
		}
	case observe.RecomputeEnd:
		if r := m.working[e.Work]; e.Failed && !r.lost {
			r.failed = true
			m.working[e.Work] = r
			m.excuse(r)
		}
	case observe.LockExpired, observe.LockDropped:
		r := m.working[e.Other]
		r.lost = true
		if r.started {
			m.excuse(r)
		}
		m.working[e.Other] = r
	case observe.ReadCrashed, observe.JobCrashed:
		// Its value, if it had one, may not have reached Redis.
		if r := m.working[e.Work]; r.started && !r.lost && !r.failed {
			m.excuse(r)
		}
		delete(m.working, e.Work)
	case observe.ReadEnd, observe.JobEnd:
		delete(m.working, e.Work)
	}
}

func (m *recomputes) excuse(r recompute) {
	x := m.excuses[r.key]
	for i := range x {
		if x[i].count > 0 && x[i].generation == r.generation {
			x[i].count++
			m.excuses[r.key] = x
			return
		}
	}
	copy(x[1:], x[:])
	x[0].generation, x[0].count = r.generation, 1
	m.excuses[r.key] = x
}

func (m *recomputes) excused(key int32, generation uint64) bool {
	x := m.excuses[key]
	for i := range x {
		if x[i].count > 0 && x[i].generation == generation {
			x[i].count--
			m.excuses[key] = x
			return true
		}
	}
	return false
}
