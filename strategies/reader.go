package strategies

import (
	"context"
	"errors"
	"time"
)

// reader is the read path of all strategies: look; take what is fresh, and
// perhaps refresh it early; otherwise have it refreshed.
type reader struct {
	*Cache
	refresh     refresher
	schedule    *schedule    // nil: entries are refreshed by their readers
	unreachable *unreachable // nil: an unreachable Redis is an error
}

// refresher is the choice of who refreshes.
type refresher interface {
	// fill answers a read that found no fresh entry; old is the stale one, if
	// there was. An answer that is stale is that one.
	fill(ctx context.Context, key string, old *Entry) (Entry, error)
	// renew refreshes an entry that the read has an answer in, unless another
	// is at it. It returns the entry to answer the read with.
	renew(ctx context.Context, key string, old Entry) Entry
	// renewNow is renew for who has the time to wait.
	renewNow(ctx context.Context, key string, old Entry) (Entry, error)
}

// Get returns the value of key.
func (r *reader) Get(ctx context.Context, key string) (Value, error) {
	start := r.Env.Now()
	v, err := r.read(ctx, key)
	if r.unreachable != nil {
		v, err = r.unreachable.after(ctx, key, v, err)
	}
	r.served(ctx, key, v.Outcome, err, start)
	return v, err
}

func (r *reader) served(ctx context.Context, key string, o Outcome, err error, start time.Time) {
	r.Env.Observe(ctx, Observation{What: Served, Key: key, Outcome: o, Err: err, Took: r.Env.Now().Sub(start)})
}

func (r *reader) read(ctx context.Context, key string) (Value, error) {
	// An early refresh is decided by the remaining TTL. This chooses on the spot, as
	// every call that a read waits in costs it time.
	var e Entry
	var found bool
	var err error
	if r.choices.XFetch || r.choices.RefreshAhead {
		e, found, err = r.LookWithTTL(ctx, key)
	} else {
		e, found, err = r.Look(ctx, key)
	}
	switch {
	case err != nil:
		return Value{}, err
	case !found:
		e, err = r.refresh.fill(ctx, key, nil)
	case e.Stale():
		return r.readStale(ctx, key, e)
	default:
		if r.dueEarly(ctx, key, e) {
			e = r.refresh.renew(ctx, key, e)
		}
		return r.answer(ctx, key, e, Hit, nil)
	}
	return r.answer(ctx, key, e, Miss, err)
}

// readStale answers a read that found an entry past its freshness.
func (r *reader) readStale(ctx context.Context, key string, old Entry) (Value, error) {
	if r.choices.FailSafe && r.failures.recall(ctx, key) != nil {
		return r.answer(ctx, key, old, Stale, nil)
	}
	if r.choices.SWR {
		return r.answer(ctx, key, r.revalidate(ctx, key, old), Stale, nil)
	}
	e, err := r.refresh.fill(ctx, key, &old)
	if r.choices.FailSafe && failed(ctx, err) {
		e, err = old, nil
	}
	return r.answer(ctx, key, e, Miss, err)
}

// answer makes an entry the answer to a read.
func (r *reader) answer(ctx context.Context, key string, e Entry, o Outcome, err error) (Value, error) {
	if err != nil {
		return Value{}, err
	}
	if r.schedule != nil {
		r.schedule.keep(ctx, key, o == Miss)
	}
	if e.Stale() {
		o = Stale
	}
	return Value{Data: e.Data, Outcome: o}, nil
}

// Invalidate lets the readers of key load it anew.
func (r *reader) Invalidate(ctx context.Context, key string) error {
	if r.choices.Lease {
		return unavailable(ctx, r.Env.Redis().VoidLease(ctx, key, beside(key, leaseKey), r.Options.stale()))
	}
	_, err := r.Env.Redis().Delete(ctx, key)
	if err == nil && r.failures != nil {
		err = r.Env.Redis().Forget(ctx, beside(key, failedKey))
	}
	return unavailable(ctx, err)
}

// failed tells whether an error says that the value could not be loaded, and
// neither that there is none nor that the reader has left.
func failed(ctx context.Context, err error) bool {
	return err != nil && !errors.Is(err, ErrNotFound) && ctx.Err() == nil
}
