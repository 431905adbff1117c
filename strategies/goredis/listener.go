package goredis

import (
	"context"
	"sync"

	"github.com/redis/go-redis/v9"

	"stampede/strategies"
)

// listener hears the messages of all channels that the process has subscribed to,
// over one connection, which is there while somebody listens.
type listener struct {
	redis redis.UniversalClient

	mu       sync.Mutex
	pubsub   *redis.PubSub
	channels map[string]*hearing
}

// hearing is a channel and those who listen to it.
type hearing struct {
	confirmed chan struct{} // closed when the server has confirmed it
	done      bool          // confirmed is closed
	listeners map[*subscription]struct{}
}

// subscription hears of the messages on a channel.
type subscription struct {
	listener *listener
	channel  string
	heard    chan struct{} // holds one: messages that nobody waits for are one
}

func newListener(c redis.UniversalClient) *listener {
	return &listener{redis: c, channels: make(map[string]*hearing)}
}

func (l *listener) subscribe(ctx context.Context, channel string) (strategies.Subscription, error) {
	s := &subscription{listener: l, channel: channel, heard: make(chan struct{}, 1)}
	h, err := l.add(ctx, s)
	if err != nil {
		return nil, err
	}
	select {
	case <-h.confirmed:
		return s, nil
	case <-ctx.Done():
		s.Close()
		return nil, ctx.Err()
	}
}

// add joins a channel's listeners; the first one has the connection subscribe.
func (l *listener) add(ctx context.Context, s *subscription) (*hearing, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.channels[s.channel]; h != nil {
		h.listeners[s] = struct{}{}
		return h, nil
	}
	if l.pubsub == nil {
		l.pubsub = l.redis.Subscribe(context.WithoutCancel(ctx))
		go l.listen(l.pubsub)
	}
	h := &hearing{confirmed: make(chan struct{}), listeners: map[*subscription]struct{}{s: {}}}
	l.channels[s.channel] = h
	if err := l.pubsub.Subscribe(ctx, s.channel); err != nil {
		l.drop(s.channel)
		return nil, err
	}
	return h, nil
}

// drop ends the subscription to a channel, and the last one the connection.
func (l *listener) drop(channel string) {
	delete(l.channels, channel)
	if len(l.channels) == 0 {
		_ = l.pubsub.Close()
		l.pubsub = nil
		return
	}
	_ = l.pubsub.Unsubscribe(context.Background(), channel)
}

// listen hands out what the connection brings, until it is closed. After an
// interruption the library connects and subscribes again, which confirms all
// channels anew: whoever listens must look, as a message may be gone.
func (l *listener) listen(p *redis.PubSub) {
	for message := range p.ChannelWithSubscriptions() {
		switch m := message.(type) {
		case *redis.Subscription:
			l.hear(p, m.Channel, m.Kind == "subscribe")
		case *redis.Message:
			l.hear(p, m.Channel, false)
		}
	}
}

func (l *listener) hear(p *redis.PubSub, channel string, confirmation bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.channels[channel]
	if h == nil || l.pubsub != p {
		return
	}
	if confirmation && !h.done {
		h.done = true
		close(h.confirmed)
		return
	}
	for s := range h.listeners {
		select {
		case s.heard <- struct{}{}:
		default:
		}
	}
}

// Wait waits for a message.
func (s *subscription) Wait(ctx context.Context) error {
	select {
	case <-s.heard:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends the subscription.
func (s *subscription) Close() {
	l := s.listener
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.channels[s.channel]
	if h == nil {
		return
	}
	delete(h.listeners, s)
	if len(h.listeners) == 0 {
		l.drop(s.channel)
	}
}
