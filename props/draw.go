package props

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stampede/model/observe"
)

const width = 64 // characters of a drawing

// draw draws the span against time, a row for each of the cast and one for the
// lock.
func draw(span []observe.Event, c cast) string {
	if len(span) == 0 {
		return ""
	}
	from, to := span[0].At, span[len(span)-1].At
	column := func(t time.Duration) int {
		if to == from {
			return 0
		}
		return int(int64(t-from) * (width - 1) / int64(to-from))
	}
	rows := make([][]byte, len(c.works)+1)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(" ", width))
	}
	lock := rows[len(c.works)]
	mark := func(row []byte, since, until int, with byte) {
		for i := since; i <= until; i++ {
			row[i] = with
		}
	}
	began := make(map[uint64]int)
	loads := make(map[uint64]int)
	held := make(map[uint64]int)
	drop := func(work uint64, at int, with byte) {
		if since, ok := held[work]; ok {
			mark(lock, since, at, c.name(work)[0])
			lock[at] = with
			delete(held, work)
		}
	}
	for i := range span {
		e := &span[i]
		x := column(e.At)
		me := slices.Index(c.works, e.Work)
		switch e.Kind {
		case observe.ReadStart, observe.JobStart, observe.WriteStart:
			began[e.Work] = x
		case observe.ReadEnd, observe.JobEnd, observe.WriteEnd:
			if me < 0 {
				continue
			}
			fill(rows[me], began[e.Work], x, '.')
			delete(began, e.Work)
		case observe.RecomputeStart:
			loads[e.Work] = x
		case observe.RecomputeEnd:
			if me < 0 {
				continue
			}
			mark(rows[me], loads[e.Work], x, '=')
			delete(loads, e.Work)
		case observe.LockAcquired:
			held[e.Work] = x
		case observe.LockReleased:
			drop(e.Work, x, ']')
		case observe.LockExpired, observe.LockForeignDelete, observe.LockDropped:
			drop(e.Other, x, 'x')
		}
	}
	for i, w := range c.works { // what is still in progress at the breach
		if since, ok := loads[w]; ok {
			mark(rows[i], since, width-1, '=')
		}
		if since, ok := began[w]; ok {
			fill(rows[i], since, width-1, '.')
		}
		drop(w, width-1, c.name(w)[0])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-6s%-*s%s\n", "", width-10, at(from), at(to))
	for i, w := range c.works {
		fmt.Fprintf(&b, "%-6s%s\n", c.name(w), strings.TrimRight(string(rows[i]), " "))
	}
	if l := strings.TrimRight(string(lock), " "); l != "" {
		fmt.Fprintf(&b, "%-6s%s\n", "lock", l)
	}
	b.WriteString("      . at work   = loading   letters: whose lock   ] released   x expired or deleted\n")
	return b.String()
}

// fill marks what is not marked yet.
func fill(row []byte, since, until int, with byte) {
	for i := since; i <= until; i++ {
		if row[i] == ' ' {
			row[i] = with
		}
	}
}
