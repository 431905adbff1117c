package study

import (
	"context"
	"runtime"
	"sync"
	"time"

	"stampede/live"
	"stampede/model/observe"
)

// Pair runs a scenario in the model and on a real Redis, to compare them.
type Pair struct {
	Run Run         // its seed is that of the first of the runs
	On  live.Config // as for Run.Live
	// Runs is how many pairs: the seeds of the further ones follow the first.
	Runs int
	// Seeds is how many modelled runs the sampling error is taken from.
	Seeds int
	// Calibrate measures the server before each live run, as what else the machine
	// does changes, and models its network and its speed by the median of these.
	// Otherwise the scenario says them.
	Calibrate bool
	// Tolerance is by how much, as a share, latencies and rates may differ.
	Tolerance float64
	// Progress, if not nil, is told what begins.
	Progress func(what string)
}

// Paired is what came of a pair.
type Paired struct {
	Scenario    string            `json:"scenario"`
	Strategy    string            `json:"strategy"`
	Seed        uint64            `json:"seed"`
	Runs        int               `json:"runs"`
	ModelSeeds  int               `json:"model_seeds"`
	Server      observe.Server    `json:"server"`
	Calibration *live.Calibration `json:"calibration,omitempty"`
	Quantities  []Quantity        `json:"quantities"`
	Inside      bool              `json:"inside"` // all of them
	// Model and Live are the runs of the first seed, for the picture.
	Model Outcome `json:"-"`
	Live  Outcome `json:"-"`
}

func (p Pair) tell(what string) {
	if p.Progress != nil {
		p.Progress(what)
	}
}

// Compare makes the runs. If ctx is done it returns what it has, and the
// context's error.
func (p Pair) Compare(ctx context.Context) (Paired, error) {
	r := p.Run
	out := Paired{
		Scenario: r.Scenario.Name, Strategy: r.Strategy.Name, Seed: r.Seed, Runs: p.Runs,
		ModelSeeds: max(p.Seeds, p.Runs),
	}
	var lives []observe.Result
	var measured []live.Calibration
	var cut error
	for i := range p.Runs {
		if p.Calibrate {
			var c live.Calibration
			if c, cut = p.calibrate(ctx); cut != nil {
				break
			}
			measured = append(measured, c)
		}
		p.tell("live run")
		run := p.Run
		run.Seed += uint64(i)
		o, err := run.Live(ctx, p.On)
		if cut = err; err != nil {
			break // a run that was cut short is not compared
		}
		if i == 0 {
			out.Live = o
		}
		lives = append(lives, o.Result)
		out.Server = *o.Result.Server
	}
	if len(lives) == 0 {
		return out, cut
	}
	if measured != nil {
		middle := live.Middle(measured)
		if err := middle.Apply(&r.Scenario); err != nil {
			return out, err
		}
		out.Calibration = &middle
	}
	p.tell("model")
	models, err := r.modelled(out.ModelSeeds)
	if err != nil {
		return out, err
	}
	out.Model = models[0]
	out.Runs = len(lives)
	out.Quantities, out.Inside = compare(models, lives, p.Tolerance, time.Duration(r.Scenario.Duration))
	return out, cut
}

// calibrate measures the server.
func (p Pair) calibrate(ctx context.Context) (live.Calibration, error) {
	p.tell("calibration")
	on := p.On
	on.Scenario, on.Strategy, on.Seed = p.Run.Scenario, p.Run.Strategy, p.Run.Seed
	return live.Calibrate(ctx, on)
}

// modelled makes the runs of so many seeds.
func (r Run) modelled(seeds int) ([]Outcome, error) {
	outcomes, errs := make([]Outcome, seeds), make([]error, seeds)
	var work sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range seeds {
		turns <- struct{}{}
		work.Go(func() {
			run := r
			run.Seed += uint64(i)
			outcomes[i], errs[i] = run.Modelled()
			<-turns
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return outcomes, nil
}
