package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"stampede/props"
	"stampede/strategies"
)

// marked is what a search that found nothing met on its way.
type marked struct {
	row    table.Row
	missed string // what it ought to have met; empty if nothing
}

func met(p strategies.Preset, due []props.Sighting, tried uint64) marked {
	var m marked
	var counts, missed []string
	for _, s := range due {
		counts = append(counts, fmt.Sprintf("%s %s", s.Name, thousands(s.Cases)))
		if s.Missed(tried) {
			missed = append(missed, s.Says)
		}
	}
	m.row = table.Row{p.Name, strings.Join(counts, " · ")}
	if missed != nil {
		m.missed = fmt.Sprintf("%s: there is no case in %s in which %s: that it holds says less than it seems to",
			p.Name, thousands(tried), strings.Join(missed, ", or "))
	}
	return m
}

// writeMarks writes in how many cases happened what must happen sometimes.
func writeMarks(w io.Writer, all []marked) {
	if all == nil {
		return
	}
	var rows []table.Row
	for _, m := range all {
		rows = append(rows, m.row)
	}
	fmt.Fprintf(w, "\n%s", render(table.Row{"strategy", "cases in which there was"}, rows, text.AlignLeft))
	for _, m := range all {
		if m.missed != "" {
			fmt.Fprintf(w, "\n%s\n", m.missed)
		}
	}
}
