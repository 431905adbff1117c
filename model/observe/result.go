package observe

// Result is a run in figures. Times are in milliseconds since the start of the
// run, or lengths of time in milliseconds.
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

	Reads  uint64 `json:"reads"`
	Hits   uint64 `json:"hits"`
	Misses uint64 `json:"misses"`
	Stale  uint64 `json:"stale"`
	Errors uint64 `json:"errors"`
	// Empty are those of the others that had no value in their answer.
	Empty uint64 `json:"empty,omitempty"`
	// Crashed counts the reads whose process crashed: they got no answer, not
	// even an error.
	Crashed uint64 `json:"crashed"`
	// Writes counts the writes to the origin that came to their end.
	Writes uint64 `json:"writes"`
	// Faults counts the faults that began.
	Faults uint64 `json:"faults"`

	// Expiries counts the absences of a key that some read met, whatever
	// their cause; ExpiryCauses tells them apart.
	Expiries     uint64            `json:"expiries"`
	ExpiryCauses map[string]uint64 `json:"expiry_causes"`
	// Recomputes counts the loads from the origin that were started; early ones
	// are those whose read saw a living entry.
	Recomputes      uint64 `json:"recomputes"`
	EarlyRecomputes uint64 `json:"early_recomputes"`
	FailedLoads     uint64 `json:"failed_loads"`
	// AbandonedLoads ended with the crash of their process.
	AbandonedLoads uint64 `json:"abandoned_loads"`
	// Episodes counts the generations of an entry that were recomputed, and
	// DuplicateRecomputes the recomputes beyond the first of each.
	Episodes                uint64 `json:"episodes"`
	DuplicateRecomputes     uint64 `json:"duplicate_recomputes"`
	MaxConcurrentRecomputes int    `json:"max_concurrent_recomputes"`
	// PeakRecomputes is the highest number of recomputes that started in one
	// bucket, after the warm-up.
	PeakRecomputes Peak `json:"peak_recomputes"`
	// Overlap is about recomputes of one key at one time.
	Overlap Overlap `json:"overlap"`
	// LeadMS is the remaining TTL at the first early recompute of an episode.
	LeadMS Mean `json:"lead_ms"`

	ForeignDeletes uint64 `json:"foreign_deletes"`
	// Monitor is the servers' own word, where they were asked for it.
	Monitor *Monitored `json:"monitor,omitempty"`
	Locks   Locks      `json:"locks"`

	LatencyMS Quantiles    `json:"latency_ms"`
	AgeMS     AgeQuantiles `json:"age_ms"`
	Outdated  Outdated     `json:"outdated"`
	Redis     RedisLoad    `json:"redis"`
	Origin    OriginLoad   `json:"origin"`

	// Unfinished counts the reads that had no answer when the run ended.
	Unfinished uint64      `json:"unfinished"`
	Violations []Violation `json:"violations"`
	// ViolationCount counts them all; Violations holds the first ones.
	ViolationCount uint64 `json:"violation_count"`
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

// Peak is a highest count within one bucket of time.
type Peak struct {
	Count    int     `json:"count"`
	BucketMS float64 `json:"bucket_ms"`
}

// Overlap is about several recomputes of one key at one time. One that is in
// progress at the end of the run counts up to there in Max only.
type Overlap struct {
	Max       int     `json:"max"`        // recomputes of one key at one time
	TotalMS   float64 `json:"total_ms"`   // how long keys had two or more, summed over the keys
	LongestMS float64 `json:"longest_ms"` // at a stretch
}

// Mean is an average and what it is over.
type Mean struct {
	Mean  float64 `json:"mean"`
	Count uint64  `json:"count"`
}

// Locks counts what became of attempts to take a lock.
type Locks struct {
	Acquired  uint64 `json:"acquired"`
	Contended uint64 `json:"contended"`
	// Lost counts the acquisitions whose lock was gone, or another's, before
	// they released it.
	Lost uint64 `json:"lost"`
	// Dropped counts the locks that vanished before their TTL by no one's
	// command: with a failed server, for one.
	Dropped uint64 `json:"dropped"`
}

// Quantiles describes the latencies of reads.
type Quantiles struct {
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p999"`
	Max  float64 `json:"max"`
}

// AgeQuantiles describes the ages of values served: the time since the origin
// began to read them.
type AgeQuantiles struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// Outdated is about reads that were answered with a value older than one that
// the origin had when they began.
type Outdated struct {
	Reads uint64 `json:"reads"`
	// LongestMS is how long after the newer value was written such an answer
	// still came.
	LongestMS float64 `json:"longest_ms"`
}

// RedisLoad is what the strategy asked of Redis.
type RedisLoad struct {
	Commands uint64 `json:"commands"`
	// PeakPerS is the highest number of commands in one whole second.
	PeakPerS uint64 `json:"peak_per_s"`
	// Evictions counts the entries and locks that had to make room.
	Evictions uint64 `json:"evictions"`
	// QueueMax is the highest number of commands that waited for one server.
	QueueMax int `json:"queue_max"`
	// Refused counts the commands answered with an error, and Failovers the
	// promotions of a replica.
	Refused   uint64 `json:"refused"`
	Failovers uint64 `json:"failovers"`
}

// OriginLoad is what reached the origin.
type OriginLoad struct {
	MaxConcurrent int `json:"max_concurrent"` // loads it worked on at one time
	QueueMax      int `json:"queue_max"`      // loads that waited for a connection

	Loads    uint64 `json:"loads"`    // it began to work on
	Retries  uint64 `json:"retries"`  // loads that a caller asked for once more
	Timeouts uint64 `json:"timeouts"` // loads that a caller stopped waiting for
	Wasted   uint64 `json:"wasted"`   // loads finished that no one waited for any more
	Refused  uint64 `json:"refused"`  // loads answered with an error
	Held     uint64 `json:"held"`     // loads that the processes' admission control kept back
}

// Expectation is a line of the scenario that says what the run must show.
type Expectation struct {
	Text  string `json:"text"` // as in recomputes <= expiries
	Holds bool   `json:"holds"`
	Value string `json:"value"`           // of its metric, with the unit
	Bound string `json:"bound,omitempty"` // what the value is compared with, if that is a metric too
}

// Violation is a broken invariant.
type Violation struct {
	Invariant string  `json:"invariant"`
	AtMS      float64 `json:"at_ms"`
	Step      uint64  `json:"step"`
	Reason    string  `json:"reason"`
}
