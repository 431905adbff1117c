package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
	"stampede/study"
)

func replayCommand() *cobra.Command {
	var until uint64
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Run a case that check has found again, step by step",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("replay: takes the file of one case, got %d arguments", len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return replay(c.Context(), c.OutOrStdout(), args[0], until)
		},
	}
	c.Flags().Uint64Var(&until, "until", 0, "stop telling after this step; 0 is the whole run")
	return c
}

func replay(ctx context.Context, w io.Writer, file string, until uint64) error {
	sc, err := scenario.LoadFile(file)
	if err != nil {
		return err
	}
	c, err := study.Reproduce(sc)
	if err != nil {
		return err
	}
	c.Stop = ctx.Err
	if err := world.Run(c, &steps{w, until, sc.Faults}); err != nil {
		return err
	}
	story, err := props.Tell(c, sc.Replay.Breaks)
	switch {
	case err != nil:
		return err
	case story == nil:
		fmt.Fprintf(w, "\n%s holds: the case breaks it no more.\n", sc.Replay.Breaks)
		return nil
	}
	fmt.Fprintf(w, "\n%s", story)
	return errBroken
}

// steps writes each event as a line, and of a fault what it does.
type steps struct {
	w      io.Writer
	until  uint64
	faults []scenario.Fault
}

func (s *steps) Observe(e *observe.Event) {
	switch {
	case s.until > 0 && e.Step > s.until:
	case e.Kind == observe.FaultStart, e.Kind == observe.FaultEnd:
		f := s.faults[e.Count]
		fmt.Fprintf(s.w, "%v: %v of %v\n", e, f.Do, f.To)
	default:
		fmt.Fprintln(s.w, e)
	}
}
