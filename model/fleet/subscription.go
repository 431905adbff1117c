package fleet

import (
	"context"

	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
	"stampede/strategies"
)

// subscription hears of the messages on a channel.
type subscription struct {
	client  *client
	hearing *redis.Subscriber
	heard   *sim.Signal
	closed  bool
}

func (c *client) Subscribe(ctx context.Context, channel string) (strategies.Subscription, error) {
	s := &subscription{client: c, heard: c.sim.NewSignal("a message on " + channel)}
	r := c.call(ctx, observe.Subscribe, channel)
	r.Hear = s.hear
	reply, err := c.network.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	s.hearing = reply.Hearing
	return s, nil
}

func (s *subscription) hear() {
	if !s.closed {
		s.heard.Fire()
	}
}

func (s *subscription) Wait(ctx context.Context) error {
	s.client.recorder.Wait(ctx, s.client.sim.Now())
	if err := s.heard.Wait(ctx); err != nil {
		return err
	}
	s.heard = s.client.sim.NewSignal("the next message")
	return nil
}

func (s *subscription) Close() {
	s.client.sim.CheckAlive()
	s.closed = true
	s.hearing.Close()
}
