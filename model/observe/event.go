package observe

import "time"

// Event is one thing that happened. Which of the fields mean something depends
// on the kind. Work, Process and Key say whose doing it was and of which key.
type Event struct {
	Step    uint64        // from 1, in order
	At      time.Duration // since the start of the run
	Kind    Kind
	Command Command // the Redis command whose effect this is, if it is one's
	Class   Class   // ReadEnd
	Cause   Cause   // Look that found nothing, Dropped, LockDropped: why. LockLost: why, if it was dropped
	Process int32   // NoOne if it is no process's doing
	Key     int32   // NoOne if it concerns no one key
	Work    uint64
	// Other is the work whose lock it is (LockExtended, LockExpired, LockDropped,
	// LockForeignDelete, 0 if a live run does not know; LockContended, if it is the
	// asking work itself, whose first attempt's reply was lost), or the work that
	// started a background job (JobStart).
	Other uint64
	// Generation tells the states of a key apart: it changes with every write
	// and with every removal, but not when the entry expires by its TTL. Written:
	// the version that the origin has now. ReadEnd: the value served, counted by
	// the writes before it.
	Generation uint64
	Live       bool // Look: it found an entry. RecomputeStart: its last look had.
	Failed     bool // RecomputeEnd. Refused: as its keys are in several slots, which no retry mends.
	// Took is how long it took (ReadEnd, RecomputeEnd), or how long the entry or
	// lock is still to live (Look, Publish, LockAcquired, RecomputeStart).
	Took time.Duration
	// Age is the age of the value served (ReadEnd): the time since the
	// origin began to read it; -1 if there is none.
	Age time.Duration
	// Count is the length of the origin's queue (OriginQueued), the number of
	// loads it works on (OriginStart), the number of replicas that have a write
	// (Acknowledged), the node that took over (Promotion), or which fault of the
	// scenario it is, from 0 (FaultStart, FaultEnd).
	Count int32

	// The recorder adds what only the whole history tells.
	First bool // Look: the first to meet this absence. RecomputeStart: the first of its episode.
}

// NoOne stands for no process, or no key.
const NoOne = -1

// Kind says what happened.
type Kind uint8

// The kinds of events.
const (
	ReadStart          Kind = iota + 1 // a client began a read
	ReadEnd                            // and got its answer
	JobStart                           // a strategy started a background job
	JobEnd                             // which ended
	Look                               // Redis answered a look at an entry
	Publish                            // Redis wrote an entry
	Invalidate                         // Redis deleted one
	RecomputeStart                     // a load from the origin began
	RecomputeEnd                       // and ended
	OriginQueued                       // a load found all connections of the origin taken
	OriginStart                        // a load got a connection
	LockAcquired                       // Redis granted a lock
	LockContended                      // Redis refused one that is held
	LockReleased                       // its acquisition released a lock
	LockExpired                        // a lock outlived its TTL without release
	LockLost                           // a release came too late: the lock was gone, or another's
	LockForeignDelete                  // a lock was deleted by another than its holder
	Dropped                            // Redis dropped an entry before its time: to make room, say
	LockDropped                        // Redis dropped a lock that was held
	Acknowledged                       // Redis answered a WAIT
	Refused                            // Redis answered a command with an error
	Promotion                          // a replica became the primary
	ReadCrashed                        // a read ended without an answer: its process crashed
	JobCrashed                         // so did a background job
	WriteCrashed                       // and a write
	RecomputeAbandoned                 // a recompute ended with the crash of its process
	WriteStart                         // a client began to write to the origin
	WriteEnd                           // and was done, with the cache too
	Written                            // the origin has a new version
	LoadHeld                           // the process's admission control refused to ask the origin
	OriginRefused                      // the origin answered a load with an error
	OriginTimeout                      // the caller stopped waiting for a load
	OriginRetry                        // the caller asks once more
	OriginWasted                       // the origin finished a load that no one waits for
	FaultStart                         // a fault began
	FaultEnd                           // and was over
	Healed                             // all faults are over, for good
	Settled                            // by now the run must have recovered
	LockExtended                       // a lock was given more time
	Noted                              // Redis did something that concerns neither an entry nor a lock
	Kinds                              // how many there are, and one
)

var kindNames = [Kinds]string{
	ReadStart: "read", ReadEnd: "answer", JobStart: "job", JobEnd: "job-end",
	Look: "look", Publish: "publish", Invalidate: "invalidate",
	RecomputeStart: "recompute", RecomputeEnd: "recompute-end",
	OriginQueued: "origin-queued", OriginStart: "origin-start",
	LockAcquired: "lock-acquired", LockContended: "lock-contended", LockReleased: "lock-released",
	LockExpired: "lock-expired", LockLost: "lock-lost", LockForeignDelete: "lock-foreign-delete",
	Dropped: "dropped", LockDropped: "lock-dropped",
	Acknowledged: "acknowledged", Refused: "refused", Promotion: "promotion",
	LockExtended: "lock-extended", Noted: "noted",
	ReadCrashed: "read-crashed", JobCrashed: "job-crashed", WriteCrashed: "write-crashed",
	RecomputeAbandoned: "recompute-abandoned",
	WriteStart:         "write", WriteEnd: "write-end", Written: "written",
	LoadHeld: "load-held", OriginRefused: "origin-refused", OriginTimeout: "origin-timeout",
	OriginRetry: "origin-retry", OriginWasted: "origin-wasted",
	FaultStart: "fault", FaultEnd: "fault-end", Healed: "healed", Settled: "settled",
}

// String returns the kind's name.
func (k Kind) String() string { return kindNames[k] }

// Command is a Redis command, or a script, that was executed.
type Command uint8

// The commands that strategies use.
const (
	NoCommand Command = iota
	Get
	GetWithTTL
	Set
	SetIfAbsent
	Delete
	CompareAndDelete
	PublishAndRelease
	Wait
	Expire
	CompareAndExpire
	PublishLeased
	VoidLease
	AcquireFenced
	PublishFenced
	Remember
	Recall
	Forget
	Subscribe
)

// Writes tells whether the command may write.
func (c Command) Writes() bool {
	switch c {
	case Get, GetWithTTL, Recall, Subscribe, Wait:
		return false
	}
	return true
}

// Class says how a read was answered. A read that is several is the first of:
// error, stale, hit, miss.
type Class uint8

// The classes of reads.
const (
	Hit   Class = iota + 1 // its first look found an acceptable value
	Miss                   // it loaded the value, or waited for it
	Stale                  // it was served a value known to be old
	Error                  // it got none
)

var classNames = [...]string{Hit: "hit", Miss: "miss", Stale: "stale", Error: "error"}

// String returns the class's name.
func (c Class) String() string { return classNames[c] }

// Cause says why a key is absent.
type Cause uint8

// The causes of absence.
const (
	ColdStart    Cause = iota + 1 // it was never written
	Expired                       // its TTL ran out
	Invalidation                  // it was deleted
	Evicted                       // it had to make room for another
	Flushed                       // all keys were removed
	Failover                      // the server that took over did not have it
	Restarted                     // the server came back without its data
)

var causeNames = [...]string{
	ColdStart: "cold start", Expired: "expired", Invalidation: "invalidation",
	Evicted: "evicted", Flushed: "flushed", Failover: "failover", Restarted: "restarted",
}

// Causes returns all causes of absence.
func Causes() []Cause {
	var causes []Cause
	for c := range causeNames {
		if causeNames[c] != "" {
			causes = append(causes, Cause(c))
		}
	}
	return causes
}

// String returns the cause's name.
func (c Cause) String() string { return causeNames[c] }
