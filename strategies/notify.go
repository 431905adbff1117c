package strategies

import (
	"context"
	"errors"
	"time"
)

// notified waits for the word of the holder.
//
// Idea: the release of the lock sends a message, and its waiters listen. After
// the subscription is in place the waiter looks once more: the lock may have been
// released in between, and that message is gone.
//
// Guarantee: a reader looks half a round trip after the release, and Redis is
// asked nothing in the meantime.
//
// How it breaks: messages can be lost, with a connection or with the holder; so
// it looks now and then without one. All waiters wake at once.
//
// Source: Redisson's RLock; redisson/redisson#1763 for the missing look.
type notified struct {
	*poll
	subscription Subscription
}

func (n *notified) pause(ctx context.Context) error {
	left := n.left()
	if left <= 0 {
		return n.busy()
	}
	err := n.hear(ctx, left)
	n.woke = n.Env.Now()
	return err
}

// hear waits for a message; before the first it begins to listen.
func (n *notified) hear(ctx context.Context, left time.Duration) error {
	if n.subscription == nil {
		s, err := n.Env.Redis().Subscribe(ctx, beside(n.key, releasedKey))
		n.subscription = s
		return unavailable(ctx, err)
	}
	limited, cancel := n.Env.WithTimeout(ctx, min(left, n.Options.Lock.Recheck))
	defer cancel()
	err := n.subscription.Wait(limited)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

func (n *notified) end(ctx context.Context) {
	if n.subscription != nil {
		n.subscription.Close()
	}
	n.poll.end(ctx)
}
