package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

var measure = flag.Bool("measure", false, "measure the pairs of docs/fidelity.md anew, and write them into it")

// pairBlock is a command of the page with all that stands below it, up to the next
// heading or the last paragraphs.
var pairBlock = regexp.MustCompile("(?s)```\nsimulate (pair [^\n]*)\n```\n(.*?)\n(## |Figures that are 0)")

// measuredPair is what the page needs of a pair in JSON.
type measuredPair struct {
	Runs   int `json:"runs"`
	Server struct{ Version, Client string }
	// Lengths.
	Calibration struct{ Idle, Loaded spread }
	Oversleep   spread
	Disturbed   int
	Steady      bool
	Quantities  []struct {
		Name, Unit            string
		Model, Live, From, To float64
		ModelLow              float64 `json:"model_low"`
		ModelHigh             float64 `json:"model_high"`
		LiveLow               float64 `json:"live_low"`
		LiveHigh              float64 `json:"live_high"`
		Inside, Judged        bool
	}
}

type spread struct {
	P50 float64 `json:"p50_ms"`
	P99 float64 `json:"p99_ms"`
}

// The tables of docs/fidelity.md are measured: on a machine that has nothing else to
// do, `go test ./cmd/simulate -run Fidelity -measure -timeout 1h` makes them. Otherwise
// this sees that their commands are such that run, and have figures.
func TestTheFidelityIsMeasured(t *testing.T) {
	t.Chdir("../..")
	const file = "docs/fidelity.md"
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	page := pairBlock.ReplaceAllStringFunc(string(source), func(block string) string {
		found++
		parts := pairBlock.FindStringSubmatch(block)
		if !*measure {
			args := strings.Fields(parts[1] + " --runs 0") // which is refused last
			if _, _, stderr := call(t, args...); !strings.Contains(stderr, "--runs") || !strings.Contains(parts[2], "| latency.p99, ms |") {
				t.Errorf("simulate %s: %s\n%s", parts[1], stderr, parts[2])
			}
			return block
		}
		t.Log(parts[1])
		before := load()
		_, stdout, stderr := call(t, strings.Fields(parts[1]+" --format json")...)
		var p measuredPair
		if err := json.Unmarshal([]byte(stdout), &p); err != nil {
			t.Errorf("simulate %s: %v: %s", parts[1], err, stderr)
			return block
		}
		return "```\nsimulate " + parts[1] + "\n```\n\n" + p.text(before) + "\n" + parts[3]
	})
	if found == 0 {
		t.Error("no pair is in " + file)
	}
	if *measure {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// load returns what the machine has to do besides; empty if it does not tell.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	average, _, _ := strings.Cut(string(text), " ")
	return fmt.Sprintf("; load %s on %s", average, plural(runtime.NumCPU(), "CPU", "CPUs"))
}

func (p measuredPair) text(load string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "on %s, %s; %s%s; round trips p50 %.3f ms and p99 %.3f ms at this load, %.3f ms idle; sleepers woke late by %.3f ms at the median and %.3f ms at the 99th percentile",
		p.Server.Version, p.Server.Client, plural(p.Runs, "live run", "live runs"), load, p.Calibration.Loaded.P50, p.Calibration.Loaded.P99,
		p.Calibration.Idle.P50, p.Oversleep.P50, p.Oversleep.P99)
	if p.Disturbed > 0 {
		fmt.Fprintf(&b, "; %d more set aside", p.Disturbed)
	}
	b.WriteString(".\n\n| | model | live | accepted | |\n|---|---:|---:|---:|---|\n")
	with := func(middle float64, low, high float64) string {
		if low == high {
			return exact(middle)
		}
		return fmt.Sprintf("%s (%s)", exact(middle), span(low, high))
	}
	for _, q := range p.Quantities {
		if q.Model == 0 && q.ModelHigh == 0 && q.LiveHigh == 0 {
			continue
		}
		accepted := exact(q.To)
		if q.From != q.To {
			accepted = span(max(q.From, 0), q.To)
		}
		verdict := map[bool]string{true: "inside", false: "**outside**"}[q.Inside]
		if !q.Judged {
			verdict = "not judged"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", quantityName(q.Name, q.Unit),
			with(q.Model, q.ModelLow, q.ModelHigh), with(q.Live, q.LiveLow, q.LiveHigh), accepted, verdict)
	}
	return b.String()
}
