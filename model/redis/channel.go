package redis

import "slices"

// channels is who has subscribed to what, in the order they did.
type channels struct{ subscribers map[string][]*Subscriber }

func newChannels() channels { return channels{subscribers: make(map[string][]*Subscriber)} }

// Subscriber is one connection that gets messages. To get one is not to have
// received it: that is for the network to say.
type Subscriber struct {
	instance *Instance
	deliver  func(channel, message string)
	channels []string
}

// NewSubscriber returns a subscriber without a subscription. deliver is called for
// each message, when it is published.
func (in *Instance) NewSubscriber(deliver func(channel, message string)) *Subscriber {
	return &Subscriber{instance: in, deliver: deliver}
}

// Subscribe subscribes to a channel, and returns how many channels it now has.
func (s *Subscriber) Subscribe(channel string) int {
	if !slices.Contains(s.channels, channel) {
		s.channels = append(s.channels, channel)
		of := s.instance.channels.subscribers
		of[channel] = append(of[channel], s)
	}
	return len(s.channels)
}

// Unsubscribe ends a subscription, and returns how many channels are left.
func (s *Subscriber) Unsubscribe(channel string) int {
	if i := slices.Index(s.channels, channel); i >= 0 {
		s.channels = slices.Delete(s.channels, i, i+1)
		of := s.instance.channels.subscribers
		of[channel] = slices.DeleteFunc(of[channel], func(o *Subscriber) bool { return o == s })
		if len(of[channel]) == 0 {
			delete(of, channel)
		}
	}
	return len(s.channels)
}

// Channels returns what it has subscribed to.
func (s *Subscriber) Channels() []string { return slices.Clone(s.channels) }

// Close ends all subscriptions, as the end of a connection does.
func (s *Subscriber) Close() {
	for len(s.channels) > 0 {
		s.Unsubscribe(s.channels[0])
	}
}

// Publish hands a message to the channel's subscribers, and returns how many there
// are.
func (in *Instance) Publish(channel, message string) int {
	to := slices.Clone(in.channels.subscribers[channel])
	for _, s := range to {
		s.deliver(channel, message)
	}
	return len(to)
}

func publish(c *call) Reply {
	return integer(int64(c.in.Publish(string(c.args[1]), string(c.args[2]))))
}
