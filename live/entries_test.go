package live

import (
	"testing"
	"testing/synctest"
	"time"

	"stampede/model/observe"
	"stampede/strategies"
)

const entryTTL = 100 * time.Millisecond

// encoded returns the entry of a version.
func encoded(version uint64) []byte {
	return strategies.Entry{Data: observe.Payload{Version: version}.Encode()}.Encode()
}

func inBubble(t *testing.T, name string, test func(*testing.T, *bench, *observe.Work)) {
	t.Run(name, func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := newBench()
			test(t, b, b.work())
			b.close()
		})
	})
}

func TestGenerationsByTheOrderOfReplies(t *testing.T) {
	const get = observe.Get
	inBubble(t, "a look finds what was published", func(t *testing.T, b *bench, w *observe.Work) {
		b.publishing(encoded(7), entryTTL)
		b.published(w, observe.Set, encoded(7), entryTTL)
		b.found(w, get, encoded(7), unknownTTL)
		if w.Generation != 1 || !w.Live || w.ExpiresAt != entryTTL {
			t.Errorf("%+v", *w)
		}
		time.Sleep(entryTTL / 2)
		b.found(w, observe.GetWithTTL, encoded(7), entryTTL/4)
		if w.ExpiresAt != entryTTL/2+entryTTL/4 {
			t.Errorf("the server said %v, but: %v", entryTTL/4, w.ExpiresAt)
		}
	})
	inBubble(t, "a look overtakes the reply to the publication", func(t *testing.T, b *bench, w *observe.Work) {
		b.publishing(encoded(7), entryTTL)
		b.found(w, get, encoded(7), unknownTTL)
		if w.Generation != 1 || w.ExpiresAt != entryTTL {
			t.Errorf("%+v", *w)
		}
		b.published(w, observe.Set, encoded(7), entryTTL)
		if last := b.seen[len(b.seen)-1]; last.Kind != observe.Publish || last.Generation != 1 {
			t.Errorf("%+v", last)
		}
	})
	inBubble(t, "an absence is of what was known when the look was sent", func(t *testing.T, b *bench, w *observe.Work) {
		before := b.before(w)
		b.publishing(encoded(7), entryTTL)
		b.published(w, observe.Set, encoded(7), entryTTL)
		b.missed(w, get, before)
		look := b.seen[len(b.seen)-1]
		if w.Generation != 0 || w.Live || look.Cause != observe.ColdStart || !look.First {
			t.Errorf("%+v, %v, first: %v", *w, look.Cause, look.First)
		}
		time.Sleep(2 * entryTTL)
		for i := range 2 {
			b.missed(w, get, b.before(w))
			look := b.seen[len(b.seen)-1]
			if w.Generation != 1 || look.Cause != observe.Expired || look.First != (i == 0) {
				t.Errorf("%+v, %v, first: %v", *w, look.Cause, look.First)
			}
		}
	})
	inBubble(t, "a duplicate publication is a generation of its own", func(t *testing.T, b *bench, w *observe.Work) {
		for _, version := range []uint64{1, 2} {
			b.publishing(encoded(version), entryTTL)
		}
		// Redis wrote 2 and then 1; that is the order of the replies, too.
		for _, version := range []uint64{2, 1} {
			b.published(w, observe.Set, encoded(version), entryTTL)
		}
		b.found(w, get, encoded(1), unknownTTL)
		if w.Generation != 2 {
			t.Errorf("generation %d", w.Generation)
		}
		b.found(w, get, encoded(2), unknownTTL)
		if w.Generation != 1 {
			t.Errorf("the older one: generation %d", w.Generation)
		}
	})
	inBubble(t, "the same value published again is another generation", func(t *testing.T, b *bench, w *observe.Work) {
		for want := range uint64(2) {
			b.publishing(encoded(1), entryTTL)
			b.published(w, observe.Set, encoded(1), entryTTL)
			if last := b.seen[len(b.seen)-1]; last.Generation != want+1 {
				t.Errorf("generation %d", last.Generation)
			}
		}
	})
	inBubble(t, "a deletion is an invalidation", func(t *testing.T, b *bench, w *observe.Work) {
		b.publishing(encoded(1), entryTTL)
		b.published(w, observe.Set, encoded(1), entryTTL)
		b.deleted(w, true)
		b.missed(w, get, b.before(w))
		if look := b.seen[len(b.seen)-1]; look.Cause != observe.Invalidation || look.Generation != 2 {
			t.Errorf("%+v", look)
		}
		b.deleted(w, false)
		if e := b.seen[len(b.seen)-1]; e.Kind != observe.Invalidate || e.Live || b.before(w).generation != 2 {
			t.Errorf("%+v", e)
		}
	})
	inBubble(t, "a loss is met before it is answered", func(t *testing.T, b *bench, w *observe.Work) {
		const ttl = time.Minute
		b.publishing(encoded(1), ttl)
		b.published(w, observe.Set, encoded(1), ttl)
		b.loseAll(observe.Flushed, func() { b.missed(w, get, b.before(w)) })
		if look := b.seen[len(b.seen)-1]; look.Cause != observe.Flushed || !look.First {
			t.Errorf("%+v", look)
		}
	})
	inBubble(t, "an entry is known after any number of others", func(t *testing.T, b *bench, w *observe.Work) {
		b.publishing(encoded(1), entryTTL)
		b.published(w, observe.Set, encoded(1), entryTTL)
		for version := range uint64(2 * recentVersions) {
			b.publishing(encoded(version+2), entryTTL) // of other keys; their replies are to come
		}
		b.found(w, get, encoded(1), unknownTTL)
		if w.Generation != 1 {
			t.Errorf("generation %d", w.Generation)
		}
	})
	inBubble(t, "bytes of another are the latest generation", func(t *testing.T, b *bench, w *observe.Work) {
		b.publishing([]byte("x"), entryTTL)
		b.published(w, observe.Set, []byte("x"), entryTTL)
		b.found(w, get, []byte("x"), unknownTTL)
		if w.Generation != 1 || w.ExpiresAt != entryTTL {
			t.Errorf("%+v", *w)
		}
	})
}
