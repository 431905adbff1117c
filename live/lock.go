package live

import (
	"slices"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

// lock is what is known of a lock's key: who took it, and who is releasing or
// renewing it.
//
// Replies come in another order than the server gave them, so an acquisition is
// closed by evidence alone: a deletion names the token it deleted, and a TTL has
// run out for certain a while after the reply that granted the lock.
type lock struct {
	acquisitions []*acquisition // in the order they were sent
	retired      []*acquisition // those of them that may be forgotten, the oldest first
	awaited      int            // releases and renewals that are under way
}

// acquisition is one attempt to take a lock, and the lock that it took.
type acquisition struct {
	lock       *lock
	work       observe.Work    // whose it is, as it was then
	command    observe.Command // that takes it
	token      string
	generation uint64
	ttl        time.Duration
	sentAt     time.Duration
	goneAt     time.Duration // when its TTL has run out for certain
	granted    bool
	over       bool
	retired    bool
	timer      *time.Timer
	ticket     uint64 // where a teller asks: what it calls the acquisition
}

// retiredLimit bounds the acquisitions of a lock that are remembered when their own
// work will not release them any more: because they are over, or it is. It takes
// someone else's late reply to ask for one, and then it says whose the lock was.
const retiredLimit = 16

// clockGrain is how much longer than its TTL a key may live, for the server
// counts whole milliseconds.
const clockGrain = time.Millisecond

func (a *acquisition) open() bool { return a.granted && !a.over }

// mayHaveExpired tells whether the acquisition is open, and its TTL can have run
// out.
func (a *acquisition) mayHaveExpired(now time.Duration) bool {
	return a.open() && a.ttl != strategies.NoTTL && now >= a.sentAt+a.ttl
}

func (a *acquisition) close() {
	a.over = true
	a.stop()
	a.retire()
}

// retire has the acquisition forgotten, in its turn.
func (a *acquisition) retire() {
	if !a.retired {
		a.retired = true
		a.lock.retired = append(a.lock.retired, a)
	}
}

// stop ends the wait for its TTL.
func (a *acquisition) stop() {
	if a.timer != nil {
		a.timer.Stop()
	}
}

// deleted returns the acquisition that a work deleted with the token. Ownership
// belongs to the acquisition, not to the token: among equal ones it is the latest
// whose lock can be there, unless the work's own cannot have expired.
func (l *lock) deleted(w *observe.Work, token string, now time.Duration) *acquisition {
	var found *acquisition
	for _, a := range l.acquisitions {
		switch {
		case a.token != token:
		case a.open() && a.work.ID == w.ID && !a.mayHaveExpired(now):
			return a
		case found == nil, a.open(), !found.open():
			found = a
		}
	}
	return found
}

func (l *lock) forget(a *acquisition) {
	if i := slices.Index(l.acquisitions, a); i >= 0 {
		l.acquisitions = slices.Delete(l.acquisitions, i, i+1)
	}
}

// trim forgets the oldest of the acquisitions that may be forgotten.
func (l *lock) trim() {
	for len(l.retired) > retiredLimit {
		l.forget(l.retired[0])
		l.retired = slices.Delete(l.retired, 0, 1)
	}
}

// stop ends the wait for the TTLs.
func (l *lock) stop() {
	for _, a := range l.acquisitions {
		if a.open() {
			a.stop()
		}
	}
}
