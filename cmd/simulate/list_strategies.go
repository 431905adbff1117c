package main

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"stampede/strategies"
	"stampede/strategies/broken"
)

var (
	strategyHead = table.Row{"name", "choices", "what it guarantees", "what it costs", "when to use it"}
	choiceHead   = table.Row{"name", "what it is", "parameter"}
	brokenHead   = table.Row{"name", "choices", "what is wrong", "caught by"}
)

func strategyRows() (rows []table.Row) {
	for _, p := range strategies.All() {
		rows = append(rows, table.Row{p.Name, p.Choices.String(), p.Guarantee, p.Cost, p.When})
	}
	return rows
}

func choiceRows() (rows []table.Row) {
	for _, p := range strategies.Parts() {
		rows = append(rows, table.Row{p.Name, p.About, p.Parameter})
	}
	return rows
}

func brokenRows() (rows []table.Row) {
	for _, p := range append(broken.All(), broken.Unpromised()...) {
		rows = append(rows, table.Row{p.Name, p.Choices.String(), strings.TrimPrefix(p.Guarantee, "BROKEN: "), p.Breaks})
	}
	return rows
}
