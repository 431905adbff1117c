package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"stampede/model/expect"
	"stampede/plots"
	"stampede/study"
)

// sweepFlags say what to sweep, and where.
type sweepFlags struct {
	runFlags
	vary    []string
	seeds   int
	workers int
	shard   string
	table   tableFlags
}

// tableFlags say how to show a grid; sweep and merge share them.
type tableFlags struct {
	format  string
	metrics []string
	plot    string
}

// tableMetrics are the figures that the table has if nothing else is said.
var tableMetrics = []string{"misses", "recomputes", "duplicate_recomputes", "latency.p99", "redis.commands"}

func (f *tableFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.format, "format", "text", strings.Join(formats, ", "))
	c.Flags().StringSliceVar(&f.metrics, "metric", tableMetrics, "the figures in the table, and the picture (simulate list metrics). JSON and CSV have all")
	c.Flags().StringVar(&f.plot, "plot", "", "draw these figures against the first axis into a file: .png, .svg or .pdf")
}

func (f *tableFlags) check(given *pflag.FlagSet) error {
	if !slices.Contains(formats, f.format) {
		return unknown("--format", f.format, formats)
	}
	for i, m := range f.metrics {
		if _, err := expect.Named(m); err != nil {
			return fmt.Errorf("--metric: %w", err)
		}
		if slices.Contains(f.metrics[:i], m) {
			return fmt.Errorf("--metric: %s stands twice", m)
		}
	}
	if given.Changed("metric") && f.format != "text" && f.plot == "" {
		return fmt.Errorf("--metric: %s has all figures; accepted with --format text, or with --plot", f.format)
	}
	if f.plot != "" {
		if _, err := plots.FormatOf(f.plot); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	return nil
}

func sweepCommand() *cobra.Command {
	var f sweepFlags
	c := &cobra.Command{
		Use:   "sweep",
		Short: "Vary settings over a grid, with many seeds, on all cores",
		Long: `sweep runs every combination of the values of --vary, with every strategy, under
--seeds seeds. It shows the mean of each figure, its standard error, and how many runs
held: kept what the strategy promises, and what the scenario expects. Of those that did
not it names the first, and exits with 1. The output does not depend on the number of
workers.

With --shard I/N it makes every N-th run only and writes the figures for
simulate merge, which puts the shards together to the same output, byte for byte.`,
		Example: `  simulate sweep --scenario poisson-hot-key --strategy xfetch --vary beta=0.25:4:log9 --seeds 20
  simulate sweep --strategy lock,two-tier --vary ttl=1s,2s,5s --vary workers=10:1000:log3 --format csv
  simulate sweep --strategy naive,lock --vary ttl=1s,2s,5s --plot sweep.png
  simulate sweep --vary ttl=1s,2s,5s --shard 1/2 > 1.json`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return sweep(c, f) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	f.registerScenario(c)
	f.registerStrategy(c, "all", "strategies separated by commas, or all: the right ones")
	f.registerSeed(c)
	flags.StringArrayVar(&f.vary, "vary", nil, "NAME=VALUE,VALUE,… or NAME=FROM:TO:linN or :logN, repeatable: what to vary")
	flags.IntVar(&f.seeds, "seeds", 10, "how many seeds, from --seed on")
	flags.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "runs at one time")
	flags.StringVar(&f.shard, "shard", "", "I/N: every N-th run from the I-th; auto or auto/N: I, and N, from the batch system")
	f.table.register(c)
	return c
}

func sweep(c *cobra.Command, f sweepFlags) error {
	s, shard, err := f.plan(c.Flags())
	if err != nil {
		return err
	}
	if f.table.plot != "" {
		if err := tryFile("--plot", f.table.plot); err != nil {
			return err
		}
	}
	for _, warning := range s.Scenario.Warnings() {
		fmt.Fprintf(c.ErrOrStderr(), "simulate: warning: %s\n", warning)
	}
	collectRarely()
	bar := newProgress(c.ErrOrStderr())
	part, err := s.Run(c.Context(), shard, f.workers, bar.count("runs"))
	bar.end()
	if errors.Is(err, context.Canceled) {
		return writeWhole(c.OutOrStdout(), part, shard, f.table)
	}
	if err != nil {
		return err
	}
	if shard != (study.Shard{}) {
		return writeJSONLine(c.OutOrStdout(), part)
	}
	return writeGrid(c.OutOrStdout(), part, f.table)
}

// writeWhole writes the rows of an interrupted sweep that have all their runs. A shard
// or a picture that is not whole would be taken for one that is.
func writeWhole(w io.Writer, part *study.Part, shard study.Shard, f tableFlags) error {
	missing := part.Missing()
	cut := interrupted{missing: fmt.Sprintf("%s of %s are missing", thousands(uint64(missing)), plural(len(part.Runs), "run", "runs"))}
	if shard != (study.Shard{}) {
		cut.missing += ", and no shard is written"
		return cut
	}
	if f.plot != "" {
		cut.missing += ", and no picture is drawn"
		f.plot = ""
	}
	if len(part.Grid().Cells) == 0 {
		return cut
	}
	err := writeGrid(w, part, f)
	if err != nil && err != errBroken {
		return err
	}
	cut.broken = err == errBroken
	return cut
}

// collectRarely lets the heap grow to some ten megabytes between two garbage
// collections. With the usual few, a collection comes every ten runs, and is
// nearly half the cost of a run of a tenth of a second.
func collectRarely() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(1000)
	}
}

// plan checks all that the flags say before anything runs.
func (f *sweepFlags) plan(given *pflag.FlagSet) (study.Sweep, study.Shard, error) {
	none := study.Shard{}
	if err := f.table.check(given); err != nil {
		return study.Sweep{}, none, err
	}
	if err := checkWorkers(f.workers); err != nil {
		return study.Sweep{}, none, err
	}
	if f.seeds < 1 {
		return study.Sweep{}, none, fmt.Errorf("--seeds is %d; accepted is 1 or more", f.seeds)
	}
	shard, err := parseShard(f.shard)
	if err != nil {
		return study.Sweep{}, none, fmt.Errorf("--shard: %w", err)
	}
	for _, name := range []string{"format", "metric", "plot"} {
		if shard != none && given.Changed(name) {
			return study.Sweep{}, none, fmt.Errorf("--%s: a shard is no whole sweep; accepted is simulate merge --%s", name, name)
		}
	}
	presets, err := study.Strategies(f.strategy)
	if err != nil {
		return study.Sweep{}, none, fmt.Errorf("--strategy: %w", err)
	}
	sc, err := f.load()
	if err != nil {
		return study.Sweep{}, none, err
	}
	s := study.Sweep{Scenario: sc, Variant: f.variant, Presets: presets, Seed: f.seed, Seeds: f.seeds, Repeat: f.repeatSweep(), Single: f.single()}
	for _, text := range f.vary {
		axis, err := study.ParseAxis(text, sc)
		if err != nil {
			return s, none, fmt.Errorf("--vary: %w", err)
		}
		s.Axes = append(s.Axes, axis)
	}
	if f.table.plot != "" {
		if err := checkChart(s.Axes, len(presets)); err != nil {
			return s, none, err
		}
	}
	return s, shard, nil
}

// single returns the command that makes one of the runs, but for its strategy, its
// seed and what is varied.
func (f *sweepFlags) single() string {
	words := append([]string{"simulate", "run"}, f.scenarioWords()...)
	return commandLine(append(words, f.settingWords()...))
}

// repeatSweep returns the command that makes the sweep again, in one process.
func (f *sweepFlags) repeatSweep() string {
	words := []string{f.repeat("sweep")}
	for _, axis := range f.vary {
		words = append(words, "--vary", shellQuote(axis))
	}
	return strings.Join(append(words, "--seeds", strconv.Itoa(f.seeds)), " ")
}

func writeGrid(w io.Writer, part *study.Part, f tableFlags) error {
	grid := part.Grid()
	var err error
	switch f.format {
	case "json":
		err = writeJSON(w, grid)
	case "csv":
		err = writeGridCSV(w, grid)
	default:
		if !slices.Equal(f.metrics, tableMetrics) {
			grid.Repeat += " --metric " + strings.Join(f.metrics, ",")
		}
		err = writeGridText(w, grid, f.metrics)
	}
	if err == nil && f.plot != "" {
		err = chart(grid, f.metrics).Save(f.plot)
	}
	if err != nil {
		return environmentError{err}
	}
	if grid.Broken() {
		return errBroken
	}
	return nil
}
