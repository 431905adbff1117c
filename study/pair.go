package study

import (
	"context"
	"runtime"
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
	// Repeats is how often a live run is made again at most, if the machine stood still
	// in it.
	Repeats int
	// Progress, if not nil, is told what begins.
	Progress func(what string)
}

// Paired is what came of a pair.
type Paired struct {
	Scenario    string            `json:"scenario"`
	Variant     string            `json:"variant,omitempty"`
	Strategy    string            `json:"strategy"`
	Seed        uint64            `json:"seed"`
	Runs        int               `json:"runs"`
	ModelSeeds  int               `json:"model_seeds"`
	Server      observe.Server    `json:"server"`
	Calibration *live.Calibration `json:"calibration,omitempty"`
	// Oversleep is by how much longer than asked the machine let a process sleep
	// during the live runs.
	Oversleep live.Lengths `json:"oversleep"`
	// Disturbed counts the live runs that were set aside, as the machine stood still in
	// them; Steady says that it did not in those that count.
	Disturbed  int        `json:"disturbed"`
	Steady     bool       `json:"steady"`
	Quantities []Quantity `json:"quantities"`
	Inside     bool       `json:"inside"` // all that are judged
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
		Scenario: r.Scenario.Name, Variant: r.Variant, Strategy: r.Strategy.Name, Seed: r.Seed, Runs: p.Runs,
		ModelSeeds: max(p.Seeds, p.Runs),
	}
	lives, measured, cut := p.live(ctx, &out)
	if len(lives) == 0 {
		return out, cut
	}
	out.Runs = len(lives)
	if measured != nil {
		middle := live.Middle(measured)
		middle.Oversleep = out.Oversleep // when it mattered
		if err := middle.Apply(&r.Scenario); err != nil {
			return out, err
		}
		out.Calibration = &middle
	}
	p.tell("model")
	if cut != nil {
		ctx = context.WithoutCancel(ctx) // the live runs that there are want to be compared
	}
	models, err := r.modelled(ctx, out.ModelSeeds)
	if err != nil {
		return out, err
	}
	out.Model = models[0]
	out.Quantities, out.Inside = p.compare(models, lives, out.Steady)
	return out, cut
}

// A live run says little of the model if the machine stood still in it: if who was due
// at some instant was late by more than disturbance, in more than so many of a hundred
// cases.
const (
	disturbance        = 10 * time.Millisecond
	disturbancePercent = 1
)

// Disturbed reports whether the machine stood still in a live run for so long that it
// says little, by the sleeps that were too long: who is due during one is as late as
// the rest of it is long.
func (r Run) Disturbed(o Outcome) bool {
	return 100*o.Oversleep.Beyond(disturbance) > disturbancePercent*time.Duration(r.Scenario.Duration)
}

// live makes the live runs, each with a calibration before it if that is asked for. It
// returns those in which the machine was steady; if there is none, the one in which it
// stood still for the shortest time.
func (p Pair) live(ctx context.Context, out *Paired) (lives []observe.Result, measured []live.Calibration, err error) {
	var least Outcome
	standstill := time.Duration(-1)
	use := func(o Outcome) {
		if lives == nil {
			out.Live = o
		}
		lives = append(lives, o.Result)
		out.Server = *o.Result.Server
		out.Oversleep = live.Merge(out.Oversleep, o.Oversleep)
	}
	defer func() {
		if out.Steady = lives != nil; !out.Steady && standstill >= 0 {
			out.Disturbed--
			use(least)
		}
	}()
	for i := range p.Runs {
		run := p.Run
		run.Seed += uint64(i)
		for range 1 + p.Repeats {
			if p.Calibrate {
				c, err := p.calibrate(ctx)
				if err != nil {
					return lives, measured, err
				}
				measured = append(measured, c)
			}
			p.tell("live run")
			o, err := run.Live(ctx, p.On)
			if err != nil {
				return lives, measured, err // a run that was cut short is not compared
			}
			if !run.Disturbed(o) {
				use(o)
				break
			}
			out.Disturbed++
			if still := o.Oversleep.Beyond(disturbance); standstill < 0 || still < standstill {
				least, standstill = o, still
			}
		}
	}
	return lives, measured, nil
}

// calibrate measures the server.
func (p Pair) calibrate(ctx context.Context) (live.Calibration, error) {
	p.tell("calibration")
	on := p.On
	on.Scenario, on.Strategy, on.Seed = p.Run.Scenario, p.Run.Strategy, p.Run.Seed
	return live.Calibrate(ctx, on)
}

// modelled makes the runs of so many seeds.
func (r Run) modelled(ctx context.Context, seeds int) ([]Outcome, error) {
	outcomes := make([]Outcome, seeds)
	err := parallel(ctx, runtime.GOMAXPROCS(0), seeds, nil, func(i int) (err error) {
		run := r
		run.Seed += uint64(i)
		outcomes[i], err = run.Modelled(ctx)
		return err
	})
	return outcomes, err
}
