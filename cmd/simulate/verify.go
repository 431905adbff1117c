package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"stampede/study"
)

func verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Simulate every published figure and closed form, and judge whether it holds",
		Args:  noArguments,
		RunE:  func(c *cobra.Command, _ []string) error { return verify(c) },
	}
}

func verify(c *cobra.Command) error {
	bar := newProgress(c.ErrOrStderr())
	verdicts := study.Verify(c.Context(), study.Claims(), bar.count("claims"))
	bar.end()
	failed, missing := 0, 0
	var rows []table.Row
	for _, v := range verdicts {
		verdict := "✓"
		if errors.Is(v.Err, context.Canceled) {
			missing++
			continue
		}
		if v.Err != nil {
			return fmt.Errorf("%s, %s: %w", v.Experiment, v.What, v.Err)
		}
		if !v.Holds {
			verdict = "✗"
			failed++
		}
		rows = append(rows, table.Row{v.Experiment, v.What, v.Published, v.Theory, v.Number(v.Simulated), v.Interval(), verdict})
	}
	if len(rows) == 0 {
		return interrupted{}
	}
	head := table.Row{"", "what", "published", "theory", "simulated", "accepted", ""}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s\n%s, %d fail\n", render(head, rows, text.AlignLeft), plural(len(rows), "claim", "claims"), failed)
	switch {
	case err != nil:
		return err
	case missing > 0:
		return interrupted{missing: fmt.Sprintf("%d of %d claims are not judged", missing, len(verdicts)), broken: failed > 0}
	case failed > 0:
		return errBroken
	}
	return nil
}
