package live

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"stampede/model/observe"
)

// bench is a recorder on its own: the test is its servers and its network, in a
// bubble of virtual time.
type bench struct {
	*recorder
	seen []observe.Event
}

const lockTTL = 100 * time.Millisecond

func newBench() *bench {
	b := new(bench)
	b.recorder = newRecorder(1, []observe.Sink{sinkFunc(func(e *observe.Event) { b.seen = append(b.seen, *e) })})
	return b
}

// work begins a read.
func (b *bench) work() *observe.Work {
	w := new(observe.Work)
	b.do(func() { b.events.StartRead(b.at, w) })
	return w
}

// acquire takes a lock and gets the reply.
func (b *bench) acquire(w *observe.Work, token string) {
	b.granted("lock", b.acquiring(w, observe.SetIfAbsent, "lock", token, lockTTL))
}

// happening is what a lock event says: who did what to whom.
type happening struct {
	kind observe.Kind
	work uint64
	of   uint64
}

func (b *bench) expect(t *testing.T, want ...happening) {
	t.Helper()
	var got []happening
	for _, e := range b.seen {
		if e.Kind >= observe.LockAcquired {
			got = append(got, happening{e.Kind, e.Work, e.Other})
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("\ngot  %v\nwant %v", got, want)
	}
}

func TestLocksByTheOrderOfReplies(t *testing.T) {
	const byToken = observe.CompareAndDelete
	tests := []struct {
		name string
		play func(b *bench, one, two *observe.Work)
		want []happening
	}{
		{"a release is of its own lock", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			b.awaiting("lock")
			b.released(one, byToken, "lock", "a")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockReleased, 1, 1}}},

		{"a grant overtakes the reply to the release before it", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "a")
			b.awaiting("lock")
			time.Sleep(2 * lockTTL) // the reply is late
			b.acquire(two, "b")
			b.released(one, byToken, "lock", "a")
			b.awaiting("lock")
			b.released(two, byToken, "lock", "b")
		}, []happening{
			{observe.LockAcquired, 1, 0},
			{observe.LockAcquired, 2, 0},
			{observe.LockReleased, 1, 1},
			{observe.LockReleased, 2, 2},
		}},

		{"a lock outlives its TTL, and its release comes late", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			time.Sleep(2 * lockTTL)
			b.awaiting("lock")
			b.lost(one, byToken, "lock")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockExpired, 1, 1}, {observe.LockLost, 1, 0}}},

		{"the release is under way when the TTL runs out, and comes late", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			b.awaiting("lock")
			time.Sleep(2 * lockTTL)
			b.lost(one, byToken, "lock")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockExpired, 1, 1}, {observe.LockLost, 1, 0}}},

		{"the next grant proves that the lock has expired", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "a")
			time.Sleep(lockTTL)
			b.acquire(two, "b")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockExpired, 1, 1}, {observe.LockAcquired, 2, 0}}},

		{"a plain DEL deletes the next holder's lock", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "a")
			time.Sleep(lockTTL)
			b.acquire(two, "b")
			b.awaiting("lock")
			b.released(one, observe.Delete, "lock", "b")
			b.awaiting("lock")
			b.lost(two, byToken, "lock")
		}, []happening{
			{observe.LockAcquired, 1, 0},
			{observe.LockExpired, 1, 1},
			{observe.LockAcquired, 2, 0},
			{observe.LockForeignDelete, 1, 2},
			{observe.LockLost, 2, 0},
		}},

		{"a foreign deletion is answered before the grant that it undoes", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "a")
			time.Sleep(lockTTL)
			two2 := b.acquiring(two, observe.SetIfAbsent, "lock", "b", lockTTL)
			b.awaiting("lock")
			b.released(one, observe.Delete, "lock", "b")
			b.granted("lock", two2)
		}, []happening{
			{observe.LockAcquired, 1, 0},
			{observe.LockExpired, 1, 1},
			{observe.LockAcquired, 2, 0},
			{observe.LockForeignDelete, 1, 2},
		}},

		{"the victim's release is answered before the foreign deletion", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "a")
			time.Sleep(lockTTL)
			b.acquire(two, "b")
			b.awaiting("lock")
			b.awaiting("lock")
			b.lost(two, byToken, "lock")
			b.released(one, observe.Delete, "lock", "b")
		}, []happening{
			{observe.LockAcquired, 1, 0},
			{observe.LockExpired, 1, 1},
			{observe.LockAcquired, 2, 0},
			{observe.LockLost, 2, 0},
			{observe.LockForeignDelete, 1, 2},
		}},

		{"equal tokens do not make a lock one's own", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "1")
			time.Sleep(lockTTL)
			b.acquire(two, "1")
			b.awaiting("lock")
			b.released(one, byToken, "lock", "1")
		}, []happening{
			{observe.LockAcquired, 1, 0},
			{observe.LockExpired, 1, 1},
			{observe.LockAcquired, 2, 0},
			{observe.LockForeignDelete, 1, 2},
		}},

		{"a grant whose reply is lost shows in the deletion", func(b *bench, one, two *observe.Work) {
			b.abandoned("lock", b.acquiring(one, observe.SetIfAbsent, "lock", "a", lockTTL))
			b.awaiting("lock")
			b.released(two, observe.Delete, "lock", "a")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockForeignDelete, 2, 1}}},

		{"a renewal is under way when the TTL runs out, and comes late", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			b.awaiting("lock")
			time.Sleep(2 * lockTTL)
			b.extended(one, observe.CompareAndExpire, "lock", "a", lockTTL, true)
			b.awaiting("lock")
			b.released(one, byToken, "lock", "a")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockExtended, 1, 1}, {observe.LockReleased, 1, 1}}},

		{"a renewal that comes too late finds the lock gone", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			b.awaiting("lock")
			time.Sleep(2 * lockTTL)
			b.extended(one, observe.CompareAndExpire, "lock", "a", lockTTL, false)
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockExpired, 1, 1}, {observe.LockLost, 1, 0}}},

		{"a renewal gets no reply, and the TTL has run out", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			b.awaiting("lock")
			time.Sleep(2 * lockTTL)
			b.unanswered("lock")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockExpired, 1, 1}}},

		{"a lock is deleted that nobody is known to have taken", func(b *bench, one, _ *observe.Work) {
			b.awaiting("lock")
			b.released(one, observe.Delete, "lock", "z")
		}, []happening{{observe.LockForeignDelete, 1, 0}}},

		{"all is lost while a lock is held", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			b.loseAll(observe.Flushed, func() {})
			b.awaiting("lock")
			b.lost(one, byToken, "lock")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockDropped, 1, 1}, {observe.LockLost, 1, 0}}},

		{"a lock is taken after all was lost, and before that is answered", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "a")
			b.loseAll(observe.Flushed, func() { b.acquire(two, "b") })
			b.awaiting("lock")
			b.released(two, byToken, "lock", "b")
		}, []happening{
			{observe.LockAcquired, 1, 0},
			{observe.LockDropped, 1, 1},
			{observe.LockAcquired, 2, 0},
			{observe.LockReleased, 2, 2},
		}},

		{"a lock is released before all is lost, and that is answered after", func(b *bench, one, _ *observe.Work) {
			b.acquire(one, "a")
			b.awaiting("lock")
			b.loseAll(observe.Flushed, func() {})
			b.released(one, byToken, "lock", "a")
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockReleased, 1, 1}}},

		{"a lock is refused while it is held", func(b *bench, one, two *observe.Work) {
			b.acquire(one, "a")
			b.refused("lock", b.acquiring(two, observe.SetIfAbsent, "lock", "b", lockTTL))
		}, []happening{{observe.LockAcquired, 1, 0}, {observe.LockContended, 2, 0}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench()
				test.play(b, b.work(), b.work())
				b.close()
				b.expect(t, test.want...)
			})
		})
	}
}

// On a busy machine many requests get no reply, and each may have taken the lock: the
// release that its work sends to make sure is of its own lock, however many did so.
func TestAWorkReleasesWhatItHasTakenWithoutAReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		works := make([]*observe.Work, 100*retiredLimit)
		token := func(w *observe.Work) string { return fmt.Sprint("of ", w.ID) }
		for i := range works {
			works[i] = b.work()
			b.abandoned("lock", b.acquiring(works[i], observe.SetIfAbsent, "lock", token(works[i]), lockTTL))
		}
		for _, w := range works {
			b.awaiting("lock")
			b.released(w, observe.CompareAndDelete, "lock", token(w))
			b.endRead(w, 0, observe.Answer{})
		}
		b.close()
		released := 0
		for _, e := range b.seen {
			switch e.Kind {
			case observe.LockReleased:
				released++
			case observe.LockForeignDelete:
				t.Fatalf("work %d released the lock of work %d", e.Work, e.Other)
			}
		}
		if released != len(works) {
			t.Errorf("%d locks of %d were released", released, len(works))
		}
	})
}

// A run of any length remembers few of the acquisitions that are over, or whose works
// are.
func TestTheMemoryOfALockIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		for i := range 1000 {
			w := b.work()
			b.acquire(w, "a")
			b.awaiting("lock")
			b.released(w, observe.CompareAndDelete, "lock", "a")
			b.abandoned("lock", b.acquiring(w, observe.SetIfAbsent, "lock", "b", lockTTL))
			b.refused("lock", b.acquiring(w, observe.SetIfAbsent, "lock", "c", lockTTL))
			b.abandoned("lock", b.acquiring(w, observe.SetIfAbsent, "lock", "d", lockTTL))
			if i%2 == 0 {
				b.endRead(w, 0, observe.Answer{})
			} else {
				b.crashed(w)
			}
		}
		// Those of one work, which it was at when they were last counted.
		if n := len(b.locks["lock"].acquisitions); n > retiredLimit+3 {
			t.Errorf("%d acquisitions are remembered", n)
		}
		if n := len(b.unreplied); n != 0 {
			t.Errorf("%d works that are over may still release a lock", n)
		}
		b.close()
	})
}
