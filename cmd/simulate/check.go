package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"stampede/model/fault"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
	"stampede/strategies/broken"
	"stampede/study"
)

// checkFlags say what to search.
type checkFlags struct {
	strategy string
	broken   string
	faults   string
	seeds    uint64
	limit    time.Duration
	workers  int
	failures string
}

func checkCommand() *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check",
		Short: "Search drawn scenarios for broken promises, shrink what is found, and tell how it came about",
		Long: `check draws scenarios, runs each strategy in them, and looks for a case in which the
strategy breaks what it promises. It shrinks the first case it finds to one in which
nothing can be left out, tells it as a story, and saves it for simulate replay.

With --broken it searches deliberately wrong variants instead, and holds if each is caught
by the invariant that it names.`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return check(c, f) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.strategy, "strategy", "all", "strategies separated by commas, or all: the right ones")
	flags.StringVar(&f.broken, "broken", "", "instead, wrong variants separated by commas, or all: check that each is caught")
	flags.StringVar(&f.faults, "faults", "all", "kinds of faults to draw, separated by commas (simulate list faults), or all, or none")
	flags.Uint64Var(&f.seeds, "seeds", 1000, "how many cases to try with each strategy")
	flags.DurationVar(&f.limit, "for", 0, "stop after this time, of which each strategy has an equal part, with what has been tried; 0 is no limit")
	flags.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "how many cases to run at one time; what is found does not depend on it")
	flags.StringVar(&f.failures, "failures", "failures", "the folder to save failing cases in")
	return c
}

func check(c *cobra.Command, f checkFlags) error {
	switch {
	case f.broken != "" && c.Flags().Changed("strategy"):
		return errors.New("--broken: it says what to search, and so does --strategy; accepted is one of them")
	case f.seeds == 0:
		return errors.New("--seeds is 0; accepted is 1 or more")
	case f.limit < 0:
		return fmt.Errorf("--for is %v; accepted is 0, which is no limit, or more", f.limit)
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	presets, err := f.presets()
	if err != nil {
		return err
	}
	kinds, err := fault.KindsNamed(f.faults, generate.Kinds())
	if err != nil {
		return fmt.Errorf("--faults: %w", err)
	}
	if err := tryFolderToMake("--failures", f.failures); err != nil {
		return err
	}
	collectRarely()
	end := time.Now().Add(f.limit)
	var rows []table.Row
	var stories []string
	var marks []marked
	var cut []string // what an interruption has left out
	unbegun := 0
	var unsaved error
	holds := true
	for i, p := range presets {
		ctx, cancel := c.Context(), context.CancelFunc(func() {})
		if f.limit > 0 { // what is left of it is for those that are left, in equal parts
			ctx, cancel = context.WithTimeout(ctx, time.Until(end)/time.Duration(len(presets)-i))
		}
		var seen props.Sightings
		found, tried, err := f.search(ctx, c.ErrOrStderr(), generate.Space{Strategy: p, Faults: kinds}, &seen)
		cancel()
		if err != nil {
			return environmentError{err}
		}
		short := found == nil && tried < f.seeds && c.Context().Err() != nil
		switch {
		case found == nil && tried == 0:
			unbegun++
		case short:
			cut = append(cut, fmt.Sprintf("%s after %s of %s", p.Name, thousands(tried), plural(int(f.seeds), "case", "cases")))
		}
		if found == nil && f.broken == "" && !short && tried > 0 {
			m := met(p, seen.Due(p.Choices, kinds), tried)
			holds = holds && m.missed == ""
			marks = append(marks, m)
		}
		start := time.Now()
		o, err := judge(c.Context(), p, found, tried, short, f)
		if found != nil {
			fmt.Fprintf(c.ErrOrStderr(), "%s: shrunk in %.1f s\n", p.Name, time.Since(start).Seconds())
		}
		if err != nil {
			return environmentError{err}
		}
		holds = holds && o.holds
		rows = append(rows, o.row)
		stories = append(stories, o.story)
		unsaved = cmp.Or(unsaved, o.unsaved)
	}
	out := c.OutOrStdout()
	for _, s := range stories {
		if s != "" {
			fmt.Fprintln(out, s)
		}
	}
	fmt.Fprint(out, "sizes are processes/faults/steps of the story\n", render(table.Row{"strategy", "cases", "verdict", "invariant", "found by\ncase", "size\nfound", "size\nshrunk"}, rows, text.AlignLeft))
	writeMarks(out, marks)
	notSearched := plural(unbegun, "strategy is", "strategies are") + " not searched"
	if unbegun > 0 && c.Context().Err() != nil {
		cut = append(cut, notSearched)
	}
	switch {
	case unsaved != nil:
		return environmentError{unsaved}
	case cut != nil:
		return interrupted{missing: strings.Join(cut, ", and "), broken: !holds}
	case !holds:
		return errBroken
	case unbegun > 0:
		return environmentError{fmt.Errorf("--for %v is too short: %s", f.limit, notSearched)}
	}
	return nil
}

func (f checkFlags) presets() ([]strategies.Preset, error) {
	switch f.broken {
	case "":
		presets, err := study.Strategies(f.strategy)
		if err != nil {
			err = fmt.Errorf("--strategy: %w", err)
		}
		return presets, err
	case "all":
		return broken.All(), nil
	}
	presets, err := study.Strategies(f.broken)
	if err != nil {
		return nil, fmt.Errorf("--broken: %w", err)
	}
	for _, p := range presets {
		if p.Breaks == "" {
			return nil, fmt.Errorf("--broken: %s says of no invariant that it breaks it; accepted are the wrong variants (simulate list broken)", p.Name)
		}
	}
	return presets, nil
}

// search runs the search of one strategy and says how fast it was.
func (f checkFlags) search(ctx context.Context, stderr io.Writer, space generate.Space, seen *props.Sightings) (*study.Finding, uint64, error) {
	p, start := space.Strategy, time.Now()
	found, n, err := study.Search{Space: space, Invariant: p.Breaks, Sightings: seen, Seeds: f.seeds, Workers: f.workers}.Run(ctx)
	if n == 0 {
		return found, n, err
	}
	elapsed := time.Since(start)
	fmt.Fprintf(stderr, "%s: %s cases in %.1f s, %s a second\n", p.Name, thousands(n), elapsed.Seconds(), thousands(uint64(float64(n)/elapsed.Seconds())))
	return found, n, err
}

// size tells how much there is in a story: processes, faults, steps.
func size(f *study.Finding, s *props.Story) string {
	return fmt.Sprintf("%d/%d/%d", f.Case.Scenario.Processes, len(f.Case.Scenario.Faults), s.Steps())
}

// verdict is what became of the search of one strategy.
type verdict struct {
	holds   bool // nothing speaks against it
	row     table.Row
	story   string
	unsaved error // why the case could not be saved
}

// judge says what a search came to; short tells that a signal ended it.
func judge(ctx context.Context, p strategies.Preset, found *study.Finding, tried uint64, short bool, f checkFlags) (verdict, error) {
	if found == nil {
		cases := thousands(tried)
		switch {
		case tried == 0: // the time was over, or a signal came
			return verdict{holds: true, row: table.Row{p.Name, cases, "not searched"}}, nil
		case short:
			return verdict{holds: true, row: table.Row{p.Name, cases, fmt.Sprintf("interrupted after %s of %s", cases, thousands(f.seeds))}}, nil
		}
		if f.broken != "" {
			return verdict{row: table.Row{p.Name, thousands(tried), "not caught", p.Breaks}}, nil
		}
		return verdict{holds: true, row: table.Row{p.Name, thousands(tried), "holds"}}, nil
	}
	before, err := props.Tell(found.Case, found.Invariant)
	if err != nil {
		return verdict{}, err
	}
	small, err := found.Shrink(ctx)
	if err != nil {
		return verdict{}, err
	}
	story, err := props.Tell(small.Case, small.Invariant)
	if err != nil {
		return verdict{}, err
	}
	v := verdict{row: table.Row{
		p.Name, thousands(tried), "broken", found.Invariant, found.Case.Seed,
		size(found, before), size(small, story),
	}}
	if f.broken != "" && p.Breaks == found.Invariant {
		v.holds, v.row[2] = true, "caught"
		return v, nil
	}
	v.story = fmt.Sprintf("%s: %s\n", p.Name, story)
	path, err := small.Save(f.failures)
	if err != nil {
		file := small.File()
		v.story += fmt.Sprintf("save this for simulate replay, as it could not be saved:\n\n%s", file.YAML())
		v.unsaved = err
		return v, nil
	}
	v.story += fmt.Sprintf("replay  simulate replay %s\n", shellQuote(path))
	return v, nil
}
