package props

import (
	"slices"
	"time"

	"stampede/model/fault"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/strategies"
)

// Run is what promises depend on: what the strategy is, how it is set, and what
// happens to it.
type Run struct {
	Choices   strategies.Choices
	Options   strategies.Options // as declared
	Processes int
	Keys      int
	Absent    int           // so many keys, the last ones, have no row
	Leg       time.Duration // what a message to Redis or back takes, as good as always
	Timeout   time.Duration // of a command to Redis; 0 is none
	Retries   int           // of a command to Redis
	Leaves    bool          // some readers give up before they have their answer
	Nested    bool          // loads read another key, whose failure is theirs
	Guarded   bool          // the origin's client may refuse to ask
	Live      bool          // it is made in wall-clock time
	Threats   []Threat

	pauses, shifts time.Duration // by which faults may lengthen a wait, in all
}

// Threat is a kind of fault, and what it befalls.
type Threat struct {
	Verb fault.Verb
	On   fault.Class
}

// RunOf returns the facts about a strategy in a scenario.
func RunOf(p strategies.Preset, sc scenario.Scenario) Run {
	r := Run{
		Choices: p.Choices, Options: p.Options(sc.Options()),
		Processes: sc.Processes, Keys: sc.Keys, Absent: sc.Origin.Absent,
		Leg: max(most(sc.Network.Request), most(sc.Network.Reply)), Nested: sc.Origin.Nested,
		Guarded: p.Choices.OriginGuard || sc.Origin.Client.Admit > 0,
	}
	if c := sc.Redis.Client; c != nil {
		r.Timeout, r.Retries = time.Duration(c.Timeout), c.Retries
	}
	for _, c := range sc.Clients {
		r.Leaves = r.Leaves || c.Cancel > 0
	}
	for _, f := range sc.Faults {
		r.Threats = append(r.Threats, Threat{f.Do, f.To.Class()})
		if silent(f) && sc.Redis.Servers != nil && sc.Redis.Servers.Replicas > 0 {
			r.Threats = append(r.Threats, Threat{fault.Failover, fault.Redis}) // it may be taken for dead
		}
		r.pauses += spent(f, sc)
		if f.Do == fault.ShiftClock {
			r.shifts += max(time.Duration(f.By), time.Duration(-f.By))
		}
	}
	return r
}

// most is what a draw exceeds in one of a billion cases, or never.
func most(d workload.Duration) time.Duration {
	if mean := d.Mean(); d.String() != workload.Constant(mean).String() {
		return 20 * mean
	}
	return d.Mean()
}

// silent tells whether a fault makes a server that is up not answer.
func silent(f scenario.Fault) bool {
	return f.Do == fault.ClientPause || f.Do == fault.Pause && f.To.Class() == fault.Redis
}

// spent is how much time a fault may take from a process in all.
func spent(f scenario.Fault, sc scenario.Scenario) time.Duration {
	switch {
	case f.Do != fault.Pause && f.Do != fault.ClientPause && f.Do != fault.Delay && f.Do != fault.Drift:
		return 0
	case f.Every == 0 && f.Calm.Mean() == 0 && (f.Upon == 0 || f.Nth > 0) && f.For.Mean() > 0:
		return f.For.Mean()
	}
	return time.Duration(sc.Duration)
}

// under tells whether any of the threats may befall the run.
func (r Run) under(threats []Threat) bool {
	return slices.ContainsFunc(r.Threats, func(t Threat) bool { return slices.Contains(threats, t) })
}

// slack is what a wait may take beyond what its clock says: some messages, which
// may be slow, and what faults take.
func (r Run) slack() time.Duration {
	d := 6*r.Leg + 5*time.Millisecond + 4*r.silence() + r.pauses + r.shifts
	if r.Choices.Redlock {
		d += 10 * r.Options.Redlock.Timeout // five servers, twice
	}
	return d
}

// silence is how long a command may be without a reply.
func (r Run) silence() time.Duration { return time.Duration(r.Retries+1) * r.Timeout }

// Kinds of threats.
var (
	// messagesLost leaves clients in doubt of what has happened.
	messagesLost = []Threat{
		{fault.Drop, fault.Processes},
		{fault.Partition, fault.Processes},
		{fault.Failover, fault.Redis},
		{fault.Crash, fault.Redis},
		{fault.Pause, fault.Redis},
		{fault.ClientPause, fault.Redis},
	}
	// dataLost takes from Redis what it had acknowledged.
	dataLost = []Threat{{fault.Flush, fault.Redis}, {fault.Failover, fault.Redis}, {fault.Crash, fault.Redis}}
	// wrongServerClock lets TTLs end earlier or later than they should.
	wrongServerClock = []Threat{{fault.ShiftClock, fault.Redis}, {fault.Drift, fault.Redis}}
)
