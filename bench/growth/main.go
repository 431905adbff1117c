// Command growth measures what a run costs as its size grows, each in a process of
// its own, prints a table and draws a picture:
//
//	go build -o /tmp/simulate ./cmd/simulate
//	go run ./bench/growth /tmp/simulate docs/growth.svg
//
// Processor time and the most memory a process had are what the system counted.
// It needs a Unix.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"stampede/plots"
)

// rounds is how often each run is made; medians are shown.
const rounds = 3

// axis is what grows, and the settings of a run for each of its values.
type axis struct {
	name     string
	values   []int
	settings func(n int) string
}

const (
	closed = "--scenario hot-key --set start=warm --set think=100s --set ramp=100s --set duration=200s " +
		"--set bucket=1s --set ttl=60s --set rtt=1ms --set keys=100 "
	open = "--scenario poisson-hot-key --set bucket=1s --set ttl=60s --set rtt=1ms --set recompute=20ms "
)

var axes = []axis{
	{"clients", []int{1_000, 10_000, 100_000, 1_000_000}, func(n int) string {
		return closed + fmt.Sprintf("--set workers=%d", n)
	}},
	{"keys", []int{1, 100, 10_000, 100_000, 1_000_000}, func(n int) string {
		return open + fmt.Sprintf("--set rate=20000/s --set duration=50s --set keys=%d --set zipf=0.99", n)
	}},
	{"reads a second", []int{1_000, 10_000, 100_000}, func(n int) string {
		return open + fmt.Sprintf("--set duration=10s --set rate=%d/s", n)
	}},
	{"seconds", []int{10, 100, 1_000}, func(n int) string {
		return open + fmt.Sprintf("--set rate=10000/s --set duration=%ds", n)
	}},
}

// cost is what a run took.
type cost struct{ reads, seconds, mebibytes float64 }

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "growth: accepted is growth SIMULATE PICTURE, as in go run ./bench/growth /tmp/simulate docs/growth.svg")
		os.Exit(2)
	}
	if err := measure(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

func measure(simulate, picture string) error {
	c := plots.Chart{
		Title:    "what a run costs as it grows",
		Subtitle: fmt.Sprintf("strategy lock, TTL 60 s; medians of %d processes, and in the bands all of them", rounds),
	}
	fmt.Print("| run | reads | CPU s | ns a read | MiB |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, a := range axes {
		var seconds, memory plots.Series
		seconds.Name, memory.Name = "processor time", "memory"
		for _, n := range a.values {
			var costs []cost
			for range rounds {
				one, err := run(simulate, strings.Fields(a.settings(n)))
				if err != nil {
					return fmt.Errorf("%s: %d: %w", a.name, n, err)
				}
				costs = append(costs, one)
			}
			label := strconv.Itoa(n)
			cpu := point(n, label, costs, func(c cost) float64 { return c.seconds })
			mib := point(n, label, costs, func(c cost) float64 { return c.mebibytes })
			seconds.Points, memory.Points = append(seconds.Points, cpu), append(memory.Points, mib)
			fmt.Printf("| %d %s | %.0f | %.2f | %.0f | %.0f |\n", n, a.name, costs[0].reads, cpu.Y, cpu.Y/costs[0].reads*1e9, mib.Y)
		}
		c.Panels = append(c.Panels,
			plots.ChartPanel{X: a.name, Y: "seconds of processor time", Series: []plots.Series{seconds}},
			plots.ChartPanel{X: a.name, Y: "MiB", Series: []plots.Series{memory}})
	}
	return c.Save(picture)
}

// point is the median of some costs, and their range.
func point(n int, label string, costs []cost, of func(cost) float64) plots.Point {
	var values []float64
	for _, c := range costs {
		values = append(values, of(c))
	}
	slices.Sort(values)
	return plots.Point{X: float64(n), Label: label, Y: values[len(values)/2], Low: values[0], High: values[len(values)-1]}
}

// run makes one run in a process of its own. Exit status 1 says that the scenario
// broke what was promised, which costs the same.
func run(simulate string, settings []string) (cost, error) {
	command := exec.Command(simulate, append([]string{"run", "--strategy", "lock", "--format", "json"}, settings...)...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if state := command.ProcessState; err != nil && (state == nil || state.ExitCode() != 1) {
		return cost{}, err
	}
	var result struct {
		Reads float64 `json:"reads"`
	}
	if err := json.Unmarshal(out, &result); err != nil {
		return cost{}, err
	}
	state := command.ProcessState
	used := state.SysUsage().(*syscall.Rusage)
	return cost{
		reads:     result.Reads,
		seconds:   (state.UserTime() + state.SystemTime()).Seconds(),
		mebibytes: float64(used.Maxrss) / 1024,
	}, nil
}
