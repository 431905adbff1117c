package live

import (
	"context"
	"encoding/gob"
	"io"
	"sync"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// teller is the observer of a process that is one of the operating system's: it
// tells the run, at once and in order. What was told before the process ended has
// been told.
type teller struct {
	clock machineClock

	mu    sync.Mutex
	out   *gob.Encoder
	last  time.Time // when it told something
	count uint64    // of what got a number from here
	locks map[string]bool
	waits map[uint64]bool // the works that wait
}

var _ observer = (*teller)(nil)

func newTeller(out io.Writer) *teller {
	return &teller{
		clock: newMachineClock(), out: gob.NewEncoder(out),
		locks: make(map[string]bool), waits: make(map[uint64]bool),
	}
}

// tell sends a report. If nobody hears it any more, the worker is about to end.
func (t *teller) tell(r report) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.send(r)
}

func (t *teller) send(r report) {
	t.last = time.Now()
	r.At = t.clock.at(t.last)
	_ = t.out.Encode(&r)
}

// ticks is how often a process says that nothing has happened: the others' events
// wait for that.
const ticks = 2 * time.Millisecond

// tick tells that nothing has happened, unless something has, until ctx is done.
func (t *teller) tick(ctx context.Context) {
	every := time.NewTicker(ticks)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-every.C:
			t.mu.Lock()
			if now.Sub(t.last) >= ticks/2 {
				t.send(report{Kind: reportTick})
			}
			t.mu.Unlock()
		}
	}
}

// ownIDs is where the numbers begin that are given here, and not by the run.
const ownIDs = 1 << 63

// number returns a number that is given once.
func (t *teller) number() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count++
	return ownIDs + t.count
}

func (t *teller) startRead(w *observe.Work) { t.tell(report{Kind: reportStartRead, Work: w.ID}) }

func (t *teller) endRead(w *observe.Work, _ time.Duration, a observe.Answer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.waits, w.ID)
	t.send(report{Kind: reportEndRead, Work: w.ID, Value: a.Value.Data, Outcome: a.Value.Outcome, Err: tellError(a.Err), Yes: a.GaveUp})
}

func (t *teller) startWrite(w *observe.Work) { t.tell(report{Kind: reportStartWrite, Work: w.ID}) }

func (t *teller) endWrite(w *observe.Work, failed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.waits, w.ID)
	t.send(report{Kind: reportEndWrite, Work: w.ID, Yes: failed})
}

func (t *teller) startJob(w *observe.Work) {
	w.ID = t.number()
	t.tell(report{Kind: reportStartJob, Work: w.ID, Parent: w.Parent})
}

func (t *teller) endJob(w *observe.Work) { t.tell(report{Kind: reportEndJob, Work: w.ID}) }

func (t *teller) startLoad(w *observe.Work) { t.tell(report{Kind: reportStartLoad, Work: w.ID}) }

func (t *teller) endLoad(w *observe.Work, failed bool) {
	t.tell(report{Kind: reportEndLoad, Work: w.ID, Yes: failed})
}

// wait tells of the first wait of a read or a write: the others are part of it.
func (t *teller) wait(ctx context.Context) {
	w := observe.WorkOf(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.ID >= ownIDs || t.waits[w.ID] {
		return
	}
	t.waits[w.ID] = true
	t.send(report{Kind: reportWait, Work: w.ID})
}

func (t *teller) decided(w *observe.Work, d strategies.Decision) {
	t.tell(report{Kind: reportDecided, Work: w.ID, Decision: &d})
}

func (t *teller) failedWrite(w *observe.Work, err error) {
	t.tell(report{Kind: reportFailedWrite, Work: w.ID, Err: tellError(err)})
}

// before returns nothing: what was known before is known to the run.
func (t *teller) before(w *observe.Work) entry {
	t.tell(report{Kind: reportBefore, Work: w.ID})
	return entry{}
}

func (t *teller) missed(w *observe.Work, c observe.Command, _ entry) {
	t.tell(report{Kind: reportMissed, Work: w.ID, Command: c})
}

func (t *teller) found(w *observe.Work, c observe.Command, encoded []byte, remaining time.Duration) {
	t.tell(report{Kind: reportFound, Work: w.ID, Command: c, Value: encoded, TTL: remaining})
}

func (t *teller) publishing(encoded []byte, ttl time.Duration) {
	t.tell(report{Kind: reportPublishing, Value: encoded, TTL: ttl})
}

func (t *teller) published(w *observe.Work, c observe.Command, encoded []byte, ttl time.Duration) {
	t.tell(report{Kind: reportPublished, Work: w.ID, Command: c, Value: encoded, TTL: ttl})
}

func (t *teller) voided(w *observe.Work) { t.tell(report{Kind: reportVoided, Work: w.ID}) }

func (t *teller) deleted(w *observe.Work, existed bool) {
	t.tell(report{Kind: reportDeleted, Work: w.ID, Yes: existed})
}

// isLock tells whether this process has asked for a lock at the key: only then does
// it free one there.
func (t *teller) isLock(key string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.locks[key]
}

func (t *teller) acquiring(w *observe.Work, c observe.Command, key, token string, ttl time.Duration) *acquisition {
	a := &acquisition{ticket: t.number()}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.locks[key] = true
	t.send(report{Kind: reportAcquiring, Work: w.ID, Command: c, Key: key, Token: token, TTL: ttl, Ticket: a.ticket})
	return a
}

func (t *teller) granted(_ string, a *acquisition) {
	t.tell(report{Kind: reportGranted, Ticket: a.ticket})
}

func (t *teller) refused(_ string, a *acquisition) {
	t.tell(report{Kind: reportRefused, Ticket: a.ticket})
}

func (t *teller) abandoned(_ string, a *acquisition) {
	t.tell(report{Kind: reportAbandoned, Ticket: a.ticket})
}

func (t *teller) extended(w *observe.Work, c observe.Command, key, token string, ttl time.Duration, done bool) {
	t.tell(report{Kind: reportExtended, Work: w.ID, Command: c, Key: key, Token: token, TTL: ttl, Yes: done})
}

func (t *teller) awaiting(key string) { t.tell(report{Kind: reportAwaiting, Key: key}) }

func (t *teller) released(w *observe.Work, c observe.Command, key, token string) {
	t.tell(report{Kind: reportReleased, Work: w.ID, Command: c, Key: key, Token: token})
}

func (t *teller) lost(w *observe.Work, c observe.Command, key string) {
	t.tell(report{Kind: reportLost, Work: w.ID, Command: c, Key: key})
}

func (t *teller) unanswered(key string) { t.tell(report{Kind: reportUnanswered, Key: key}) }

func (t *teller) noted(w *observe.Work, c observe.Command, failed bool) {
	t.tell(report{Kind: reportNoted, Work: w.ID, Command: c, Yes: failed})
}

func (t *teller) refusal(w *observe.Work, crossSlot bool) {
	t.tell(report{Kind: reportRefusal, Work: w.ID, Yes: crossSlot})
}
