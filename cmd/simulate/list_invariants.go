package main

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"stampede/props"
	"stampede/strategies"
)

var invariantHead = table.Row{"name", "what must hold", "promised by", "given", "not under"}

// invariantRows is the table of promises: of each invariant, by which strategies
// it is promised, what settings that needs, and under which faults it is not.
func invariantRows() (rows []table.Row) {
	for _, inv := range props.All() {
		rows = append(rows, table.Row{inv.Name, inv.Sentence, promisers(inv), inv.Needs, threats(inv)})
	}
	return append(rows, table.Row{props.Recovers.Name, props.Recovers.Sentence, "all", "a scenario with a heal phase", ""})
}

// promisers names those who promise an invariant, or those who do not if they are
// fewer.
func promisers(inv props.Invariant) string {
	var yes, no []string
	for _, p := range strategies.All() {
		if inv.By(p.Choices) {
			yes = append(yes, p.Name)
		} else {
			no = append(no, p.Name)
		}
	}
	switch {
	case yes == nil:
		return "compositions with fall-through"
	case no == nil:
		return "all"
	case len(no) < len(yes):
		return "all but " + strings.Join(no, ", ")
	}
	return strings.Join(yes, ", ")
}

func threats(inv props.Invariant) string {
	var names []string
	for _, t := range inv.Not {
		if name := t.Verb.String() + " of " + t.On.String(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
