package props

import (
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

var boundedAge = Invariant{
	Name: "bounded-age",
	Sentence: "a value that is served was, when its read began, no older than the declared life of an entry and the load that it came from, " +
		"or by a flight older if it is an old one that the read got by joining another's",
	About:   func(c strategies.Choices) bool { return !c.Scheduled },
	By:      func(c strategies.Choices) bool { return !c.LastValue && !c.Scheduled },
	Excused: wrongServerClock,
	Excuse:  "by as much as the clock of Redis is off",
	hears:   kindsOf(observe.RecomputeStart, observe.RecomputeEnd, observe.Publish) | overs,
	new: func(r Run, _ *works, report report) observe.Sink {
		_, life := r.Choices.Lifetimes(r.Options)
		return &ages{run: r, life: life, flight: r.flight(), report: report, loads: make(map[uint64]time.Duration), longest: make(map[int32]time.Duration)}
	},
}

// ages watches how old the values are that are served.
type ages struct {
	run     Run
	life    time.Duration
	flight  time.Duration // besides its load
	report  report
	loads   map[uint64]time.Duration // by work in progress: when it began to load
	longest map[int32]time.Duration
}

func (m *ages) Observe(e *observe.Event) {
	switch k := e.Kind; {
	case k == observe.RecomputeStart:
		m.loads[e.Work] = e.At
	case k == observe.RecomputeEnd, k == observe.Publish:
		if since, loaded := m.loads[e.Work]; loaded {
			m.longest[e.Key] = max(m.longest[e.Key], e.At-since)
		}
	case k == observe.ReadEnd:
		most := m.life + m.longest[e.Key] + m.run.slack()
		if m.flight > 0 {
			most += m.flight + m.longest[e.Key]
		}
		if m.life != strategies.NoTTL && e.Age-e.Took > most {
			m.report(e, fmt.Sprintf("%s is served a value of %s that is %v old; entries live for %v, and the longest load took %v",
				who(e), key(e), e.Age, m.life, m.longest[e.Key]))
		}
		delete(m.loads, e.Work)
	case overs.has(k):
		delete(m.loads, e.Work)
	}
}

// flight is how long ago another read may have found the old value that a read gets
// which joined its flight: it has waited for the lock meanwhile, and for a load that
// failed. It is 0 where there are no old values, or no flights.
func (r Run) flight() time.Duration {
	if _, grace := r.Choices.Graces(r.Options); grace == 0 || !r.Choices.Singleflight {
		return 0
	}
	return r.Options.Lock.Wait + r.poll()
}
