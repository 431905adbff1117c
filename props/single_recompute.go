package props

import (
	"fmt"
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

var singleRecompute = Invariant{
	Name: "single-recompute",
	Sentence: "an episode has one recompute, besides those of the declared number who fall through, and one more for each that failed, " +
		"lost its lock before it was done, or whose value did not reach Redis or did not stay there",
	By:          func(c strategies.Choices) bool { return locks(c) && !c.Fallback },
	NotByQuorum: wrongClock,
	Excused:     fault.Kinds(),
	Excuse:      "by one more for each load that failed, lock that was lost, and value that did not reach Redis or did not stay",
	hears:       kindsOf(observe.Look, observe.LockAcquired, observe.LockContended, observe.RecomputeStart, observe.RecomputeEnd, observe.Publish, observe.Dropped) | unlocks | overs,
	new: func(r Run, works *works, report report) observe.Sink {
		return r.asOneLock(&recomputes{
			works: works, live: r.Live, falls: r.Choices.FallThrough, report: report,
			held: make(map[uint64]bool), working: make(map[uint64]recompute), excuses: make(map[int32]excuses),
			unseated: r.meets(takeovers), kept: make(map[int32]uint64),
		})
	},
}

// recomputes watches the recomputes of every key.
type recomputes struct {
	timesExcused
	works   *works
	report  report
	live    bool
	falls   bool                 // some may load without a lock
	held    map[uint64]bool      // locks, by the work in progress that holds it
	working map[uint64]recompute // by work in progress that recomputes, or has lost its lock
	excuses map[int32]excuses
	doubts  []doubt // in a live run
	// A primary that was replaced may still take a value, and nobody is told that it does
	// not stay: that shows when a look meets an earlier state of the key.
	unseated bool             // a primary may be replaced
	kept     map[int32]uint64 // by key: the generation of the latest value
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
	switch k := e.Kind; {
	case k == observe.LockAcquired && m.works.has(e.Work):
		m.held[e.Work] = true
	case k == observe.LockContended && e.Other == e.Work:
		delete(m.held, e.Work) // its request was sent twice: it may not know that it has the lock
	case k == observe.Look:
		m.look(e)
	case k == observe.RecomputeStart:
		m.start(e)
	case k == observe.RecomputeEnd:
		m.end(e)
	case k == observe.Publish:
		m.publish(e)
	case k == observe.LockReleased:
		delete(m.held, e.Other)
		// A release in one step with the value tells of the value next.
		if e.Command != observe.PublishAndRelease {
			m.excuseLate(e.Work)
		}
	case k == observe.LockExpired, k == observe.LockDropped:
		m.lose(e)
	case k == observe.Dropped:
		m.dropped(e)
	case overs.has(k):
		m.excuseLate(e.Work)
		delete(m.working, e.Work)
		delete(m.held, e.Work)
	}
}

// look finds a value gone without a word, if it meets an earlier state of the key.
func (m *recomputes) look(e *observe.Event) {
	if e.Generation < m.kept[e.Key] {
		delete(m.kept, e.Key)
		m.due(e.Key, e.Generation)
	}
}

func (m *recomputes) start(e *observe.Event) {
	if m.falls && !m.held[e.Work] {
		m.fall(e)
		return
	}
	lost := m.working[e.Work].lost
	m.working[e.Work] = recompute{key: e.Key, generation: e.Generation, started: true, lost: lost}
	if lost {
		m.excuse(e.Work)
	}
	if !e.First && !m.excused(e.Key, e.Generation) {
		m.accuse(e)
	}
}

func (m *recomputes) end(e *observe.Event) {
	if r, ok := m.working[e.Work]; ok {
		r.loaded = e.At
		m.working[e.Work] = r
	}
	if e.Failed {
		m.excuse(e.Work)
	}
}

func (m *recomputes) publish(e *observe.Event) {
	r, ok := m.working[e.Work]
	if !ok {
		return
	}
	if m.unseated && !r.excused {
		m.kept[e.Key] = e.Generation
	}
	r.published = true
	m.working[e.Work] = r
	m.goneBefore(e.Work, r.loaded, e.Took)
	m.decided(e.Work)
}

func (m *recomputes) lose(e *observe.Event) {
	delete(m.held, e.Other)
	if !m.works.has(e.Other) {
		return
	}
	r := m.working[e.Other]
	r.lost = true
	m.working[e.Other] = r
	m.excuseLate(e.Other)
}

// dropped takes in that an entry which was published is gone: the key is back at some
// generation that was recomputed before.
func (m *recomputes) dropped(e *observe.Event) {
	delete(m.kept, e.Key)
	x := m.excuses[e.Key]
	x.anyEpisode++
	m.excuses[e.Key] = x
}

// fall takes in a recompute without a lock, which is not in the stead of the one under
// it: how many there may be is for another invariant to say.
func (m *recomputes) fall(e *observe.Event) {
	if e.First {
		m.due(e.Key, e.Generation)
	}
}

// convict reports a recompute that has no excuse.
func (m *recomputes) convict(e *observe.Event) {
	m.report(e, fmt.Sprintf("%s recomputes %s again, although the recompute before it "+
		"published its value under its lock", who(e), key(e)))
}

// undecided tells whether it may still earn the episode another recompute.
func (r recompute) undecided() bool { return r.started && !r.published && !r.excused }

// excuses counts how many further recomputes of a key are due: of the episodes
// that have any to come, and of whichever.
type excuses struct {
	episodes   []due
	anyEpisode int
}

type due struct {
	generation uint64
	count      int
	past       uint64 // the turn in which a later generation was met; 0 if none was
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
	m.due(r.key, r.generation)
}

// due grants an episode another recompute.
func (m *recomputes) due(key int32, generation uint64) {
	x := m.excuses[key]
	i := slices.IndexFunc(x.episodes, func(d due) bool { return d.generation == generation })
	if i < 0 {
		x.episodes = append(m.remembered(x.episodes, generation), due{generation: generation})
		i = len(x.episodes) - 1
	}
	x.episodes[i].count++
	m.excuses[key] = x
}

// remembered returns the episodes that some work may still recompute, now that a
// generation is known: in the third turn no read is left that saw an earlier one.
func (m *recomputes) remembered(episodes []due, known uint64) []due {
	for i := range episodes {
		if d := &episodes[i]; d.generation < known && d.past == 0 {
			d.past = m.works.turn
		}
	}
	return slices.DeleteFunc(episodes, func(d due) bool { return d.past > 0 && m.works.turn >= d.past+2 })
}

// excused takes an excuse for another recompute of an episode, if there is one.
func (m *recomputes) excused(key int32, generation uint64) bool {
	x := m.excuses[key]
	defer func() { m.excuses[key] = x }()
	for i := range x.episodes {
		if d := &x.episodes[i]; d.count > 0 && d.generation == generation {
			d.count--
			m.timesExcused++
			return true
		}
	}
	if x.anyEpisode > 0 {
		x.anyEpisode--
		m.timesExcused++
		return true
	}
	return false
}
