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
	all := searches{flags: f, kinds: kinds, holds: true}
	for i, p := range presets {
		ctx, cancel := c.Context(), context.CancelFunc(func() {})
		if f.limit > 0 { // what is left of it is for those that are left, in equal parts
			ctx, cancel = context.WithTimeout(ctx, time.Until(end)/time.Duration(len(presets)-i))
		}
		err := all.search(ctx, c, p)
		cancel()
		if err != nil {
			return environmentError{err}
		}
	}
	all.write(c.OutOrStdout())
	return all.err(c.Context())
}

// searches is what came of the searches of all strategies.
type searches struct {
	flags   checkFlags
	kinds   []fault.Kind
	rows    []table.Row
	stories []string
	marks   []marked
	cut     []string // what an interruption has left out
	unbegun int      // strategies that no time was left for
	unsaved error    // why a case could not be saved
	holds   bool
}

// search makes the search of one strategy, until ctx is done, and judges it, until the
// command is interrupted.
func (s *searches) search(ctx context.Context, c *cobra.Command, p strategies.Preset) error {
	f, interrupt := s.flags, c.Context()
	var seen props.Sightings
	found, tried, err := f.search(ctx, c.ErrOrStderr(), generate.Space{Strategy: p, Faults: s.kinds}, &seen)
	if err != nil {
		return err
	}
	short := found == nil && tried < f.seeds && interrupt.Err() != nil
	switch {
	case found == nil && tried == 0:
		s.unbegun++
	case short:
		s.cut = append(s.cut, fmt.Sprintf("%s after %s of %s", p.Name, thousands(tried), plural(int(f.seeds), "case", "cases")))
	}
	if found == nil && f.broken == "" && !short && tried > 0 {
		m := met(p, seen.Due(p.Choices, s.kinds), tried)
		s.holds = s.holds && m.missed == ""
		s.marks = append(s.marks, m)
	}
	start := time.Now()
	v, err := judge(interrupt, p, found, tried, short, f)
	if found != nil {
		fmt.Fprintf(c.ErrOrStderr(), "%s: shrunk in %.1f s\n", p.Name, time.Since(start).Seconds())
	}
	if err != nil {
		return err
	}
	s.holds = s.holds && v.holds
	s.rows = append(s.rows, v.row)
	if v.story != "" {
		s.stories = append(s.stories, v.story)
	}
	s.unsaved = cmp.Or(s.unsaved, v.unsaved)
	return nil
}

func (s *searches) write(out io.Writer) {
	for _, story := range s.stories {
		fmt.Fprintln(out, story)
	}
	header := table.Row{"strategy", "cases", "verdict", "invariant", "found by\ncase", "size\nfound", "size\nshrunk"}
	fmt.Fprint(out, "sizes are processes/faults/steps of the story\n", render(header, s.rows, text.AlignLeft))
	writeMarks(out, s.marks)
}

// err is what the command ends with.
func (s *searches) err(interrupt context.Context) error {
	cut, notSearched := s.cut, plural(s.unbegun, "strategy is", "strategies are")+" not searched"
	if s.unbegun > 0 && interrupt.Err() != nil {
		cut = append(cut, notSearched)
	}
	switch {
	case s.unsaved != nil:
		return environmentError{s.unsaved}
	case cut != nil:
		return interrupted{missing: strings.Join(cut, ", and "), broken: !s.holds}
	case !s.holds:
		return errBroken
	case s.unbegun > 0:
		return environmentError{fmt.Errorf("--for %v is too short: %s", s.flags.limit, notSearched)}
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
