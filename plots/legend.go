package plots

import "gonum.org/v1/plot/vg"

// legend writes one row for the whole picture, with its baseline at y.
func (b brush) legend(views []view, x, y vg.Length) {
	const (
		swatch = vg.Length(9)
		gap    = vg.Length(5)  // between a mark and its word
		apart  = vg.Length(18) // between entries
	)
	word := func(s string) {
		x += gap
		b.text(fontNote, colText, x, y, left, s)
		x += fontNote.width(s) + apart
	}
	for _, kind := range kinds {
		b.fill(kind.color, rectangle(x, y-1, x+swatch, y-1+swatch))
		x += swatch
		word(kind.name)
	}

	b.vertical(colThread, x+3, y-2, y+6)
	b.arrow(colMark, x+3, y+4)
	x += 6
	word("expiry of a key")

	if faultsIn(views) {
		b.fill(colFault, rectangle(x, y-1, x+swatch, y-1+swatch))
		x += swatch
		word("fault")
	}

	const bar, thick = vg.Length(18), vg.Length(6)
	locks, lost := locksIn(views)
	if locks {
		b.fill(colHold, rectangle(x, y+0.5, x+bar, y+0.5+thick))
		x += bar
		word("lock held")
	}
	if lost {
		b.fill(colLost, rectangle(x, y+0.5, x+bar, y+0.5+thick))
		b.fill(colText, rectangle(x+bar-hair, y-0.5, x+bar-hair+lostCap, y+1.5+thick))
		x += bar + lostCap
		word("lock lost before its release")
	}
}

// locksIn says whether any panel shows locks, and any lost one.
func locksIn(views []view) (locks, lost bool) {
	for _, v := range views {
		for _, h := range v.strip.holds {
			locks, lost = true, lost || h.Lost
		}
	}
	return locks, lost
}
