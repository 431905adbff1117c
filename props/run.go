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
	Service   time.Duration // of a command, as good as always
	Oversleep time.Duration // of a process, as good as always
	// LockServers is how many independent servers a Redlock is taken on.
	LockServers int
	Timeout     time.Duration // of a command to Redis; 0 is none
	Retries     int           // of a command to Redis
	Leaves      bool          // some readers give up before they have their answer
	Nested      bool          // loads read another key, whose failure is theirs
	Guarded     bool          // the origin's client may refuse to ask
	HeavyTails  bool          // some lengths are of a distribution with a heavy tail
	End         time.Duration // of faults and traffic
	Live        bool          // it is made in wall-clock time
	// Threats are the kinds of its faults, in their order, and then others that
	// follow from these or from the settings.
	Threats []fault.Kind

	pauses, shifts time.Duration                 // by which faults may lengthen a wait, in all
	delay          time.Duration                 // of messages, at most
	replaced       time.Duration                 // how long after a takeover the former primary may be written to, as good as always
	serving        func(works int) time.Duration // nil without a scenario
}

// RunOf returns the facts about a strategy in a scenario.
func RunOf(p strategies.Preset, sc scenario.Scenario) Run {
	r := Run{
		Choices: p.Choices, Options: p.Options(sc.Options()),
		Processes: sc.Processes, Keys: sc.Keys, Absent: sc.Origin.Absent,
		Leg: sc.Network.LongestLeg(), Service: scenario.Most(sc.Redis.Service), Oversleep: scenario.Most(sc.Oversleep), Nested: sc.Origin.Nested,
		LockServers: scenario.RedlockServers,
		Guarded:     p.Choices.OriginGuard || sc.Origin.Client.Admit > 0,
		End:         time.Duration(sc.Duration), serving: sc.Serving,
	}
	lengths := []workload.Duration{sc.Oversleep, sc.Network.Request, sc.Network.Reply, sc.Redis.Service, sc.Origin.Recompute, sc.Origin.Client.Backoff}
	for _, l := range sc.Network.Links {
		lengths = append(lengths, l.Request, l.Reply)
	}
	for _, d := range lengths {
		r.HeavyTails = r.HeavyTails || d.HeavyTailed()
	}
	if c := sc.Redis.Client; c != nil {
		r.Timeout, r.Retries = time.Duration(c.Timeout), c.Retries
	}
	if t := sc.Redis.Servers; t != nil && t.Replicas > 0 {
		r.replaced = scenario.Most(t.Rejoin) + scenario.Most(t.Learn)
	}
	for _, c := range sc.Clients {
		r.Leaves = r.Leaves || c.Cancel > 0
	}
	mute := false
	for _, f := range sc.Faults {
		r.Threats = append(r.Threats, fault.Kind{Verb: f.Do, On: f.To.Class()})
		mute = mute || silent(f)
		r.pauses += spent(f, sc)
		switch f.Do {
		case fault.Delay:
			r.delay += time.Duration(f.By)
		case fault.ShiftClock:
			r.shifts += max(time.Duration(f.By), time.Duration(-f.By))
		}
	}
	if mute && sc.Redis.Servers != nil && sc.Redis.Servers.Replicas > 0 {
		r.Threats = append(r.Threats, failover) // a replica may take its place
	}
	if m := sc.Redis.Memory; m.Limited() { // what does not fit must go, fault or not
		r.Threats = append(r.Threats, fault.Kind{Verb: fault.Squeeze, On: fault.Redis})
	}
	return r
}

// meets tells whether the run has a fault of some kinds.
func (r Run) meets(kinds []fault.Kind) bool {
	return slices.ContainsFunc(r.Threats, func(k fault.Kind) bool { return slices.Contains(kinds, k) })
}

// silent tells whether a fault makes a server not answer.
func silent(f scenario.Fault) bool {
	return f.Do == fault.ClientPause || f.To.Class() == fault.Redis && (f.Do == fault.Pause || f.Do == fault.Crash)
}

// spent is how much time a fault may take from a process in all. What is delayed
// arrives so much after the end of the delay.
func spent(f scenario.Fault, sc scenario.Scenario) time.Duration {
	switch {
	case f.Do != fault.Pause && f.Do != fault.ClientPause && f.Do != fault.Delay && f.Do != fault.Drift:
		return 0
	case f.Every > 0 || f.Calm.Mean() > 0 || f.Upon > 0 && f.Nth == 0 || f.For.Mean() == 0:
		return time.Duration(sc.Duration)
	case f.Do == fault.Delay:
		return f.For.Mean() + 2*time.Duration(f.By)
	}
	return f.For.Mean()
}

// slack is what a wait may take beyond what its clock says: some messages, which
// may be slow, and what faults take.
func (r Run) slack() time.Duration {
	d := 6*r.Leg + 2*r.Oversleep + 5*time.Millisecond + 4*r.silence() + r.pauses + r.shifts
	if r.Choices.Redlock {
		d += 2 * time.Duration(r.LockServers) * r.Options.Redlock.Timeout
	}
	return d
}

// poll is the longest that who waits for a lock waits before it looks again.
func (r Run) poll() time.Duration {
	switch o := r.Options.Lock; {
	case r.Choices.Notify:
		return o.Recheck
	case r.Choices.Backoff:
		return o.PollMax
	default:
		return o.Poll
	}
}

// silence is how long a command may be without a reply.
func (r Run) silence() time.Duration { return time.Duration(r.Retries+1) * r.Timeout }

// Kinds of faults that something is said of.
var (
	pause       = fault.Kind{Verb: fault.Pause, On: fault.Processes}
	pauseRedis  = fault.Kind{Verb: fault.Pause, On: fault.Redis}
	clientPause = fault.Kind{Verb: fault.ClientPause, On: fault.Redis}
	delay       = fault.Kind{Verb: fault.Delay, On: fault.Processes}
	slow        = fault.Kind{Verb: fault.Slow, On: fault.Origin}
	lag         = fault.Kind{Verb: fault.Lag, On: fault.Origin}
	brownOut    = fault.Kind{Verb: fault.BrownOut, On: fault.Origin}
	crash       = fault.Kind{Verb: fault.Crash, On: fault.Processes}
	crashRedis  = fault.Kind{Verb: fault.Crash, On: fault.Redis}
	shift       = fault.Kind{Verb: fault.ShiftClock, On: fault.Processes}
	shiftRedis  = fault.Kind{Verb: fault.ShiftClock, On: fault.Redis}
	drift       = fault.Kind{Verb: fault.Drift, On: fault.Processes}
	driftRedis  = fault.Kind{Verb: fault.Drift, On: fault.Redis}
	drop        = fault.Kind{Verb: fault.Drop, On: fault.Processes}
	partition   = fault.Kind{Verb: fault.Partition, On: fault.Processes}
	isolation   = fault.Kind{Verb: fault.Partition, On: fault.Redis}
	isolate     = fault.Kind{Verb: fault.Isolate, On: fault.Redis}
	migrate     = fault.Kind{Verb: fault.Migrate, On: fault.Redis}
	disconnect  = fault.Kind{Verb: fault.Disconnect, On: fault.Processes}
	scriptFlush = fault.Kind{Verb: fault.ScriptFlush, On: fault.Redis}
	failover    = fault.Kind{Verb: fault.Failover, On: fault.Redis}
	flush       = fault.Kind{Verb: fault.Flush, On: fault.Redis}
	squeeze     = fault.Kind{Verb: fault.Squeeze, On: fault.Redis}
)

var (
	// messagesLost keeps commands from taking effect, or their replies from coming.
	messagesLost = []fault.Kind{drop, partition, isolation, isolate, failover, crashRedis}
	// inDoubt leaves clients in doubt of what has happened. What was sent on a
	// connection that breaks does take effect.
	inDoubt = append(slices.Clone(messagesLost), disconnect)
	// standstill does so only with those who do not wait for its end.
	standstill = []fault.Kind{pauseRedis, clientPause}
	// dataLost takes from Redis what it had acknowledged.
	dataLost = []fault.Kind{flush, failover, isolation, isolate, crashRedis, squeeze}
	// takeovers let a replica take the place of a primary that somebody may still write to.
	takeovers = []fault.Kind{failover, isolation, isolate}
	// wrongServerClock lets TTLs end earlier or later than they should.
	wrongServerClock = []fault.Kind{shiftRedis, driftRedis}
	// wrongClock lets a client and a server disagree on how long a TTL is.
	wrongClock = []fault.Kind{shift, drift, shiftRedis, driftRedis}
)
