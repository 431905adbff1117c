package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"stampede/study"
)

func writeGridText(w io.Writer, g *study.Grid, metrics []string) error {
	head := table.Row{"strategy"}
	for _, a := range g.Axes {
		head = append(head, a.Name)
	}
	for _, m := range metrics {
		head = append(head, strings.TrimSpace(m+"\n"+g.Units[m]))
	}
	head = append(head, "held")
	var rows []table.Row
	for _, c := range g.Cells {
		row := table.Row{c.Strategy}
		for _, a := range g.Axes {
			row = append(row, c.Settings[a.Name])
		}
		for _, m := range metrics {
			s := c.Metrics[m]
			cell := figure(s.Mean)
			if g.Seeds > 1 {
				cell += " ± " + figure(s.StdErr)
			}
			row = append(row, cell)
		}
		rows = append(rows, append(row, fmt.Sprintf("%d/%d", c.Held, g.Seeds)))
	}
	what := "mean ± standard error of the mean"
	if g.Seeds == 1 {
		what = "each figure is of one run; of more --seeds it is a mean, with its standard error"
	}
	_, err := fmt.Fprintf(w, "%s, %s from %d, on the modelled Redis\n\n%s\n%s\n"+
		"held: runs that kept what the strategy promises and what the scenario expects\n%srepeat  %s\n",
		withVariant(g.Scenario, g.Variant), plural(g.Seeds, "seed", "seeds"), g.Seed, render(head, rows, text.AlignRight), what, firstBroken(g), g.Repeat)
	return err
}

// brokenShown is how many rows are shown a run that did not hold.
const brokenShown = 5

// firstBroken names a run that did not hold, of each row that has some.
func firstBroken(g *study.Grid) string {
	var lines strings.Builder
	broken := 0
	for _, c := range g.Cells {
		if c.FirstBroken == nil {
			continue
		}
		if broken++; broken > brokenShown {
			continue
		}
		words := []string{"--strategy", c.Strategy, "--seed", strconv.FormatUint(*c.FirstBroken, 10)}
		for _, a := range g.Axes {
			words = append(words, "--set", a.Name+"="+c.Settings[a.Name])
		}
		fmt.Fprintf(&lines, "✗ %s: %s %s\n", c.Broke, g.Single, commandLine(words))
	}
	if broken > brokenShown {
		fmt.Fprintf(&lines, "✗ and in %s\n", plural(broken-brokenShown, "row more", "rows more"))
	}
	return lines.String()
}

// figure writes a mean to three digits or so.
func figure(v float64) string {
	if v >= 1000 {
		return thousands(uint64(v + 0.5))
	}
	return ms(v)
}

// writeGridCSV writes one line for each cell and metric.
func writeGridCSV(w io.Writer, g *study.Grid) error {
	c := csv.NewWriter(w)
	head := []string{"strategy"}
	for _, a := range g.Axes {
		head = append(head, a.Name)
	}
	_ = c.Write(append(head, "seeds", "held", "metric", "unit", "mean", "stderr", "min", "p5", "p50", "p95", "max"))
	for _, cell := range g.Cells {
		start := []string{cell.Strategy}
		for _, a := range g.Axes {
			start = append(start, cell.Settings[a.Name])
		}
		for _, name := range study.MetricNames() {
			s := cell.Metrics[name]
			line := append(start[:len(start):len(start)], strconv.Itoa(g.Seeds), strconv.Itoa(cell.Held), name, g.Units[name])
			for _, v := range []float64{s.Mean, s.StdErr, s.Min, s.P5, s.P50, s.P95, s.Max} {
				line = append(line, strconv.FormatFloat(v, 'g', -1, 64))
			}
			_ = c.Write(line)
		}
	}
	c.Flush()
	return c.Error() // the first of all
}

// writeJSONLine writes a value without white space: a shard is for merge to read.
func writeJSONLine(w io.Writer, value any) error { return json.NewEncoder(w).Encode(value) }
