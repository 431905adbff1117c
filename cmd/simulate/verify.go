package main

import (
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
	verdicts := study.Verify(study.Claims())
	failed := 0
	var rows []table.Row
	for _, v := range verdicts {
		verdict := "✓"
		if v.Err != nil {
			return fmt.Errorf("%s, %s: %w", v.Experiment, v.What, v.Err)
		}
		if !v.Holds {
			verdict = "✗"
			failed++
		}
		rows = append(rows, table.Row{v.Experiment, v.What, v.Published, v.Theory, v.Number(v.Simulated), v.Interval(), verdict})
	}
	head := table.Row{"", "what", "published", "theory", "simulated", "accepted", ""}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%s\n%d claims, %d fail\n", render(head, rows, text.AlignLeft), len(verdicts), failed)
	switch {
	case err != nil:
		return environmentError{err}
	case failed > 0:
		return errBroken
	}
	return nil
}
