package world

import "slices"

// dial is a quantity that faults change. Each has its own value for it.
type dial struct{ settings []setting }

type setting struct {
	by    *spell
	value float64
}

// turn gives a spell's value to the dial and tells whom it concerns, and so does
// the end of it.
func (d *dial) turn(by *spell, value float64, tell func()) (undo func()) {
	d.settings = append(d.settings, setting{by, value})
	tell()
	return func() {
		d.settings = slices.DeleteFunc(d.settings, func(s setting) bool { return s.by == by })
		tell()
	}
}

// on reports whether any fault turns the dial.
func (d *dial) on() bool { return len(d.settings) > 0 }

func (d *dial) sum() float64 {
	total := 0.0
	for _, s := range d.settings {
		total += s.value
	}
	return total
}

func (d *dial) product() float64 {
	p := 1.0
	for _, s := range d.settings {
		p = float64(p * s.value)
	}
	return p
}

// max returns the largest value, 0 if there is none.
func (d *dial) max() float64 {
	most := 0.0
	for _, s := range d.settings {
		most = max(most, s.value)
	}
	return most
}

// min returns the smallest value of a dial that is turned.
func (d *dial) min() float64 {
	least := d.settings[0].value
	for _, s := range d.settings {
		least = min(least, s.value)
	}
	return least
}
