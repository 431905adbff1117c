package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"stampede/live"
	"stampede/plots"
	"stampede/study"
)

// pairFlags are those of a run, and how to compare.
type pairFlags struct {
	runFlags
	runs      int
	seeds     int
	tolerance float64
	calibrate bool
}

func pairCommand() *cobra.Command {
	var f pairFlags
	c := &cobra.Command{
		Use:   "pair",
		Short: "Run a scenario in the model and on a real Redis, and compare the figures",
		Long: `pair runs one scenario in both worlds: with the same seed, arrivals and loads are the
same. It shows each figure of the model beside the median and the range of the live
runs, and whether they agree: counts within their sampling error, which is taken
from further seeds of the model, latencies and rates within --tolerance besides: by
their length, and by how many reads are slower.

With --calibrate it measures the server before each live run, and models its network
and its speed as they are, and that sleepers wake late, as they did in the live runs. A
run in which the machine stood still is made again, up to twice; if it did so in all,
what depends on the machine is not judged. Exit status 1: a figure is outside.`,
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error { return pair(c, f) },
	}
	f.register(c, "", runStrategyHelp)
	f.needsServer(c)
	flags := c.Flags()
	flags.IntVar(&f.runs, "runs", 3, "how many live runs, with seeds from --seed on")
	flags.IntVar(&f.seeds, "seeds", 20, "how many modelled runs to take the sampling error from")
	flags.Float64Var(&f.tolerance, "tolerance", 20, "by how many percent latencies and rates may differ")
	flags.BoolVar(&f.calibrate, "calibrate", false, "measure the server before each live run, and model it as it is")
	return c
}

// pairRepeats is how often a live run is made again, if the machine stood still in it.
const pairRepeats = 2

func pair(c *cobra.Command, f pairFlags) error {
	switch {
	case f.runs < 1:
		return fmt.Errorf("--runs is %d; accepted is 1 or more", f.runs)
	case f.seeds < 1:
		return fmt.Errorf("--seeds is %d; accepted is 1 or more", f.seeds)
	case !(f.tolerance >= 0): // NaN is not
		return fmt.Errorf("--tolerance is %v; accepted is a number of percent that is not negative, as in 20", f.tolerance)
	case math.IsInf(f.tolerance, 1):
		return errors.New("--tolerance: every figure is within an infinite one; accepted is a number of percent, as in 20")
	case f.redis == "sim":
		return errors.New("--redis: pair compares the model with another; accepted is miniredis, auto or a URL")
	case strings.Contains(f.strategy, ",") || f.strategy == "all":
		return fmt.Errorf("--strategy: pair takes one strategy, got %q", f.strategy)
	}
	sc, presets, err := f.prepare(c.ErrOrStderr())
	if err != nil {
		return err
	}
	if err := f.tryOutput(); err != nil {
		return err
	}
	p := study.Pair{
		Run:  study.Run{Scenario: sc, Variant: f.variant, Strategy: presets[0], Seed: f.seed},
		On:   live.Config{Redis: f.redis, AllowRemote: f.allowRemote},
		Runs: f.runs, Seeds: f.seeds, Calibrate: f.calibrate, Tolerance: f.tolerance / 100,
		Repeats:  pairRepeats,
		Progress: func(what string) { fmt.Fprintf(c.ErrOrStderr(), "%s …\n", what) },
	}
	out, cut := p.Compare(c.Context())
	if out.Quantities == nil {
		return cut
	}
	if err := f.write(c.OutOrStdout(), p, out); err != nil {
		return err
	}
	if f.plot != "" {
		if err := pairPicture(p, out).Save(f.plot); err != nil {
			return environmentError{err}
		}
	}
	switch {
	case cut != nil:
		return cut
	case !out.Inside:
		return errBroken
	}
	return nil
}

func (f pairFlags) write(w io.Writer, p study.Pair, out study.Paired) error {
	switch f.format {
	case "json":
		return writeJSON(w, f.record(p, out))
	case "csv":
		return writePairCSV(w, out)
	}
	var rows []table.Row
	for _, q := range out.Quantities {
		rows = append(rows, table.Row{
			quantityName(q.Name, q.Unit), exact(q.Model), span(q.ModelLow, q.ModelHigh), exact(q.Live), span(q.LiveLow, q.LiveHigh),
			ratioCell(q), acceptedCell(q), verdictCell(q),
		})
	}
	var server strings.Builder
	writeServer(&server, out.Server)
	calibrated := "not calibrated: network and server are the scenario's"
	if c := out.Calibration; c != nil {
		calibrated = fmt.Sprintf("calibrated: round trips p50 %v, p99 %v at this load (%v and %v idle), %v at the server",
			c.Loaded.Quantile(.5), c.Loaded.Quantile(.99), c.Idle.Quantile(.5), c.Idle.Quantile(.99), c.Service)
	}
	_, err := fmt.Fprintf(w, `%s, seed %d: %s in the model and on %s
%s
%s%s
%s

%s
%s of the model · %s · median and range
accepted: within 3 standard errors of sampling, which are none where all seeds agree; from waiters on %g %% besides,
of a latency both in its length and in how many reads are slower
repeat  %s
`,
		withVariant(out.Scenario, out.Variant), out.Seed, out.Strategy, out.Server.Version, conditions(p.Run.Scenario), server.String(), calibrated, machine(out),
		render(table.Row{"", "model", "", "live", "", "live ÷\nmodel", "accepted", "inside"}, rows, text.AlignRight),
		plural(out.ModelSeeds, "seed", "seeds"), plural(out.Runs, "live run", "live runs"), f.tolerance, f.repeatPair())
	return err
}

// pairRecord is a pair in JSON: its figures, and what was run, as of a run.
type pairRecord struct {
	study.Paired
	origin
}

func (f pairFlags) record(p study.Pair, out study.Paired) pairRecord {
	return pairRecord{out, originOf(f.runFlags, p.Run.Scenario, f.repeatPair())}
}

// quantityName is a figure's name with its unit, as on the charts of a sweep.
func quantityName(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + ", " + unit
}

// machine says how steady it was.
func machine(out study.Paired) string {
	text := fmt.Sprintf("during the live runs sleepers woke late by %v at the median, %v at the 99th percentile",
		out.Oversleep.Quantile(.5), out.Oversleep.Quantile(.99))
	if out.Disturbed > 0 {
		text += "; " + plural(out.Disturbed, "more is set aside, as the machine stood still in it", "more are set aside, as the machine stood still in them")
	}
	if !out.Steady {
		text += "\nit stood still in this one, too, which is the best of them: what depends on the machine is not judged (–)"
	}
	return text
}

func (f pairFlags) repeatPair() string {
	words := f.repeat("pair") + fmt.Sprintf(" --runs %d --seeds %d --tolerance %g", f.runs, f.seeds, f.tolerance)
	if f.calibrate {
		words += " --calibrate"
	}
	return words
}

// figure writes a number to three digits or so.
func exact(v float64) string {
	if v >= 1000 || v == float64(uint64(v)) {
		return thousands(uint64(v + 0.5))
	}
	return ms(v)
}

func span(low, high float64) string {
	if low == high {
		return ""
	}
	return exact(low) + "…" + exact(high)
}

func verdictCell(q study.Quantity) string {
	if !q.Judged {
		return "–"
	}
	return mark(q.Inside)
}

// acceptedCell writes what the live figure may be. None is less than 0.
func acceptedCell(q study.Quantity) string {
	if q.From == q.To {
		return exact(q.To)
	}
	return exact(max(q.From, 0)) + "…" + exact(q.To)
}

func ratioCell(q study.Quantity) string {
	if q.Ratio == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", q.Ratio)
}

func writePairCSV(w io.Writer, out study.Paired) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{
		"scenario", "variant", "strategy", "seed", "runs", "server", "metric", "unit", "model", "model_low", "model_high",
		"live", "live_low", "live_high", "ratio", "from", "to", "inside", "judged",
	})
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	for _, q := range out.Quantities {
		_ = c.Write([]string{
			out.Scenario, out.Variant, out.Strategy, fmt.Sprint(out.Seed), fmt.Sprint(out.Runs), out.Server.Version, q.Name, q.Unit,
			number(q.Model), number(q.ModelLow), number(q.ModelHigh), number(q.Live), number(q.LiveLow), number(q.LiveHigh),
			number(q.Ratio), number(q.From), number(q.To), fmt.Sprint(q.Inside), fmt.Sprint(q.Judged),
		})
	}
	c.Flush()
	return c.Error()
}

// pairPicture draws both worlds' first runs, one above the other.
func pairPicture(p study.Pair, out study.Paired) plots.Picture {
	picture := plots.Picture{
		Title:    fmt.Sprintf("%s, seed %d: %s in both worlds", withVariant(out.Scenario, out.Variant), out.Seed, out.Strategy),
		Subtitle: conditions(p.Run.Scenario),
		Faults:   faultNames(p.Run.Scenario),
	}
	for _, o := range []study.Outcome{out.Model, out.Live} {
		picture.Panels = append(picture.Panels, plots.Panel{
			Label: backendName(o.Result.Backend), Timeline: o.Timeline,
			Note: plural(int(o.Result.Recomputes), "recompute", "recomputes") + ", " + plural(int(o.Result.Expiries), "expiry", "expiries"),
		})
	}
	return picture
}
