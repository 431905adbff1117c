package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"

	"stampede/model/fault"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
)

// docs/strategies.md is written from the tables that the command prints.
func TestTheStrategiesAreDocumented(t *testing.T) {
	const file = "../../docs/strategies.md"
	var b strings.Builder
	b.WriteString(`# Strategies

Written by ` + "`go test ./cmd/simulate -update`" + ` from the tables of package strategies.

## Presets

A preset is a row of choices. Any other row is a composition, such as ` + "`--strategy lock+singleflight+jitter=50%`" + `;
one that means nothing is refused with the reason.

`)
	writeMarkdown(&b, strategyHead, strategyRows())
	b.WriteString("\n## Choices\n\nA parameter stands after an `=`, and goes before the setting of the same meaning.\n\n")
	writeMarkdown(&b, choiceHead, choiceRows())
	b.WriteString("\n## The broken ones\n\nEach departs from the right code in one place, and names the invariant that must catch it.\n\n")
	writeMarkdown(&b, brokenHead, brokenRows())
	source, _ := os.ReadFile(file)
	if string(source) == b.String() {
		return
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not what the tables say; go test ./cmd/simulate -update writes it", file)
}

func writeMarkdown(b *strings.Builder, head table.Row, rows []table.Row) {
	line := func(cells table.Row) {
		for _, c := range cells {
			fmt.Fprintf(b, "| %s ", strings.ReplaceAll(fmt.Sprint(c), "|", "\\|"))
		}
		b.WriteString("|\n")
	}
	line(head)
	b.WriteString(strings.Repeat("| --- ", len(head)) + "|\n")
	for _, r := range rows {
		line(r)
	}
}

// docs/invariants.md likewise.
func TestTheInvariantsAreDocumented(t *testing.T) {
	const file = "../../docs/invariants.md"
	var b strings.Builder
	b.WriteString(`# Invariants

Written by ` + "`go test ./cmd/simulate -update`" + ` from the table in package props. Each run is watched for what its
strategy promises with its settings and under its faults; ` + "`simulate check`" + ` searches for a case that breaks a promise.

`)
	writeMarkdown(&b, invariantHead, invariantRows())
	b.WriteString(`
## Which strategy promises what

✓ promised, · not promised; nothing: it is about what the strategy does not have, locks for example.

`)
	writeMarkdown(&b, strategyGridHead(), strategyGrid())
	b.WriteString(`
## Under which faults

Of the strategies that promise it at all: ✓ holds, ≤ bounded by what the first table says, ✗ not promised;
` + "`simulate list invariants --strategy NAME`" + ` is the same for one strategy. Every ✓ and ≤ is searched by
` + "`go test ./props`" + `, with faults of that kind alone, for each strategy; every · and ✗ is shown broken by a scenario in
[scenarios/breaches](../scenarios/breaches), but for those that are listed below.

`)
	writeMarkdown(&b, faultGridHead(), faultGrid())
	fmt.Fprintf(&b, "\n## Not promised, and not broken\n\nFor these there is a reason not to promise them, and yet %s cases each have not broken them.\n\n",
		thousands(props.UnbrokenCases))
	writeMarkdown(&b, table.Row{"strategy", "invariant", "under"}, unbrokenRows())
	source, _ := os.ReadFile(file)
	if string(source) == b.String() {
		return
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not what the table says; go test ./cmd/simulate -update writes it", file)
}

func strategyGridHead() table.Row {
	head := table.Row{"strategy"}
	for _, inv := range props.All() {
		head = append(head, inv.Name)
	}
	return head
}

func strategyGrid() (rows []table.Row) {
	for _, p := range strategies.All() {
		row := table.Row{p.Name}
		for _, inv := range props.All() {
			row = append(row, map[props.Promise]string{props.Holds: "✓", props.Unpromised: "·"}[inv.Of(p.Choices)])
		}
		rows = append(rows, row)
	}
	return rows
}

func faultGridHead() table.Row {
	head := table.Row{"invariant"}
	for _, k := range generate.Kinds() {
		head = append(head, k.String())
	}
	return head
}

// faultGrid tells of each invariant the least that any of those promises who promise
// it at all.
func faultGrid() (rows []table.Row) {
	for _, inv := range props.All() {
		row := table.Row{inv.Name}
		for _, k := range generate.Kinds() {
			least := props.Holds
			for _, p := range strategies.All() {
				if inv.Of(p.Choices) == props.Holds && !p.Choices.Redlock {
					least = min(least, inv.Under(p.Choices, k))
				}
			}
			row = append(row, map[props.Promise]string{props.Holds: "✓", props.Bounded: "≤", props.Unpromised: "✗"}[least])
		}
		rows = append(rows, row)
	}
	return rows
}

func unbrokenRows() (rows []table.Row) {
	for _, inv := range props.All() {
		for _, p := range strategies.All() {
			var under []fault.Kind
			for _, k := range generate.Kinds() {
				if inv.Unbroken(p, k) {
					under = append(under, k)
				}
			}
			if inv.Unbroken(p, fault.Kind{}) {
				rows = append(rows, table.Row{p.Name, inv.Name, "anything"})
			} else if under != nil {
				rows = append(rows, table.Row{p.Name, inv.Name, fault.Names(under)})
			}
		}
	}
	return rows
}
