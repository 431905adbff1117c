package main

import (
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"stampede/model/expect"
	"stampede/model/fault"
	"stampede/model/scenario"
)

// lists are what there is to choose from.
var lists = []struct {
	name string
	what string
	head table.Row
	rows func() []table.Row
}{
	{"strategies", "the strategies, and when to use which", strategyHead, strategyRows},
	{"choices", "the choices that a composition is made of", choiceHead, choiceRows},
	{"broken", "the deliberately wrong strategies, and what catches each", brokenHead, brokenRows},
	{"scenarios", "the scenarios that come with the program", table.Row{"name", "what it shows"}, func() (rows []table.Row) {
		for _, s := range scenario.Embedded() {
			rows = append(rows, table.Row{s.Name, s.About})
		}
		for _, s := range scenario.Corpus() {
			rows = append(rows, table.Row{"corpus/" + s.Name, s.About})
		}
		return rows
	}},
	{"settings", "the settings of a scenario, for --set and --vary", table.Row{"name", "path", "what it is", "form", "default"}, func() (rows []table.Row) {
		for _, n := range scenario.Settings() {
			form := n.Form
			if n.Accepted != "" {
				kind, _, _ := strings.Cut(form, ",")
				form = kind + ", " + n.Accepted
			}
			rows = append(rows, table.Row{n.Name, n.Path, n.About, form, n.Default})
		}
		return rows
	}},
	{"faults", "the faults of a scenario, and their kinds for check --faults", table.Row{"name", "befalls", "kinds", "what happens"}, func() (rows []table.Row) {
		for _, d := range fault.Verbs() {
			var on, kinds []string
			for _, c := range d.On {
				on = append(on, c.String())
				kinds = append(kinds, fault.Kind{Verb: d.Verb, On: c}.String())
			}
			rows = append(rows, table.Row{d.Name, strings.Join(on, ", "), strings.Join(kinds, ", "), d.About})
		}
		return rows
	}},
	{"metrics", "the figures of a run, for expectations and --metric", table.Row{"name", "value", "what it is"}, func() (rows []table.Row) {
		for _, m := range expect.Metrics() {
			rows = append(rows, table.Row{m.Name, m.Unit, m.About})
		}
		return rows
	}},
}

func listCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "list",
		Short: "List what there is to choose from",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for _, l := range lists {
		c.AddCommand(&cobra.Command{
			Use:   l.name,
			Short: "List " + l.what,
			Args:  noArguments,
			RunE: func(c *cobra.Command, _ []string) error {
				_, err := io.WriteString(c.OutOrStdout(), render(l.head, l.rows(), text.AlignLeft))
				return err
			},
		})
	}
	c.AddCommand(listInvariantsCommand())
	return c
}
