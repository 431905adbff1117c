package live

import (
	"context"

	"stampede/internal/ordered"
	"stampede/model/observe"
)

// notes are what a worker has told of the commands that it waits for. They are
// written in the recorder's order.
type notes struct {
	in    *recorder
	looks map[*observe.Work]entry // what was known before the latest look of a work
	locks map[uint64]requested    // requests for locks that are under way, by ticket
	waits map[string]int          // releases and renewals that are, by the lock's key
}

// requested is a lock that was asked for.
type requested struct {
	key         string
	acquisition *acquisition
}

func newNotes(in *recorder) *notes {
	return &notes{in: in, looks: make(map[*observe.Work]entry), locks: make(map[uint64]requested), waits: make(map[string]int)}
}

// note has what a worker told of recorded, in its turn.
func (c *incarnation) note(r *report) {
	var does func()
	in, n := c.notes.in, c.notes
	switch r.Kind {
	case reportTick:
	case reportStartRead:
		x := c.starts(r.Work)
		does = func() { in.startRead(x.work) }
	case reportEndRead:
		x := c.leaves(r.Work)
		a := observe.Answer{Err: r.Err.error(), GaveUp: r.Yes}
		a.Value.Data, a.Value.Outcome = r.Value, r.Outcome
		does = func() {
			in.endRead(x.work, x.due, a)
			delete(n.looks, x.work)
		}
	case reportStartWrite:
		x := c.starts(r.Work)
		does = func() { in.startWrite(x.work) }
	case reportEndWrite:
		x := c.leaves(r.Work)
		does = func() {
			in.endWrite(x.work, r.Yes)
			delete(n.looks, x.work)
		}
	case reportStartJob:
		job, from := c.startsJob(r.Work, r.Parent)
		does = func() {
			job.inherit(from)
			in.startJob(job.work)
		}
	case reportEndJob:
		x := c.leaves(r.Work)
		does = func() {
			in.endJob(x.work)
			delete(n.looks, x.work)
		}
	default:
		does = c.command(r)
	}
	c.peer.recorder.hear(c.tellings, r.At, does)
}

// command returns what records a report about a command, a load or a wait.
func (c *incarnation) command(r *report) func() {
	in, n := c.notes.in, c.notes
	var w *observe.Work
	if r.Work != 0 {
		x := c.listed(r.Work)
		if x == nil {
			return nil // it was over long ago
		}
		w = x.work
	}
	switch r.Kind {
	case reportWait:
		return func() { in.wait(observe.WithWork(context.Background(), w)) }
	case reportStartLoad:
		return func() { in.startLoad(w) }
	case reportEndLoad:
		return func() { in.endLoad(w, r.Yes) }
	case reportDecided:
		return func() { in.decided(w, *r.Decision) }
	case reportFailedWrite:
		return func() { in.failedWrite(w, r.Err.error()) }
	case reportBefore:
		return func() { n.looks[w] = in.before(w) }
	case reportMissed:
		return func() { in.missed(w, r.Command, n.looks[w]) }
	case reportFound:
		return func() { in.found(w, r.Command, r.Value, r.TTL) }
	case reportPublishing:
		return func() { in.publishing(r.Value, r.TTL) }
	case reportPublished:
		return func() { in.published(w, r.Command, r.Value, r.TTL) }
	case reportVoided:
		return func() { in.voided(w) }
	case reportDeleted:
		return func() { in.deleted(w, r.Yes) }
	case reportAcquiring:
		return func() { n.locks[r.Ticket] = requested{r.Key, in.acquiring(w, r.Command, r.Key, r.Token, r.TTL)} }
	case reportGranted:
		return func() { n.replied(r.Ticket, in.granted) }
	case reportRefused:
		return func() { n.replied(r.Ticket, in.refused) }
	case reportAbandoned:
		return func() { n.replied(r.Ticket, in.abandoned) }
	case reportExtended:
		return func() {
			n.waits[r.Key]--
			in.extended(w, r.Command, r.Key, r.Token, r.TTL, r.Yes)
		}
	case reportAwaiting:
		return func() {
			n.waits[r.Key]++
			in.awaiting(r.Key)
		}
	case reportReleased:
		return func() {
			n.waits[r.Key]--
			in.released(w, r.Command, r.Key, r.Token)
		}
	case reportLost:
		return func() {
			n.waits[r.Key]--
			in.lost(w, r.Command, r.Key)
		}
	case reportUnanswered:
		return func() {
			n.waits[r.Key]--
			in.unanswered(r.Key)
		}
	case reportNoted:
		return func() { in.noted(w, r.Command, r.Yes) }
	case reportRefusal:
		return func() { in.refusal(w, r.Yes) }
	}
	panic("live: a report that cannot be")
}

// replied records the answer to a request for a lock.
func (n *notes) replied(ticket uint64, how func(string, *acquisition)) {
	asked := n.locks[ticket]
	delete(n.locks, ticket)
	how(asked.key, asked.acquisition)
}

// crashed records that the works that the process was at, and the commands that it
// waited for, have ended with it.
func (c *incarnation) crashed(unfinished []*listed) {
	n := c.notes
	c.peer.recorder.do(func() {
		for _, ticket := range ordered.Keys(n.locks) {
			n.replied(ticket, n.in.abandoned)
		}
		for _, key := range ordered.Keys(n.waits) {
			for ; n.waits[key] > 0; n.waits[key]-- {
				n.in.unanswered(key)
			}
		}
		for _, x := range unfinished {
			switch {
			case x.started:
			case x.read:
				n.in.startRead(x.work)
			default:
				n.in.startWrite(x.work)
			}
			n.in.crashed(x.work)
		}
	})
}
