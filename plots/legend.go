package plots

import "gonum.org/v1/plot/vg"

// legend writes one row for the whole picture, with its baseline at y.
func (b brush) legend(l layout, x, y vg.Length) {
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

	if faultsIn(l.views) {
		b.fill(colFault, rectangle(x, y-1, x+swatch, y-1+swatch))
		x += swatch
		word("fault")
	}
	for _, g := range l.gauges {
		b.fill(g.color, rectangle(x, y-1, x+swatch, y-1+swatch))
		x += swatch
		word(g.legend)
	}

	const bar, thick = vg.Length(18), vg.Length(6)
	locks, lost := locksIn(l.views)
	if locks {
		b.fill(colHold, rectangle(x, y+0.5, x+bar, y+0.5+thick))
		x += bar
		word(held.legend)
	}
	if lost {
		b.fill(colLost, rectangle(x, y+0.5, x+bar, y+0.5+thick))
		b.fill(colText, rectangle(x+bar-hair, y-0.5, x+bar-hair+lostCap, y+1.5+thick))
		x += bar + lostCap
		word("lock lost")
	}
}

// locksIn says whether any panel shows locks, and any lost one.
func locksIn(views []view) (locks, lost bool) {
	for _, v := range views {
		locks = locks || v.strip.height > 0
		for _, h := range v.strip.holds {
			lost = lost || h.Lost
		}
		for _, bar := range v.bars {
			lost = lost || v.strip.lanes == nil && bar.Lost > 0
		}
	}
	return locks, lost
}
