package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
)

var singleRecompute = Invariant{
	Name: "single-recompute",
	Sentence: "an episode has one recompute, and one more for each that failed, lost its lock before it was " +
		"done, or whose value did not reach Redis or did not stay there",
	By:    locks,
	Given: Run.clocksAgree,
	Needs: "with redlock, clocks that run alike",
	new: func(r Run, report report) observe.Sink {
		return r.asOneLock(&recomputes{report: report, live: r.Live, working: make(map[uint64]recompute), excuses: make(map[int32]excuses)})
	},
}

// recomputes watches the recomputes of every key.
type recomputes struct {
	report  report
	live    bool
	working map[uint64]recompute // by work in progress that recomputes, or has lost its lock
	excuses map[int32]excuses
	doubts  []doubt // in a live run
}

// recompute is what is known of a work's recompute.
type recompute struct {
	key        int32
	generation uint64
	started    bool
	loaded     time.Duration // when its load ended
	published  bool
	lost       bool // its lock expired, or was dropped
	excused    bool // it has earned the episode another recompute
}

func (m *recomputes) Observe(e *observe.Event) {
	switch e.Kind {
	case observe.RecomputeStart:
		m.working[e.Work] = recompute{
			key: e.Key, generation: e.Generation, started: true, lost: m.working[e.Work].lost,
		}
		if m.working[e.Work].lost {
			m.excuse(e.Work)
		}
		if !e.First && !m.excused(e.Key, e.Generation) {
			m.accuse(e)
		}
	case observe.RecomputeEnd:
		if r, ok := m.working[e.Work]; ok {
			r.loaded = e.At
			m.working[e.Work] = r
		}
		if e.Failed {
			m.excuse(e.Work)
		}
	case observe.Publish:
		if r, ok := m.working[e.Work]; ok {
			r.published = true
			m.working[e.Work] = r
			m.goneBefore(e.Work, r.loaded, e.Took)
			m.decided(e.Work)
		}
	case observe.LockReleased:
		// A release in one step with the value tells of the value next.
		if e.Command != observe.PublishAndRelease {
			m.excuseLate(e.Work)
		}
	case observe.LockExpired, observe.LockDropped:
		r := m.working[e.Other]
		r.lost = true
		m.working[e.Other] = r
		m.excuseLate(e.Other)
	case observe.Dropped:
		// The entry was published, and is gone: the key is back at some
		// generation that was recomputed before.
		x := m.excuses[e.Key]
		x.anyEpisode++
		m.excuses[e.Key] = x
	case observe.ReadEnd, observe.JobEnd, observe.ReadCrashed, observe.JobCrashed:
		m.excuseLate(e.Work)
		delete(m.working, e.Work)
	}
}

// convict reports a recompute that has no excuse.
func (m *recomputes) convict(e *observe.Event) {
	m.report(e, fmt.Sprintf("%s recomputes %s again, although the recompute before it "+
		"published its value under its lock", who(e), key(e)))
}

// undecided tells whether it may still earn the episode another recompute.
func (r recompute) undecided() bool { return r.started && !r.published && !r.excused }

// excuses counts how many further recomputes are due: of the latest episodes of
// a key that had any to come, and of whichever.
type excuses struct {
	latest [4]struct {
		generation uint64
		count      int
	}
	anyEpisode int
}

// excuse grants the episode of a work's recompute another one, if the work's own
// did not leave a value.
func (m *recomputes) excuse(work uint64) {
	r := m.working[work]
	if !r.undecided() {
		return
	}
	r.excused = true
	m.working[work] = r
	x := m.excuses[r.key]
	for i := range x.latest {
		if l := &x.latest[i]; l.count > 0 && l.generation == r.generation {
			l.count++
			m.excuses[r.key] = x
			return
		}
	}
	copy(x.latest[1:], x.latest[:])
	x.latest[0].generation, x.latest[0].count = r.generation, 1
	m.excuses[r.key] = x
}

// excused takes an excuse for another recompute of an episode, if there is one.
func (m *recomputes) excused(key int32, generation uint64) bool {
	x := m.excuses[key]
	defer func() { m.excuses[key] = x }()
	for i := range x.latest {
		if l := &x.latest[i]; l.count > 0 && l.generation == generation {
			l.count--
			return true
		}
	}
	if x.anyEpisode > 0 {
		x.anyEpisode--
		return true
	}
	return false
}
