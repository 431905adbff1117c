package props

import (
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/strategies"
)

// Mark is something that must happen sometimes. A search in which no lock was ever
// lost says nothing about what becomes of lost locks: such a victory is empty.
type Mark struct {
	Name string
	Says string // as in "no case in which …"
	// Due tells whether a search of a strategy of these choices, under these kinds
	// of faults, must have met it.
	Due dueFunc
	// From is how many cases a search must have for it to be due: as many as meet it
	// eight times, as measured with all kinds of faults. By chance none would once
	// in three thousand searches.
	From uint64
}

// Most marks are due in a search of the usual size.
const (
	usual  = 1_000
	seldom = 10_000
)

// The marks.
const (
	loadFailed = iota
	readerLeft
	staleServed
	lateEarlyRefresh
	lockExpired
	lockRenewed
	waiterGaveUp
	foreignDeleteAvoided
	leaseVoided
	fencedOff
	replyLost
	lockLostInFailover
	lockFlushed
	lockEvicted
	entryLost
	holderCrashed
	loadCutOff
	stoodStill
	cutShort
	scriptUnknown
	takenOver
	redirected
	replicaBehind
	equalTokens
	marks
)

var allMarks = [marks]Mark{
	loadFailed:           {"load failed", "a load fails", always, usual},
	readerLeft:           {"reader left", "a reader leaves before it has its answer", always, usual},
	staleServed:          {"old value served", "an old value is served", by(func(c strategies.Choices) bool { return c.SWR || c.LogicalTTL || c.Lease }), usual},
	lateEarlyRefresh:     {"early refresh too late", "the entry expires before an early refresh is done", by(func(c strategies.Choices) bool { return c.XFetch || c.RefreshAhead }), usual},
	lockExpired:          {"lock expired while held", "a lock expires while its holder is at work", by(func(c strategies.Choices) bool { return locks(c) && !c.Watchdog }), usual},
	lockRenewed:          {"lock renewed", "a lock is renewed", by(func(c strategies.Choices) bool { return c.Watchdog }), usual},
	waiterGaveUp:         {"waiter gave up", "a waiter waits for as long as it may", by(func(c strategies.Choices) bool { return c.Lock && !c.SWR }), usual},
	foreignDeleteAvoided: {"foreign delete avoided", "a release finds another's lock in the place of its own", by(func(c strategies.Choices) bool { return c.Lock && !c.Watchdog }), usual},
	leaseVoided:          {"lease voided", "a lease is void when its value comes", by(func(c strategies.Choices) bool { return c.Lease }), usual},
	fencedOff:            {"holder fenced off", "a holder that has lost its lock is refused its write", by(func(c strategies.Choices) bool { return c.Fenced }), usual},
	replyLost:            {"lock granted unheard", "a lock is granted and the reply gets lost", byLock(drop, partition), seldom},
	lockLostInFailover:   {"lock lost in a failover", "a failover loses a lock", byLock(failover), seldom},
	lockFlushed:          {"lock flushed", "a flush takes a lock", byLock(flush), usual},
	lockEvicted:          {"lock evicted", "a lock makes room for another key", byLock(squeeze), seldom},
	entryLost:            {"entry lost", "an entry is lost before its time", under(flush, failover, squeeze), usual},
	holderCrashed:        {"holder crashed", "the holder of a lock crashes", byLock(crash), usual},
	loadCutOff:           {"load cut off", "a crash cuts a load off", under(crash), usual},
	stoodStill:           {"standstill waited out", "a read is in progress when a server that stood still goes on", under(standstill...), usual},
	cutShort:             {"connection lost", "a read fails whose connection to Redis broke", under(disconnect), seldom},
	scriptUnknown:        {"script unknown", "a script is refused as the server has forgotten it", byLock(scriptFlush), usual},
	takenOver:            {"cut-off primary replaced", "a replica takes the place of a primary that the others do not reach", under(isolation, isolate), usual},
	redirected:           {"slot moving", "a command about a key on its way to another server is refused", under(migrate), usual},
	replicaBehind:        {"read replica behind", "a load is served by a read replica that lacks a write", under(lag), seldom},
	equalTokens:          {"equal tokens", "a release finds its own token in another's lock", never, usual},
}

// Marks returns the marks.
func Marks() []Mark { return slices.Clone(allMarks[:]) }

// due tells of a strategy and the kinds of faults that are drawn whether a mark is.
type dueFunc func(strategies.Choices, []fault.Kind) bool

func always(strategies.Choices, []fault.Kind) bool { return true }

// never is for what no right strategy may meet: two of its tokens are never equal.
func never(strategies.Choices, []fault.Kind) bool { return false }

func by(choices func(strategies.Choices) bool) dueFunc {
	return func(c strategies.Choices, _ []fault.Kind) bool { return choices(c) }
}

// under makes a mark due where one of these kinds is drawn.
func under(kinds ...fault.Kind) dueFunc {
	return func(_ strategies.Choices, drawn []fault.Kind) bool {
		return slices.ContainsFunc(drawn, func(k fault.Kind) bool { return slices.Contains(kinds, k) })
	}
}

// byLock does so for strategies with a lock on one server.
func byLock(kinds ...fault.Kind) dueFunc {
	return func(c strategies.Choices, drawn []fault.Kind) bool { return c.Lock && under(kinds...)(c, drawn) }
}

// Sightings tells, for each mark, how many cases of a search have met it. Any
// goroutine may add to them.
type Sightings [marks]atomic.Uint64

// Sighting is how many cases have met a mark.
type Sighting struct {
	Mark
	Cases uint64
}

// Due returns the marks that a search of these choices under these kinds of faults
// must meet, and how many cases have.
func (s *Sightings) Due(c strategies.Choices, kinds []fault.Kind) []Sighting {
	var all []Sighting
	for i, m := range allMarks {
		if m.Due(c, kinds) {
			all = append(all, Sighting{m, s[i].Load()})
		}
	}
	return all
}

// Cases returns how many cases have met the mark of that name, due or not.
func (s *Sightings) Cases(mark string) uint64 {
	return s[slices.IndexFunc(allMarks[:], func(m Mark) bool { return m.Name == mark })].Load()
}

// Missed tells whether a search of so many cases ought to have met the mark.
func (s Sighting) Missed(tried uint64) bool { return s.Cases == 0 && tried >= s.From }

// Lookout watches one case for marks.
type Lookout struct {
	run     Run
	works   *works
	seen    [marks]bool
	holders map[int32]uint64         // by key: whose lock it is
	expires map[uint64]time.Duration // by work at an early refresh: when its entry does
	broke   time.Duration            // when connections last did
	forgot  bool                     // a server has forgotten its scripts
	cutOff  bool                     // a server is, from the others
	moving  bool                     // slots have begun to move
	written map[int32]observe.Event  // by key: the latest version
}

// NewLookout returns the lookout of a case.
func NewLookout(r Run) *Lookout {
	return &Lookout{
		run: r, works: newWorks(), holders: make(map[int32]uint64), expires: make(map[uint64]time.Duration),
		written: make(map[int32]observe.Event),
	}
}

// AddTo adds the case to the sightings of a search.
func (l *Lookout) AddTo(s *Sightings) {
	for i, seen := range l.seen {
		if seen {
			s[i].Add(1)
		}
	}
}

// Observe looks at an event.
func (l *Lookout) Observe(e *observe.Event) {
	l.works.before(e)
	switch k := e.Kind; {
	case k == observe.LockAcquired:
		l.holders[e.Key] = e.Work
	case k == observe.LockContended && e.Other == e.Work && e.Work != 0:
		l.seen[replyLost] = true
	case k == observe.LockExtended:
		l.seen[lockRenewed] = true
	case k == observe.LockLost:
		l.lost(e)
	case k == observe.Noted && e.Command == observe.PublishFenced:
		l.seen[fencedOff] = true
	case unlocks.has(k):
		l.unlocked(e)
	case k == observe.Dropped:
		l.seen[entryLost] = true
	case k == observe.RecomputeStart && e.Live:
		l.expires[e.Work] = e.At + e.Took
	case k == observe.RecomputeEnd:
		l.recomputed(e)
	case k == observe.RecomputeAbandoned:
		l.seen[loadCutOff] = true
	case k == observe.FaultStart:
		l.faultBegins(e)
	case k == observe.FaultEnd:
		l.faultEnds(e)
	case k == observe.Refused:
		l.seen[scriptUnknown] = l.seen[scriptUnknown] || l.forgot && slices.Contains(scripts, e.Command)
		l.seen[redirected] = l.seen[redirected] || l.moving
	case k == observe.Promotion:
		l.seen[takenOver] = l.seen[takenOver] || l.cutOff
	case k == observe.Written:
		l.written[e.Key] = *e
	case overs.has(k):
		l.over(e)
	}
	l.works.after(e)
}

// scripts are the commands on locks that are scripts.
var scripts = []observe.Command{
	observe.CompareAndDelete, observe.CompareAndExpire, observe.PublishAndRelease, observe.AcquireFenced, observe.PublishFenced,
}

func (l *Lookout) faultBegins(e *observe.Event) {
	switch l.threat(e) {
	case disconnect:
		l.broke = e.At
	case scriptFlush:
		l.forgot = true
	case isolation, isolate:
		l.cutOff = true
	case migrate:
		l.moving = true
	}
}

func (l *Lookout) faultEnds(e *observe.Event) {
	if k := l.threat(e); k == isolation || k == isolate {
		l.cutOff = false
	}
	if _, reads := l.works.longest(e.At); reads && slices.Contains(standstill, l.threat(e)) {
		l.seen[stoodStill] = true
	}
}

// threat returns the kind of the fault that begins or ends.
func (l *Lookout) threat(e *observe.Event) fault.Kind { return l.run.Threats[e.Count] }

// lost is a release that came too late.
func (l *Lookout) lost(e *observe.Event) {
	if e.Command == observe.PublishLeased {
		l.seen[leaseVoided] = true
	}
	if by := l.holders[e.Key]; by != 0 && by != e.Work {
		l.seen[foreignDeleteAvoided] = true
	}
}

func (l *Lookout) unlocked(e *observe.Event) {
	if l.holders[e.Key] == e.Other {
		delete(l.holders, e.Key)
	}
	switch {
	case e.Kind == observe.LockForeignDelete:
		l.seen[equalTokens] = l.seen[equalTokens] || e.Command != observe.Delete // it was compared
	case e.Kind == observe.LockExpired:
		l.seen[lockExpired] = l.seen[lockExpired] || l.works.has(e.Other)
	case e.Kind != observe.LockDropped:
	case e.Cause == observe.Failover:
		l.seen[lockLostInFailover] = true
	case e.Cause == observe.Flushed:
		l.seen[lockFlushed] = true
	case e.Cause == observe.Evicted:
		l.seen[lockEvicted] = true
	}
}

func (l *Lookout) recomputed(e *observe.Event) {
	if e.Failed {
		l.seen[loadFailed] = true
	}
	if due, early := l.expires[e.Work]; early && e.At > due {
		l.seen[lateEarlyRefresh] = true
	}
	delete(l.expires, e.Work)
}

// ObserveAnswer keeps what a read was answered with until its end.
func (l *Lookout) ObserveAnswer(by *observe.Work, a observe.Answer) { l.works.answered(by, a) }

// ObserveWriteFailure has nothing to look for.
func (l *Lookout) ObserveWriteFailure(time.Duration, *observe.Work, error) {}

func (l *Lookout) over(e *observe.Event) {
	delete(l.expires, e.Work)
	switch e.Kind {
	case observe.ReadEnd:
		if e.Class == observe.Stale {
			l.seen[staleServed] = true
		}
		// The first version is that before all writes.
		if w := l.written[e.Key]; e.Class != observe.Error && e.Generation+1 < w.Generation && w.At < e.At-e.Age {
			l.seen[replicaBehind] = true
		}
		if a, ok := l.works.answerOf(e); ok {
			l.seen[readerLeft] = l.seen[readerLeft] || a.GaveUp
			l.seen[waiterGaveUp] = l.seen[waiterGaveUp] || errors.Is(a.Err, strategies.ErrBusy)
			l.seen[cutShort] = l.seen[cutShort] || errors.Is(a.Err, strategies.ErrCacheUnavailable) && l.broke > 0 && l.broke >= e.At-e.Took
		}
	case observe.ReadCrashed, observe.JobCrashed:
		if l.holders[e.Key] == e.Work {
			l.seen[holderCrashed] = true
		}
	}
}
