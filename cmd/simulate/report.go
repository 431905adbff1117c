package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/plots"
	"stampede/strategies"
	"stampede/study"
)

// report is what there is to write about a command's runs.
type report struct {
	flags    runFlags
	command  string
	scenario scenario.Scenario
	presets  []strategies.Preset
	outcomes []study.Outcome
}

type writer func(io.Writer, report) error

func (r report) results() []observe.Result {
	results := make([]observe.Result, len(r.outcomes))
	for i, o := range r.outcomes {
		results[i] = o.Result
	}
	return results
}

func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // an expectation has < in it
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// conditions sums a scenario up in a line.
func conditions(s scenario.Scenario) string {
	traffic := arrivals(s)
	if n := len(s.Clients); n > 0 {
		traffic = append(traffic, plural(n, "line of scripted clients", "lines of scripted clients"))
	}
	return strings.Join(append(
		traffic,
		"in "+plural(s.Processes, "process", "processes"),
		plural(s.Keys, "key", "keys"),
		"TTL "+s.Cache.TTL.String(),
		"recompute "+s.Origin.Recompute.String(),
		s.Start.String()+" start",
	), ", ")
}

// arrivals sums up how reads arrive.
func arrivals(s scenario.Scenario) []string {
	var parts []string
	for _, p := range s.Parts() {
		switch {
		case p.Closed != nil:
			parts = append(parts, plural(p.Closed.Workers, "worker", "workers"))
		case p.Poisson != nil:
			parts = append(parts, p.Poisson.Rate.String()+" Poisson reads")
		case p.Constant != nil:
			parts = append(parts, p.Constant.Rate.String()+" reads at equal intervals")
		case p.Bursts != nil:
			parts = append(parts, "bursts of "+p.Bursts.Rate.String())
		case p.Ramp != nil:
			parts = append(parts, fmt.Sprintf("a ramp from %v to %v", p.Ramp.From, p.Ramp.To))
		case p.FlashCrowd != nil:
			parts = append(parts, fmt.Sprintf("a flash crowd from %v to %v", p.FlashCrowd.Base, p.FlashCrowd.Peak))
		case p.Daily != nil:
			parts = append(parts, fmt.Sprintf("days of %v to %v", p.Daily.Mean, p.Daily.Peak))
		case p.Cron != nil:
			parts = append(parts, fmt.Sprintf("%s every %v", plural(p.Cron.Count, "read", "reads"), p.Cron.Every))
		case p.WarmUp != nil:
			parts = append(parts, "each key once")
		case p.Trace != nil:
			parts = append(parts, "trace "+p.Trace.File)
		}
	}
	return parts
}

// picture draws the runs, one panel each.
func picture(r report) plots.Picture {
	p := plots.Picture{
		Title:    fmt.Sprintf("%s, seed %d", scenarioName(r.outcomes[0].Result), r.flags.seed),
		Subtitle: conditions(r.scenario),
		Faults:   faultNames(r.scenario),
	}
	for _, o := range r.outcomes {
		x := o.Result
		note := plural(int(x.Recomputes), "recompute", "recomputes") + ", " + plural(int(x.Expiries), "expiry", "expiries")
		if x.DuplicateRecomputes > 0 {
			note += ", " + plural(int(x.DuplicateRecomputes), "duplicate", "duplicates")
		}
		if x.Backend != "sim" {
			note += ", on " + x.Backend
		}
		p.Panels = append(p.Panels, plots.Panel{Label: x.Strategy, Note: note, Timeline: o.Timeline})
	}
	return p
}

// faultNames says what each fault of a scenario is, in its order.
func faultNames(s scenario.Scenario) []string {
	var names []string
	for _, f := range s.Plan() {
		names = append(names, f.String())
	}
	return names
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(uint64(n)) + " " + many
}

// thousands groups the digits of a count by commas.
func thousands(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// ms writes a number of milliseconds to three digits or so.
func ms(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.2f", v)
	}
}

// sparkline draws counts as a line of blocks, at most width of them: a mark is
// the highest count of the buckets it stands for.
func sparkline(buckets []observe.Bucket, width int) (line string, each int) {
	const blocks = "▁▂▃▄▅▆▇█"
	each = (len(buckets) + width - 1) / width
	var heights []int
	highest := 0
	for i := 0; i < len(buckets); i += each {
		h := 0
		for _, b := range buckets[i:min(i+each, len(buckets))] {
			h = max(h, b.Recomputes())
		}
		heights = append(heights, h)
		highest = max(highest, h)
	}
	levels := []rune(blocks)
	var sb strings.Builder
	for _, h := range heights {
		switch {
		case h == 0:
			sb.WriteByte('.')
		case highest == 1:
			sb.WriteRune(levels[0])
		default:
			sb.WriteRune(levels[(h-1)*(len(levels)-1)/(highest-1)])
		}
	}
	return sb.String(), each
}
