package main

import (
	"fmt"
	"slices"
	"strings"

	"stampede/plots"
	"stampede/study"
)

// checkChart refuses a sweep that no chart can show, before anything runs.
func checkChart(axes []study.Axis, strategies int) error {
	if len(axes) == 0 {
		return fmt.Errorf("--plot: nothing is varied; accepted is a sweep with --vary, whose first axis runs from left to right")
	}
	lines := strategies
	for _, a := range axes[1:] {
		lines *= len(a.Values)
	}
	if lines > plots.SeriesMax {
		return fmt.Errorf("--plot: the sweep has %d lines, one for each strategy and value of a further axis; accepted are up to %d", lines, plots.SeriesMax)
	}
	return nil
}

// chart draws the figures of a grid against its first axis.
func chart(g *study.Grid, metrics []string) plots.Chart {
	c := plots.Chart{
		Title:    withVariant(g.Scenario, g.Variant) + " by " + g.Axes[0].Name,
		Subtitle: fmt.Sprintf("means over %s from %d, and in the bands all runs", plural(g.Seeds, "seed", "seeds"), g.Seed),
	}
	for _, m := range metrics {
		y := m
		if unit := g.Units[m]; unit != "" {
			y += ", " + unit
		}
		c.Panels = append(c.Panels, plots.ChartPanel{X: g.Axes[0].Name, Y: y, Series: series(g, m)})
	}
	return c
}

// series returns the lines of a metric, in the order of the cells.
func series(g *study.Grid, metric string) []plots.Series {
	axis := g.Axes[0]
	places := axis.Places()
	var all []plots.Series
	for _, cell := range g.Cells {
		name := lineName(g, cell)
		i := slices.IndexFunc(all, func(s plots.Series) bool { return s.Name == name })
		if i < 0 {
			i = len(all)
			all = append(all, plots.Series{Name: name})
		}
		value, s := cell.Settings[axis.Name], cell.Metrics[metric]
		mean := min(max(s.Mean, s.Min), s.Max) // rounding leads out of a range of one value
		all[i].Points = append(all[i].Points, plots.Point{
			X: places[slices.Index(axis.Values, value)], Label: value, Y: mean, Low: s.Min, High: s.Max,
		})
	}
	for _, s := range all {
		slices.SortFunc(s.Points, func(a, b plots.Point) int {
			if a.X < b.X {
				return -1
			}
			return 1
		})
	}
	return all
}

// lineName is the strategy of a cell, with its settings but the first.
func lineName(g *study.Grid, c study.Cell) string {
	name := []string{c.Strategy}
	for _, a := range g.Axes[1:] {
		name = append(name, a.Name+"="+c.Settings[a.Name])
	}
	return strings.Join(name, " ")
}
