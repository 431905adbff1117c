package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"stampede/study"
)

func mergeCommand() *cobra.Command {
	var f tableFlags
	c := &cobra.Command{
		Use:   "merge FILE…",
		Short: "Put the shards of a sweep together",
		Long: `merge reads what simulate sweep --shard wrote, in any order, and shows what the
sweep in one process would have shown.`,
		Example: `  simulate sweep --vary ttl=1s,2s,5s --shard 1/2 > 1.json
  simulate sweep --vary ttl=1s,2s,5s --shard 2/2 > 2.json
  simulate merge 1.json 2.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("merge: no files; accepted are those that simulate sweep --shard wrote")
			}
			return nil
		},
		RunE: func(c *cobra.Command, files []string) error { return merge(c, f, files) },
	}
	f.register(c)
	return c
}

func merge(c *cobra.Command, f tableFlags, files []string) error {
	if err := f.check(c.Flags()); err != nil {
		return err
	}
	var parts []*study.Part
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w; accepted is a file that simulate sweep --shard wrote", file, cause(err))
		}
		part := new(study.Part)
		if err := json.Unmarshal(text, part); err != nil {
			return fmt.Errorf("%s: not a shard of a sweep: %w", file, err)
		}
		parts = append(parts, part)
	}
	whole, err := study.Merge(parts)
	if err != nil {
		return fmt.Errorf("merge: %w", err)
	}
	if f.plot != "" {
		if err := checkChart(whole.Axes, len(whole.Strategies)); err != nil {
			return err
		}
	}
	return writeGrid(c.OutOrStdout(), whole, f)
}
