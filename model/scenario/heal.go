package scenario

import (
	"time"
)

// Heal is the end of all faults, and how soon the run must have recovered: no
// read that starts later may fail, and the origin must be as busy as before the
// first fault, give or take a fifth.
type Heal struct {
	At     Length `yaml:"at" required:"a length of time, as in at: 60s" about:"when all faults end"`
	Within Length `yaml:"within" about:"how soon all must be well again"`
}

func (h *Heal) check(c *check, duration Length) {
	if h == nil {
		return
	}
	c.that(h.At > 0 && h.At < duration, "heal.at", h.At, "more than 0s, less than the duration, %v", duration)
	c.that(h.Within >= 0 && h.At+h.Within < duration, "heal.within", h.Within,
		"from 0s to less than what is left of the duration after the heal, %v", max(duration-h.At, 0))
}

// Recovered returns when the run must have recovered.
func (h *Heal) Recovered() time.Duration { return time.Duration(h.At + h.Within) }
