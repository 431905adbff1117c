package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"stampede/live"
)

func calibrateCommand() *cobra.Command {
	var f runFlags
	var out string
	c := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure a Redis, as the network and the server of a scenario",
		Long: `calibrate measures a server with the clients of a scenario: round trips without load
and with as many clients as the scenario has, and the server's own time for a
command. It writes them as the network and redis parts of a scenario file.`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return calibrate(c, f, out) },
	}
	f.register(c, "", runStrategyHelp)
	c.Flags().Lookup("redis").DefValue = "auto"
	f.redis = "auto"
	c.Flags().StringVar(&out, "out", "", "the file to write the parts into, instead of standard output")
	return c
}

func calibrate(c *cobra.Command, f runFlags, file string) error {
	if f.redis == "sim" {
		return errors.New("--redis: calibrate measures a server; accepted is miniredis, auto or a URL")
	}
	sc, presets, err := f.prepare(c.ErrOrStderr())
	if err != nil {
		return err
	}
	m, err := live.Calibrate(c.Context(), live.Config{
		Scenario: sc, Strategy: presets[0], Seed: f.seed, Redis: f.redis, AllowRemote: f.allowRemote,
	})
	if err != nil {
		return err
	}
	if f.format == "json" {
		return writeJSON(c.OutOrStdout(), m)
	}
	for _, row := range []struct {
		name string
		of   live.Lengths
	}{{"idle round trip", m.Idle}, {"loaded round trip", m.Loaded}, {"oversleep", m.Oversleep}} {
		fmt.Fprintf(c.ErrOrStderr(), "%-18s p50 %v · p90 %v · p99 %v (%s)\n", row.name,
			row.of.Quantile(.5), row.of.Quantile(.9), row.of.Quantile(.99), plural(len(row.of), "sample", "samples"))
	}
	if file != "" {
		if err := os.WriteFile(file, []byte(m.YAML()), 0o644); err != nil {
			return environmentError{err}
		}
		return nil
	}
	_, err = io.WriteString(c.OutOrStdout(), m.YAML())
	return err
}
