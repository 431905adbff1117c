package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
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
strategy promises with its settings and under its faults; where a fault is listed under *not under*, a run with it
promises nothing. ` + "`simulate check`" + ` searches for a case that breaks a promise.

`)
	writeMarkdown(&b, invariantHead, invariantRows())
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
