package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stampede/model/observe"
	"stampede/study"
)

func rootCommand() *cobra.Command {
	var f runFlags
	root := &cobra.Command{
		Use:   "simulate",
		Short: "Try cache-stampede protections under your traffic, on a modelled or a real Redis",
		Long: `simulate runs a cache-stampede protection under a scenario and shows how often it
went to the origin, how long readers waited, and what it cost Redis.

Without a subcommand it is simulate run.

Exit status: 0 all holds; 1 an invariant that the strategy promises, or an
expectation of the scenario, is broken; 2 the command line or the scenario is
wrong; 3 the environment failed, or a signal interrupted the work.`,
		Example: `  simulate --seed 42 --strategy xfetch
  simulate run --scenario hot-key --strategy lock --set ttl=2s --plot lock.png
  simulate compare --strategy naive,lock,xfetch
  simulate verify
  simulate list strategies`,
		Args:              noArguments,
		PersistentPreRunE: noEmptyFlags,
		RunE:              func(c *cobra.Command, _ []string) error { return run(c, f) },
		SilenceErrors:     true,
		SilenceUsage:      true,
	}
	f.register(root, "", runStrategyHelp)
	f.live.register(root)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(runCommand(), compareCommand(), checkCommand(), replayCommand(), sweepCommand(), mergeCommand(), pairCommand(), calibrateCommand(), verifyCommand(), listCommand(), scenarioCommand(), serveCommand(), workerCommand())
	return root
}

const runStrategyHelp = "a strategy (simulate list strategies), or a composition such as lock+jitter (default: the scenario's, or naive)"

func noArguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	if names == nil {
		return fmt.Errorf("%s: takes no arguments, only flags; got %q", c.CommandPath(), args[0])
	}
	return unknown("command", args[0], names)
}

func runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run",
		Short: "Run one strategy under a scenario",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return run(c, f) },
	}
	f.register(c, "", runStrategyHelp)
	f.live.register(c)
	return c
}

func run(c *cobra.Command, f runFlags) error {
	if f.strategy == "all" || strings.Contains(f.strategy, ",") {
		return fmt.Errorf("--strategy: run takes one strategy, got %q; simulate compare takes several", f.strategy)
	}
	return execute(c, f, "run", writeRun)
}

func compareCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "compare",
		Short: "Run several strategies under the same scenario and seed",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return execute(c, f, "compare", writeCompare) },
	}
	f.register(c, "all", "strategies separated by commas, or all: the right ones")
	f.live.register(c)
	return c
}

// execute runs what the flags say, writes the outcomes, and draws them.
func execute(c *cobra.Command, f runFlags, command string, write writer) error {
	sc, presets, err := f.prepare(c.ErrOrStderr())
	if err != nil {
		return err
	}
	if err := f.tryOutput(); err != nil {
		return err
	}
	runner, err := newRunner(f, c.ErrOrStderr())
	if err != nil {
		return err
	}
	defer runner.close()
	var outcomes []study.Outcome
	whole := 0 // of them
	var cut error
	for _, p := range presets {
		bar := newProgress(c.ErrOrStderr())
		outcome, err := runner.run(c.Context(), study.Run{Scenario: sc, Variant: f.variant, Strategy: p, Seed: f.seed, Progress: bar.trace})
		bar.end()
		if err == nil || outcome.Result.Events > 0 {
			outcomes = append(outcomes, outcome)
		}
		if cut = err; cut != nil {
			break // what there is so far is shown
		}
		whole++
	}
	if errors.Is(cut, context.Canceled) {
		cut = shortOf(len(presets)-whole, len(presets), slices.ContainsFunc(outcomes[:whole], isBroken))
	}
	if len(outcomes) == 0 {
		return cut
	}
	r := report{flags: f, command: command, scenario: sc, presets: presets, outcomes: outcomes}
	if err := write(c.OutOrStdout(), r); err != nil {
		return err
	}
	if f.plot != "" {
		if err := picture(r).Save(f.plot); err != nil {
			return environmentError{err}
		}
	}
	switch {
	case cut != nil:
		return cut
	case slices.ContainsFunc(outcomes, isBroken):
		return errBroken
	}
	return nil
}

// shortOf is the error of a comparison that lacks some of its strategies.
func shortOf(missing, of int, broken bool) error {
	if of == 1 {
		return interrupted{}
	}
	return interrupted{missing: fmt.Sprintf("%d of %s are missing, or not whole", missing, plural(of, "strategy", "strategies")), broken: broken}
}

func isBroken(o study.Outcome) bool {
	return o.Result.ViolationCount > 0 || unmetIn(o.Result) > 0
}

func unmet(e observe.Expectation) bool { return !e.Holds }

// unmetIn counts the expectations of a scenario that did not come true.
func unmetIn(x observe.Result) (n int) {
	for _, e := range x.Expectations {
		if unmet(e) {
			n++
		}
	}
	return n
}
