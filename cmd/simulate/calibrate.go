package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stampede/live"
)

// calibrateFlags say what to measure, and where to write it.
type calibrateFlags struct {
	runFlags
	form string
	out  string
}

// calibrationForms are those in which a calibration can be written.
var calibrationForms = []string{"yaml", "json"}

func calibrateCommand() *cobra.Command {
	var f calibrateFlags
	c := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure a Redis, as the network and the server of a scenario",
		Long: `calibrate measures a server with the clients of a scenario: round trips without load
and with as many clients as the scenario has, the server's own time for a command,
and how late a sleeper wakes at that load. It writes them as the network, redis and
oversleep parts of a scenario file, for --parts.`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return calibrate(c, f) },
	}
	f.registerScenario(c)
	f.registerSeed(c)
	f.registerServer(c)
	f.needsServer(c)
	flags := c.Flags()
	flags.StringVar(&f.form, "format", "yaml", strings.Join(calibrationForms, ", "))
	flags.StringVar(&f.out, "out", "", "the file to write it into, instead of standard output")
	return c
}

func calibrate(c *cobra.Command, f calibrateFlags) error {
	if !slices.Contains(calibrationForms, f.form) {
		return unknown("--format", f.form, calibrationForms)
	}
	if f.redis == "sim" {
		return errors.New("--redis: calibrate measures a server; accepted is miniredis, auto or a URL")
	}
	sc, presets, err := f.prepare(c.ErrOrStderr())
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := tryFile("--out", f.out); err != nil {
			return err
		}
	}
	m, err := live.Calibrate(c.Context(), live.Config{
		Scenario: sc, Strategy: presets[0], Seed: f.seed, Redis: f.redis, AllowRemote: f.allowRemote,
	})
	if err != nil {
		return err
	}
	for _, row := range []struct {
		name string
		of   live.Lengths
	}{{"idle round trip", m.Idle}, {"loaded round trip", m.Loaded}, {"oversleep", m.Oversleep}} {
		fmt.Fprintf(c.ErrOrStderr(), "%-18s p50 %v · p90 %v · p99 %v (%s)\n", row.name,
			row.of.Quantile(.5), row.of.Quantile(.9), row.of.Quantile(.99), plural(len(row.of), "sample", "samples"))
	}
	return writeCalibration(c.OutOrStdout(), m, f)
}

// writeCalibration writes it to the file, or to out if there is none, or if it cannot
// be written.
func writeCalibration(out io.Writer, m live.Calibration, f calibrateFlags) error {
	text := bytes.NewBufferString(m.YAML())
	if f.form == "json" {
		text.Reset()
		if err := writeJSON(text, m); err != nil {
			return err
		}
	}
	if f.out == "" {
		_, err := out.Write(text.Bytes())
		return err
	}
	failed := os.WriteFile(f.out, text.Bytes(), 0o644)
	if failed == nil {
		return nil
	}
	_, err := out.Write(text.Bytes())
	return environmentError{errors.Join(failed, err)}
}
