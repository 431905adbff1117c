package props

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"stampede/model/observe"
)

const width = 64 // characters of a drawing

// drawing is a span against time: a row for each of the cast, and one for the lock.
type drawing struct {
	cast     cast
	from, to time.Duration
	rows     [][]byte
	lock     []byte
	// By work, the columns at which what is in progress began.
	began, loads, held map[uint64]int
}

// draw draws the span.
func draw(span []observe.Event, c cast) string {
	if len(span) == 0 {
		return ""
	}
	d := drawing{
		cast: c, from: span[0].At, to: span[len(span)-1].At, lock: blank(),
		began: make(map[uint64]int), loads: make(map[uint64]int), held: make(map[uint64]int),
	}
	for range c.works {
		d.rows = append(d.rows, blank())
	}
	for i := range span {
		d.add(&span[i])
	}
	d.end()
	return d.String()
}

func blank() []byte { return bytes.Repeat([]byte(" "), width) }

func (d *drawing) column(t time.Duration) int {
	if d.to == d.from {
		return 0
	}
	return int(int64(t-d.from) * (width - 1) / int64(d.to-d.from))
}

func (d *drawing) add(e *observe.Event) {
	x, me := d.column(e.At), slices.Index(d.cast.works, e.Work)
	switch e.Kind {
	case observe.ReadStart, observe.JobStart, observe.WriteStart:
		d.began[e.Work] = x
	case observe.ReadEnd, observe.JobEnd, observe.WriteEnd:
		if me >= 0 {
			fill(d.rows[me], d.began[e.Work], x, '.')
			delete(d.began, e.Work)
		}
	case observe.RecomputeStart:
		d.loads[e.Work] = x
	case observe.RecomputeEnd:
		if me >= 0 {
			mark(d.rows[me], d.loads[e.Work], x, '=')
			delete(d.loads, e.Work)
		}
	case observe.LockAcquired:
		d.held[e.Work] = x
	case observe.LockReleased:
		d.drop(e.Work, x, ']')
	case observe.LockExpired, observe.LockForeignDelete, observe.LockDropped:
		d.drop(e.Other, x, 'x')
	}
}

// drop ends the time for which a work held the lock.
func (d *drawing) drop(work uint64, x int, with byte) {
	if since, ok := d.held[work]; ok {
		mark(d.lock, since, x, d.cast.name(work)[0])
		d.lock[x] = with
		delete(d.held, work)
	}
}

// end draws what is still in progress at the breach.
func (d *drawing) end() {
	for i, w := range d.cast.works {
		if since, ok := d.loads[w]; ok {
			mark(d.rows[i], since, width-1, '=')
		}
		if since, ok := d.began[w]; ok {
			fill(d.rows[i], since, width-1, '.')
		}
		d.drop(w, width-1, d.cast.name(w)[0])
	}
}

// String writes the drawing, with its legend.
func (d *drawing) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-6s%-*s%s\n", "", width-10, at(d.from), at(d.to))
	for i, w := range d.cast.works {
		fmt.Fprintf(&b, "%-6s%s\n", d.cast.name(w), bytes.TrimRight(d.rows[i], " "))
	}
	if l := bytes.TrimRight(d.lock, " "); len(l) > 0 {
		fmt.Fprintf(&b, "%-6s%s\n", "lock", l)
	}
	b.WriteString("      . at work   = loading   letters: whose lock   ] released   x expired or deleted\n")
	return b.String()
}

// mark marks a part of a row, whatever is there.
func mark(row []byte, since, until int, with byte) {
	for i := since; i <= until; i++ {
		row[i] = with
	}
}

// fill marks what is not marked yet.
func fill(row []byte, since, until int, with byte) {
	for i := since; i <= until; i++ {
		if row[i] == ' ' {
			row[i] = with
		}
	}
}
