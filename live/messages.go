package live

import (
	"context"
	"errors"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// An order is what a run tells a worker, and a report what a worker tells the run,
// each as a gob on a pipe. Either may ask the other: the answer has the number of
// the question.

// order is what a worker is told.
type order struct {
	Kind    orderKind
	ID      uint64 // of a question, of a request, or of what is answered
	Setup   *setup
	Read    *readRequest
	Write   *writeRequest
	Values  [][]byte      // fill
	Data    []byte        // answer
	Err     *toldError    // answer
	ShiftBy time.Duration // shift
}

type orderKind uint8

const (
	orderSetup   orderKind = iota + 1 // be a process
	orderConnect                      // open connections
	orderFill                         // make entries
	orderServe                        // do a read or a write
	orderLeave                        // the client of a read has left
	orderAnswer                       // what was asked
	orderShift                        // the clock is off
	orderFinish                       // start no more in the background, and wait for what is there
	orderEnd                          // the run is over
)

// setup is all that a worker must know to be a process.
type setup struct {
	Role        role
	Address     string            // the server's URL
	LockServers []string          // URLs
	Direct      map[string]string // addresses that clients are told, and those that are meant
	Wired       bool              // its network has trouble: it asks for the way to each address
	Observed    bool              // its observations are asked for
}

// report is what the run is told. At is by the machine's clock.
type report struct {
	Kind        reportKind
	At          int64
	Work        uint64
	Parent      uint64 // startJob
	Ticket      uint64 // of a question, of what is answered, or of an acquisition
	Command     observe.Command
	Key, Token  string
	Value       []byte
	TTL         time.Duration
	Yes         bool // done, existed, failed, gave up: what the kind asks
	Ahead       int  // writes
	Outcome     strategies.Outcome
	Err         *toldError
	Decision    *strategies.Decision
	Observation *strategies.Observation
	Filled      []fill
}

type reportKind uint8

const (
	reportTick    reportKind = iota + 1 // nothing has happened up to now
	reportReplied                       // to a question
	reportObserved
	reportCommandFailed

	// Questions.
	reportAskLoad
	reportAskWrite
	reportAskRenewed
	reportAskWay
	reportLeaveLoad // who asked for a load has left

	// What an observer is told.
	reportStartRead
	reportEndRead
	reportStartWrite
	reportEndWrite
	reportStartJob
	reportEndJob
	reportStartLoad
	reportEndLoad
	reportWait
	reportDecided
	reportFailedWrite
	reportBefore
	reportMissed
	reportFound
	reportPublishing
	reportPublished
	reportVoided
	reportDeleted
	reportAcquiring
	reportGranted
	reportRefused
	reportAbandoned
	reportExtended
	reportAwaiting
	reportReleased
	reportLost
	reportUnanswered
	reportNoted
	reportRefusal
)

// toldError is an error in a message: what it says, and which of the known ones it
// is.
type toldError struct {
	Text  string
	Kinds []int // indices into known
}

// known are the errors that someone on the other side may ask for.
var known = []error{
	context.Canceled, context.DeadlineExceeded, errOriginDown, errScript,
	strategies.ErrOrigin, strategies.ErrNotFound, strategies.ErrOverload, strategies.ErrBusy, strategies.ErrLockLost,
	strategies.ErrCacheUnavailable,
}

func tellError(err error) *toldError {
	if err == nil {
		return nil
	}
	t := &toldError{Text: err.Error()}
	for i, k := range known {
		if errors.Is(err, k) {
			t.Kinds = append(t.Kinds, i)
		}
	}
	return t
}

// error returns the error that was told; nil if there was none.
func (t *toldError) error() error {
	if t == nil {
		return nil
	}
	return t
}

// Error says what the error said.
func (t *toldError) Error() string { return t.Text }

// Unwrap returns what it is.
func (t *toldError) Unwrap() (all []error) {
	for _, i := range t.Kinds {
		all = append(all, known[i])
	}
	return all
}
