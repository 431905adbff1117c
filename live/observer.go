package live

import (
	"context"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// observer is told what a process does: a [recorder] in the same process of the
// operating system, or a [teller], which passes it on to one.
//
// A command is told of twice: before it is sent, and when its reply is there. Only
// so does it show which of two can have come first at the server.
type observer interface {
	startRead(w *observe.Work)
	endRead(w *observe.Work, due time.Duration, a observe.Answer)
	startWrite(w *observe.Work)
	endWrite(w *observe.Work, failed bool)
	startJob(w *observe.Work)
	endJob(w *observe.Work)
	startLoad(w *observe.Work)
	endLoad(w *observe.Work, failed bool)
	wait(ctx context.Context)
	decided(w *observe.Work, d strategies.Decision)
	failedWrite(w *observe.Work, err error)

	// Entries.
	before(w *observe.Work) entry
	missed(w *observe.Work, c observe.Command, before entry)
	found(w *observe.Work, c observe.Command, encoded []byte, remaining time.Duration)
	publishing(encoded []byte, ttl time.Duration)
	published(w *observe.Work, c observe.Command, encoded []byte, ttl time.Duration)
	voided(w *observe.Work)
	deleted(w *observe.Work, existed bool)

	// Locks.
	isLock(key string) bool
	acquiring(w *observe.Work, c observe.Command, key, token string, ttl time.Duration) *acquisition
	granted(key string, a *acquisition)
	refused(key string, a *acquisition)
	abandoned(key string, a *acquisition)
	awaiting(key string)
	extended(w *observe.Work, c observe.Command, key, token string, ttl time.Duration, done bool)
	released(w *observe.Work, c observe.Command, key, token string)
	lost(w *observe.Work, c observe.Command, key string)
	unanswered(key string)

	// Other commands.
	noted(w *observe.Work, c observe.Command, failed bool)
	refusal(w *observe.Work, crossSlot bool)
}
