package study

import (
	"context"
	"errors"
	"time"

	"stampede/live"
	"stampede/model/expect"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/model/world"
	"stampede/props"
	"stampede/strategies"
)

// Run is what to run.
type Run struct {
	Scenario scenario.Scenario
	Variant  string // of the scenario, for the record; empty if it has none
	Strategy strategies.Preset
	Seed     uint64
	// Progress, if not nil, is told how far the scenario's traces are read.
	Progress func(workload.TraceProgress)
	// Clock, if not nil, is told now and then what time it is in a modelled run.
	Clock func(now time.Duration)
}

// Outcome is what came of a run.
type Outcome struct {
	Result   observe.Result
	Timeline observe.Timeline
	// Foresight is what the reads of this run would need if none waited, and none was
	// served an old value.
	Foresight observe.ForesightResult

	// Oversleep is by how much longer than asked the machine of a live run let a
	// process sleep.
	Oversleep live.Lengths

	latency func(share float64) float64 // in milliseconds, that a share of the reads does not exceed
}

// Modelled makes the run in virtual time. It ends with the error of ctx soon after
// that is done, and without an outcome: a run is the same again only as a whole.
func (r Run) Modelled(ctx context.Context) (Outcome, error) {
	o := newObservers(r, props.RunOf(r.Strategy, r.Scenario))
	var digest observe.Digest
	err := world.Run(world.Config{
		Scenario: r.Scenario, Strategy: r.Strategy, Seed: r.Seed, Progress: r.Progress, Clock: r.Clock, Stop: ctx.Err,
	}, append(o.sinks(), &digest)...)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return Outcome{}, err
	}
	out := o.outcome(r)
	out.Result.Backend, out.Result.Digest = "sim", digest.String()
	return out, err
}

// also returns what the scenario asks for, whatever the strategy.
func (r Run) also() []props.Invariant {
	if r.Scenario.Heal != nil {
		return []props.Invariant{props.Recovers}
	}
	return nil
}

// figures makes the run in virtual time, for its figures alone.
func (r Run) figures(ctx context.Context) (observe.Result, error) {
	o := newObservers(r, props.RunOf(r.Strategy, r.Scenario))
	sinks := []observe.Sink{o.summary, o.watch}
	if r.Scenario.Expect != nil {
		sinks = append(sinks, o.expected)
	}
	err := world.Run(world.Config{Scenario: r.Scenario, Strategy: r.Strategy, Seed: r.Seed, Stop: ctx.Err}, sinks...)
	return o.outcome(r).Result, err
}

// observers are the sinks of every run.
type observers struct {
	summary   *observe.Summary
	timeline  *observe.TimelineSink
	watch     *props.Watch
	expected  *expect.Watch
	foresight *observe.Foresight
}

// newObservers returns those of a run, of which facts says what its promises depend on.
func newObservers(r Run, facts props.Run) observers {
	bucket, options := time.Duration(r.Scenario.Bucket), r.Scenario.Options()
	return observers{
		summary:  observe.NewSummary(bucket, time.Duration(r.Scenario.From)),
		timeline: observe.NewTimelineSink(time.Duration(r.Scenario.Duration), bucket, time.Duration(r.Scenario.From)),
		watch:    props.NewWatch(facts, r.also()...),
		// An entry lives for its TTL and the whole jitter at best.
		foresight: observe.NewForesight(options.TTL+options.Jitter, r.Scenario.Origin.Recompute.Mean(),
			r.Scenario.Start != scenario.Cold, bucket, time.Duration(r.Scenario.From)),
		expected: expect.NewWatch(r.Scenario.Expect, func() *observe.Summary { return observe.NewSummary(bucket, 0) }),
	}
}

func (o observers) sinks() []observe.Sink {
	return []observe.Sink{o.summary, o.timeline, o.watch, o.expected, o.foresight}
}

func (o observers) outcome(r Run) Outcome {
	out := Outcome{Result: o.summary.Result(), Timeline: o.timeline.Timeline(), Foresight: o.foresight.Result(), latency: o.summary.Latency}
	out.Result.Strategy, out.Result.Seed = r.Strategy.Name, r.Seed
	out.Result.Scenario, out.Result.Variant = r.Scenario.Name, r.Variant
	o.watch.Judge(&out.Result)
	out.Result.Expectations = o.expected.Judge(out.Result)
	return out
}
