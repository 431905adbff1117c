package observe

// Result is a run in figures. Times are in milliseconds since the start of the
// run, or lengths of time in milliseconds. The tag about says what a figure is: the
// list of metrics is made of it.
type Result struct {
	Strategy string `json:"strategy"`
	Scenario string `json:"scenario"`
	Variant  string `json:"variant,omitempty"`
	Seed     uint64 `json:"seed"`
	Backend  string `json:"backend"`
	// Server is what a live run was on.
	Server *Server `json:"server,omitempty"`
	// Digest is empty for a live run: no two are the same.
	Digest string `json:"digest,omitempty"`
	Events uint64 `json:"events"`

	Reads   uint64 `json:"reads" about:"calls of Get that came to their end"`
	Hits    uint64 `json:"hits" about:"reads whose first look found an acceptable value"`
	Misses  uint64 `json:"misses" about:"reads that loaded the value, or waited for it"`
	Stale   uint64 `json:"stale" about:"reads that were served a value known to be old"`
	Errors  uint64 `json:"errors" about:"reads that got no value but an error"`
	Empty   uint64 `json:"empty,omitempty" about:"reads whose answer had no value, and no error either"`
	Crashed uint64 `json:"crashed" about:"reads whose process crashed: they got no answer, not even an error"`
	Writes  uint64 `json:"writes" about:"writes to the origin that came to their end"`
	Faults  uint64 `json:"faults" about:"faults that began"`
	Waiters int    `json:"waiters" about:"the most reads that waited for a load at one time, their own or another's, after the warm-up: so many requests hung"`

	ErrorCauses map[string]uint64 `json:"error_causes" about:"errors of this kind"`
	// ErrorSpans say when the errors of each kind were answered.
	ErrorSpans map[string]Span `json:"error_spans"`

	Expiries     uint64            `json:"expiries" about:"absences of a key that some read met"`
	ExpiryCauses map[string]uint64 `json:"expiry_causes" about:"those by this cause"`

	Recomputes              uint64 `json:"recomputes" about:"loads from the origin that were started"`
	EarlyRecomputes         uint64 `json:"early_recomputes" about:"those whose read saw a living entry"`
	FailedLoads             uint64 `json:"failed_loads" about:"those that ended with an error"`
	AbandonedLoads          uint64 `json:"abandoned_loads" about:"those that ended with the crash of their process"`
	Episodes                uint64 `json:"episodes" about:"states of an entry that were recomputed: one recompute each is perfect"`
	DuplicateRecomputes     uint64 `json:"duplicate_recomputes" about:"recomputes beyond the first of their episode"`
	MaxConcurrentRecomputes int    `json:"max_concurrent_recomputes" about:"the most recomputes at one time"`

	PeakRecomputes Peak    `json:"peak_recomputes"`
	Overlap        Overlap `json:"overlap"`
	LeadMS         Mean    `json:"lead_ms"`

	ForeignDeletes uint64 `json:"foreign_deletes" about:"locks that were deleted by another than their holder"`
	// ToldLate counts the events of a live run with processes of their own that
	// stand where they came: their time had been passed over.
	ToldLate uint64 `json:"told_late,omitempty" about:"events that a process of its own told too late for their place in the order"`
	// Left is what a live run has left behind.
	Left *Left `json:"left_behind,omitempty"`
	// Monitor is the servers' own word, where they were asked for it.
	Monitor *Monitored `json:"monitor,omitempty"`
	Locks   Locks      `json:"locks"`

	LatencyMS Quantiles    `json:"latency_ms" about:"latency of reads, those that failed too, from the intended start to the answer"`
	AgeMS     AgeQuantiles `json:"age_ms" about:"age of the values served: the time since the origin began to read them"`
	Outdated  Outdated     `json:"outdated"`
	Redis     RedisLoad    `json:"redis"`
	Origin    OriginLoad   `json:"origin"`

	Unfinished uint64      `json:"unfinished" about:"reads that had no answer when the run ended"`
	Violations []Violation `json:"violations"` // the first ones
	// ViolationCount counts them all.
	ViolationCount uint64 `json:"violation_count" about:"breaches of what the strategy promises"`
	// Held, Bounded and Unwatched are the other invariants that mean anything for the
	// strategy: none is in two of them, or broken.
	Held      []string    `json:"held"`
	Bounded   []Bounded   `json:"bounded"`
	Unwatched []Unwatched `json:"unwatched"`
	// Expectations are the scenario's, with what came of them.
	Expectations []Expectation `json:"expectations"`
}

// Server is a Redis, with what talks to it.
type Server struct {
	Version  string            `json:"version"` // as in redis 7.0.15
	Client   string            `json:"client"`
	Settings map[string]string `json:"settings,omitempty"` // those that a run may depend on
	Clock    *Clock            `json:"clock,omitempty"`    // nil if it does not tell
}

// Clock is how far a server's clock is ahead of this machine's.
type Clock struct {
	AheadMS       float64 `json:"ahead_ms"`
	UncertaintyMS float64 `json:"uncertainty_ms"` // either way
}

// Span is from the first to the last of something.
type Span struct {
	FirstMS float64 `json:"first_ms"`
	LastMS  float64 `json:"last_ms"`
}

// Peak is a highest count within one bucket of time.
type Peak struct {
	Count    int     `json:"count" about:"the most recomputes that started in one bucket of time, after the warm-up"`
	BucketMS float64 `json:"bucket_ms"`
}

// Overlap is about several recomputes of one key at one time. One that is in
// progress at the end of the run counts up to there in Max only.
type Overlap struct {
	Max       int     `json:"max" about:"the most recomputes of one key at one time"`
	TotalMS   float64 `json:"total_ms" about:"how long keys had two or more, summed over the keys"`
	LongestMS float64 `json:"longest_ms" about:"how long a key had two or more at a stretch"`
}

// Mean is about the remaining TTL at the first early recompute of each episode.
type Mean struct {
	Mean  float64 `json:"mean" about:"remaining TTL at the first early recompute of an episode, on average"`
	Count uint64  `json:"count" about:"episodes that began early"`
}

// Locks counts what became of attempts to take a lock.
type Locks struct {
	Acquired  uint64 `json:"acquired" about:"locks, and leases, that were granted"`
	Contended uint64 `json:"contended" about:"attempts that were refused: the price of polling"`
	Lost      uint64 `json:"lost" about:"locks that were gone, or another's, before their release"`
	Dropped   uint64 `json:"dropped" about:"locks that vanished before their TTL by no one's command: with a failed server, for one"`
}

// Quantiles describes the latencies of reads.
type Quantiles struct {
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p999"`
	Max  float64 `json:"max"`
}

// AgeQuantiles describes the ages of values served.
type AgeQuantiles struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// Outdated is about reads that were answered with a value older than one that
// the origin had when they began.
type Outdated struct {
	Reads     uint64  `json:"reads" about:"reads answered with a value older than one that the origin had when they began"`
	LongestMS float64 `json:"longest_ms" about:"how long after the newer value was written such an answer still came"`
}

// RedisLoad is what the strategy asked of Redis.
type RedisLoad struct {
	Commands  uint64 `json:"commands" about:"commands that Redis executed; a script or a transaction is one"`
	PeakPerS  uint64 `json:"peak_per_s" about:"the most of them in one whole second"`
	Evictions uint64 `json:"evictions" about:"entries and locks that had to make room"`
	QueueMax  int    `json:"queue_max" about:"the most commands that waited for one server"`
	Refused   uint64 `json:"refused" about:"commands that were answered with an error"`
	Failovers uint64 `json:"failovers" about:"promotions of a replica"`
	// PromotionsMS are the instants of the first ten.
	PromotionsMS []float64 `json:"promotions_ms,omitempty"`
}

// OriginLoad is what reached the origin.
type OriginLoad struct {
	MaxConcurrent int `json:"max_concurrent" about:"the most loads that the origin worked on at one time"`
	QueueMax      int `json:"queue_max" about:"the most loads that waited for a connection"`

	Loads    uint64 `json:"loads" about:"loads that it began to work on"`
	Retries  uint64 `json:"retries" about:"loads that a caller asked for once more"`
	Timeouts uint64 `json:"timeouts" about:"loads that a caller stopped waiting for"`
	Wasted   uint64 `json:"wasted" about:"loads finished that no one waited for any more"`
	Refused  uint64 `json:"refused" about:"loads answered with an error"`
	Held     uint64 `json:"held" about:"loads that the processes' admission control kept back"`
}

// Expectation is a line of the scenario that says what the run must show.
type Expectation struct {
	Text  string `json:"text"` // as in duplicate_recomputes == 0
	Holds bool   `json:"holds"`
	Value string `json:"value"`           // of its metric, with the unit
	Bound string `json:"bound,omitempty"` // what the value is compared with, if that is a metric too
}

// Bounded is an invariant that held with the excuse that it states.
type Bounded struct {
	Invariant string `json:"invariant"`
	Excuse    string `json:"excuse"`
	// Times counts what it was excused for; 0 if its excuse is a length of time, which
	// the faults of the run may have used or not.
	Times uint64 `json:"times,omitempty"`
}

// Unwatched is an invariant that was not watched.
type Unwatched struct {
	Invariant string `json:"invariant"`
	Why       string `json:"why"`
}

// Violation is a broken invariant.
type Violation struct {
	Invariant string  `json:"invariant"`
	AtMS      float64 `json:"at_ms"`
	Step      uint64  `json:"step"`
	Reason    string  `json:"reason"`
	// Cause says how a lock was lost that this comes from, as in expiry: …; empty if
	// none was.
	Cause string `json:"cause,omitempty"`
}
