package strategies

import (
	"context"
	"time"
)

// watchdog: a lock that is renewed while its holder works.
//
// Idea: each third of the lock's TTL, let it live for a whole TTL again, if it
// still holds our token. So the TTL can be short, and a load long.
//
// Guarantee: no second holder comes in while the first one works, for at most the
// hold limit; a crashed holder blocks for one TTL. A renewal that fails is tried
// again well inside the TTL. If the lock is lost, its holder is told: the load's
// context is cancelled.
//
// How it breaks: a holder that is paused for longer than a TTL loses the lock and
// learns it late. Without the hold limit a wedged holder would renew for ever.
//
// Source: Redisson's lock watchdog; redisson/redisson#775 for the retry.
type watchdog struct {
	*Cache
	held    extender
	context context.Context // of the load
	cancel  context.CancelFunc
	over    Signal
}

// extender is a holder whose right can be prolonged.
type extender interface {
	extend(ctx context.Context) (bool, error)
}

func (h *HeldLock) extend(ctx context.Context) (bool, error) {
	return h.cache.Env.Redis().CompareAndExpire(ctx, LockKey(h.key), h.token, h.cache.Options.Lock.TTL)
}

// newWatchdog watches over this one acquisition until it is stopped.
func newWatchdog(ctx context.Context, c *Cache, held extender) *watchdog {
	w := &watchdog{Cache: c, held: held, over: c.Env.NewSignal("the end of a load under a watchdog")}
	w.context, w.cancel = c.Env.WithTimeout(ctx, c.Options.Lock.MaxHold)
	c.Env.Go(ctx, "watchdog", w.watch)
	return w
}

func (w *watchdog) stop() {
	w.over.Fire()
	w.cancel()
}

func (w *watchdog) watch(ctx context.Context) {
	ttl := w.Options.Lock.TTL
	renewed, pause := w.Env.Now(), ttl/3
	for w.sleep(ctx, pause) {
		asked := w.Env.Now()
		held, err := w.held.extend(ctx)
		switch {
		case err == nil && held:
			renewed, pause = asked, ttl/3
		case err == nil, w.Env.Now().Sub(renewed) >= ttl:
			w.cancel() // the lock is lost
			return
		default:
			pause = ttl / 30
		}
	}
}

// sleep reports false if the work is over.
func (w *watchdog) sleep(ctx context.Context, d time.Duration) bool {
	limited, cancel := w.Env.WithTimeout(ctx, d)
	defer cancel()
	return w.over.Wait(limited) != nil && w.context.Err() == nil && ctx.Err() == nil
}
