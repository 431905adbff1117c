package live

import (
	"errors"

	"stampede/model/fault"
)

// errOriginDown is the answer of an origin that fails.
var errOriginDown = errors.New("the origin fails")

// originTrouble is what is wrong with the origin.
type originTrouble struct{ slowness, failing dial }

// disturb lets a fault take effect, and returns what ends it.
func (o *origin) disturb(s *spell, f *fault.Fault) (undo func()) {
	d, value := &o.trouble.failing, 1.0
	switch {
	case f.Verb == fault.Slow:
		d, value = &o.trouble.slowness, f.Factor
	case f.Verb == fault.Fail && f.Percent > 0:
		value = f.Percent / 100
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	d.turn(s, value)
	return func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		d.back(s)
	}
}

// fails tells whether a load is answered with an error.
func (o *origin) fails() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	share := o.trouble.failing.most()
	return share > 0 && float64(o.failures.Uint64()>>11)/(1<<53) < share
}
