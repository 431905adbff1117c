package scenario

import (
	"fmt"
	"io"
	"slices"
	"time"

	"stampede/model/workload"
)

// Part is one kind of arrivals with its keys: the only one of a scenario, or one
// of a sum.
type Part struct {
	Kinds
	First      int // the first key, from 0
	Keys       int
	Popularity workload.Popularity
	Do         Action
	From       time.Duration
	Until      time.Duration // 0 is the end of the run
	Path       string        // as in arrivals.sum[1]
	owner      string        // of its random streams: empty, or the path
}

// given reports whether there are arrivals at all.
func (a Arrivals) given() bool { return a.Kinds != Kinds{} || a.Sum != nil }

// Parts returns the kinds of arrivals, one by one.
func (s Scenario) Parts() []Part {
	if !s.Arrivals.given() {
		return nil
	}
	if s.Arrivals.Sum == nil {
		return []Part{{Kinds: s.Arrivals.Kinds, Keys: s.Keys, Popularity: s.Popularity, Path: "arrivals"}}
	}
	var parts []Part
	for i, g := range s.Arrivals.Sum {
		path := fmt.Sprintf("arrivals.sum[%d]", i)
		p := Part{
			Kinds: g.Kinds, First: max(g.First, 1) - 1, Keys: g.Keys, Popularity: g.Popularity, Do: g.Do,
			From: time.Duration(g.From), Until: time.Duration(g.Until), Path: path, owner: path + ".",
		}
		if p.Keys == 0 {
			p.Keys = s.Keys - p.First
		}
		parts = append(parts, p)
	}
	return parts
}

// Owner names the owner of a random stream of this part; of the only part it is
// the bare name.
func (p Part) Owner(name string) string { return p.owner + name }

// pattern returns the kind as a pattern, by its name in a file; nil if it is
// closed, or a trace.
func (k Kinds) pattern() (name string, p workload.Pattern) {
	length := func(l Length) time.Duration { return time.Duration(l) }
	switch {
	case k.Constant != nil:
		return "constant", workload.Steady{Rate: float64(k.Constant.Rate)}
	case k.Poisson != nil:
		return "poisson", workload.Poisson{Rate: float64(k.Poisson.Rate)}
	case k.Bursts != nil:
		b := k.Bursts
		return "bursts", workload.Bursts{Rate: float64(b.Rate), OffRate: float64(b.OffRate), On: b.On, Off: b.Off}
	case k.Ramp != nil:
		r := k.Ramp
		return "ramp", workload.Ramp{From: float64(r.From), To: float64(r.To), Over: length(r.Over)}
	case k.FlashCrowd != nil:
		f := k.FlashCrowd
		return "flash-crowd", workload.Flash{
			Base: float64(f.Base), Peak: float64(f.Peak),
			At: length(f.At), Rise: length(f.Rise), Hold: length(f.Hold), Decay: length(f.Decay),
		}
	case k.Daily != nil:
		d := k.Daily
		return "daily", workload.Daily{Mean: float64(d.Mean), Peak: float64(d.Peak), PeakAt: length(d.PeakAt), Period: length(d.Period)}
	case k.Cron != nil:
		c := k.Cron
		return "cron", workload.Cron{Every: length(c.Every), Count: c.Count, First: length(c.First), Spread: length(c.Spread)}
	case k.WarmUp != nil:
		return "warm-up", workload.WarmUp{At: length(k.WarmUp.At), Within: length(k.WarmUp.Within)}
	}
	return "", nil
}

// Requests is the stream of all open arrivals of a run.
type Requests struct {
	workload.Requests
	traces []*workload.Trace
	read   []workload.TraceProgress // of each trace
}

// Requests begins the open arrivals: all but the closed populations. Each part
// draws from a stream of its own. Progress, if not nil, is told how far all traces
// together are read. An error is that of a trace.
func (s Scenario) Requests(stream func(owner, purpose string) workload.Source, progress func(workload.TraceProgress)) (*Requests, error) {
	all := &Requests{}
	var streams []workload.Requests
	for _, p := range s.Parts() {
		switch name, pattern := p.pattern(); {
		case pattern != nil:
			g := p.group(pattern)
			streams = append(streams, g.Requests(stream(p.Owner(name), "arrivals"), time.Duration(s.Duration)))
		case p.Trace != nil:
			options := p.traceOptions(time.Duration(s.Duration))
			options.Progress = all.progress(progress)
			t, err := workload.OpenTrace(p.Trace.File, options)
			if err != nil {
				return nil, all.closeAfter(err)
			}
			all.traces = append(all.traces, t)
			streams = append(streams, t)
		}
	}
	all.Requests = workload.Merge(streams...)
	return all, nil
}

// progress returns what the next trace tells how far it is.
func (r *Requests) progress(tell func(workload.TraceProgress)) func(workload.TraceProgress) {
	if tell == nil {
		return nil
	}
	i := len(r.read)
	r.read = append(r.read, workload.TraceProgress{})
	return func(p workload.TraceProgress) {
		r.read[i] = p
		var sum workload.TraceProgress
		for _, t := range r.read {
			sum.Read, sum.Total, sum.Lines = sum.Read+t.Read, sum.Total+t.Total, sum.Lines+t.Lines
		}
		tell(sum)
	}
}

// operations are the actions in the words of package workload.
var operations = [...]workload.Operation{Read: workload.Read, WriteValue: workload.Write, InvalidateKey: workload.Invalidate}

func (p Part) group(pattern workload.Pattern) *workload.Group {
	return &workload.Group{
		Pattern: pattern, First: p.First, Keys: p.Keys, Popularity: p.Popularity,
		Operation: operations[p.Do], From: p.From, Until: p.Until,
	}
}

func (p Part) traceOptions(duration time.Duration) workload.TraceOptions {
	until := duration
	if p.Until > 0 {
		until = min(until, p.Until)
	}
	return workload.TraceOptions{
		Format: p.Trace.Format, FirstKey: p.First, MaxKeys: p.Keys, FromFirst: p.Trace.FromFirst, Begin: p.From, Until: until,
	}
}

// Close closes the traces.
func (r *Requests) Close() error {
	var first error
	for _, t := range r.traces {
		if err := t.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (r *Requests) closeAfter(err error) error {
	_ = r.Close() // the error of opening says more
	return err
}

var _ io.Closer = (*Requests)(nil)

// Workers returns how many workers all closed populations have.
func (s Scenario) Workers() int {
	n := 0
	for _, p := range s.Parts() {
		if p.Closed != nil {
			n += p.Closed.Workers
		}
	}
	return n
}

// Open reports whether there are arrivals besides closed populations.
func (s Scenario) Open() bool {
	return slices.ContainsFunc(s.Parts(), func(p Part) bool { return p.Closed == nil })
}
