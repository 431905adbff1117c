package study

import (
	"context"
	"fmt"
	"strings"

	"stampede/model/expect"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
	"stampede/strategies"
)

// Overload is a map of the scenario of that name: for which loads, and which losses
// of cached entries, does a strategy's cache recover?
type Overload struct {
	Strategies []string
	// Loads are the shares of the origin's capacity that are needed while nothing
	// goes wrong, and Flushes the shares of the entries that are lost; in percent.
	Loads, Flushes []int
	// Recovered has for each strategy, load and flush how many of the windows
	// after the loss it takes; -1 if the last one is not well yet.
	Recovered [][][]int
}

// When the scenario loses its entries, and how long it goes on.
const (
	overloadFlush   = 40 // seconds
	overloadWindow  = 20
	overloadWindows = 6
)

// overloadNeeds is how many recomputes a second keep the cache full: 2000 keys in 600 s.
const overloadNeeds = 2000.0 / 600

// OverloadLoads are the loads of the whole map, in percent.
func OverloadLoads() []int { return []int{10, 20, 30, 40, 60} }

// MapOverload makes the runs of the map for these loads, all under one seed.
func MapOverload(ctx context.Context, workers int, loads []int) (Overload, error) {
	m := Overload{
		Strategies: []string{"naive", "lock", "swr"},
		Loads:      loads,
		Flushes:    []int{0, 5, 10, 25, 50},
	}
	for range m.Strategies {
		rows := make([][]int, len(m.Loads))
		for i := range rows {
			rows[i] = make([]int, len(m.Flushes))
		}
		m.Recovered = append(m.Recovered, rows)
	}
	n := len(m.Loads) * len(m.Flushes)
	err := parallel(ctx, workers, n*len(m.Strategies), nil, func(i int) error {
		s, load, flush := i/n, i%n/len(m.Flushes), i%len(m.Flushes)
		windows, err := overloadRun(ctx, m.Strategies[s], m.Loads[load], m.Flushes[flush])
		m.Recovered[s][load][flush] = windows
		return err
	})
	return m, err
}

// overloadRun returns how many windows after the loss it takes until all is well
// for good.
func overloadRun(ctx context.Context, strategy string, load, flush int) (int, error) {
	preset, err := strategies.Compose(strategy)
	if err != nil {
		return 0, err
	}
	sc, err := overloadScenario(load, flush)
	if err != nil {
		return 0, err
	}
	o := newObservers(Run{Scenario: sc, Strategy: preset, Seed: 1}, props.RunOf(preset, sc))
	if err := world.Run(world.Config{Scenario: sc, Strategy: preset, Seed: 1, Stop: ctx.Err}, o.summary, o.expected); err != nil {
		return 0, err
	}
	well := o.expected.Judge(o.summary.Result())
	windows := overloadWindows
	for windows > 0 && well[2*windows-2].Holds && well[2*windows-1].Holds {
		windows--
	}
	if windows == overloadWindows {
		return -1, nil
	}
	return windows, nil
}

func overloadScenario(load, flush int) (scenario.Scenario, error) {
	sc, err := scenario.Load("overload")
	if err != nil {
		return sc, err
	}
	sc.Expect = nil
	if err := sc.Set(fmt.Sprintf("recompute=%.1fms", float64(load)*10/overloadNeeds)); err != nil {
		return sc, err
	}
	if flush == 0 {
		sc.Faults = nil
	} else if err := sc.Set(fmt.Sprintf("faults[0].share=%d%%", flush)); err != nil {
		return sc, err
	}
	for w := range overloadWindows {
		from := overloadFlush + w*overloadWindow
		for _, metric := range []string{"miss_share in %ds..%ds < 5%%", "error_share in %ds..%ds < 1%%"} {
			var l expect.Line
			if err := l.UnmarshalText(fmt.Appendf(nil, metric, from, from+overloadWindow)); err != nil {
				return sc, err
			}
			sc.Expect = append(sc.Expect, l)
		}
	}
	return sc, sc.Validate()
}

// Markdown writes the map as tables.
func (m Overload) Markdown() string {
	var b strings.Builder
	for s, name := range m.Strategies {
		fmt.Fprintf(&b, "\n## %s\n\n| load |", name)
		for _, f := range m.Flushes {
			fmt.Fprintf(&b, " %d %% lost |", f)
		}
		b.WriteString("\n|---:|" + strings.Repeat("---:|", len(m.Flushes)) + "\n")
		for i, load := range m.Loads {
			fmt.Fprintf(&b, "| %d %% |", load)
			for _, windows := range m.Recovered[s][i] {
				switch {
				case windows < 0:
					b.WriteString(" **never** |")
				case windows == 0:
					b.WriteString(" at once |")
				default:
					fmt.Fprintf(&b, " %d s |", windows*overloadWindow)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
