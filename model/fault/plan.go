package fault

import (
	"fmt"
	"math/bits"
	"slices"
	"time"

	"stampede/model/workload"
)

// Occurrence is one fault that happens.
type Occurrence struct {
	Fault  *Fault
	Of     int // which fault of the scenario it is, from 0
	Number int // which occurrence of that fault, from 1
	At     time.Duration
	// For is how long it lasts; 0 is to the end of all faults.
	For time.Duration
	// Processes are those that it befalls, in this order; nil if that shows only
	// when it happens.
	Processes []int

	stream Source
}

// Source is a stream of random bits.
type Source = workload.Source

// Streams returns a random stream of the run for an owner and a purpose.
type Streams func(owner, purpose string) Source

// Planner draws the faults of a run.
type Planner struct {
	faults    []Fault
	names     []string // of their streams
	streams   Streams
	processes int
	until     time.Duration
	off       []bool
	counts    []int // occurrences so far
}

// NewPlanner returns the planner of a run with so many processes, whose faults
// start before until.
func NewPlanner(faults []Fault, streams Streams, processes int, until time.Duration) *Planner {
	p := &Planner{
		faults: faults, names: names(faults), streams: streams, processes: processes, until: until,
		off: make([]bool, len(faults)), counts: make([]int, len(faults)),
	}
	for i := range faults {
		if chance := faults[i].Chance; chance > 0 {
			p.off[i] = percent(streams(p.names[i], "swarm")) >= chance
		}
	}
	return p
}

// names tells faults apart by what they are, not by their place, so that each
// keeps its streams when another is left out.
func names(faults []Fault) []string {
	var all []string
	for i := range faults {
		name := "fault " + faults[i].String()
		n := 1
		for _, other := range faults[:i] {
			if other.String() == faults[i].String() {
				n++
			}
		}
		all = append(all, fmt.Sprintf("%s #%d", name, n))
	}
	return all
}

// Timed returns the faults that have times of their own, in the order of time.
func (p *Planner) Timed() []Occurrence {
	var all []Occurrence
	for i := range p.faults {
		f := &p.faults[i]
		if p.off[i] || f.Upon != 0 {
			continue
		}
		all = append(all, p.series(i)...)
	}
	slices.SortStableFunc(all, func(a, b Occurrence) int { return int(max(min(a.At-b.At, 1), -1)) })
	return all
}

// series returns the occurrences of one fault.
func (p *Planner) series(i int) []Occurrence {
	f := &p.faults[i]
	var all []Occurrence
	calm := p.streams(p.names[i], "calm")
	for at := f.At; ; {
		if f.Calm.Mean() > 0 {
			at += max(f.Calm.Draw(calm), Least)
		}
		if at >= p.until {
			return all
		}
		o := p.Occur(i, at)
		all = append(all, o)
		switch {
		case f.Every > 0:
			at += f.Every
		case f.Calm.Mean() > 0 && o.For > 0:
			at += o.For
		default:
			return all
		}
	}
}

// Occur returns the next occurrence of fault i, at an instant.
func (p *Planner) Occur(i int, at time.Duration) Occurrence {
	f := &p.faults[i]
	p.counts[i]++
	o := Occurrence{Fault: f, Of: i, Number: p.counts[i], At: at}
	o.stream = p.streams(fmt.Sprintf("%s, %d", p.names[i], o.Number), "draws")
	if f.For.Mean() > 0 {
		o.For = max(f.For.Draw(o.stream), Least)
	}
	o.Processes = p.befallen(f.To, o.stream)
	return o
}

// Waits returns the faults that wait for a condition.
func (p *Planner) Waits() []*Wait {
	var all []*Wait
	for i := range p.faults {
		if f := &p.faults[i]; !p.off[i] && f.Upon != 0 {
			all = append(all, &Wait{Of: i, fault: f})
		}
	}
	return all
}

// Stream returns the stream for what else the occurrence draws.
func (o *Occurrence) Stream() Source { return o.stream }

// befallen returns the processes that a target stands for.
func (p *Planner) befallen(t Target, s Source) []int {
	all := make([]int, p.processes)
	for i := range all {
		all[i] = i
	}
	switch t.Who {
	case AllProcesses:
		return all
	case AnyProcess:
		return []int{below(s, p.processes)}
	case OneProcess:
		return []int{t.Index}
	case SomeProcesses:
		// The first steps of a shuffle choose them.
		n := min(int(float64(float64(p.processes)*t.Percent)/100+1-1e-9), p.processes)
		for i := range n {
			j := i + below(s, p.processes-i)
			all[i], all[j] = all[j], all[i]
		}
		slices.Sort(all[:n])
		return all[:n]
	}
	return nil
}

// below draws from 0 to n-1.
func below(s Source, n int) int {
	hi, _ := bits.Mul64(s.Uint64(), uint64(n))
	return int(hi)
}

// percent draws from 0 to below 100.
func percent(s Source) float64 { return float64(s.Uint64()>>11) / (1 << 53) * 100 }
