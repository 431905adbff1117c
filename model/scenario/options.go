package scenario

import (
	"time"

	"stampede/strategies"
)

// Options returns the settings of the strategy.
func (s Scenario) Options() strategies.Options {
	c := s.Cache
	return strategies.Options{
		TTL:    time.Duration(c.TTL),
		Jitter: c.Jitter.Of(time.Duration(c.TTL)),
		Beta:   c.Beta,
		Lock: strategies.LockOptions{
			TTL: time.Duration(c.Lock.TTL), Poll: time.Duration(c.Lock.Poll), Wait: time.Duration(c.Lock.Wait),
			AtomicPublish: c.Lock.AtomicPublish,
		},
	}
}
