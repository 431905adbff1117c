package study

import (
	"context"
	"fmt"
	"math"
	"time"

	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/workload"
	"stampede/sim"
)

// queue is an origin to which loads come by themselves, independent of each
// other: M/M/c in Kendall's notation, or M/D/1 with a constant latency and one
// connection.
type queue struct {
	constant    bool // latency; else it is exponential
	connections int
	load        float64 // how much of its capacity is asked for
}

// service is the mean latency.
const service = 10 * time.Millisecond

// waiting is how long loads wait for a connection, on average, and the standard
// error of that.
type waiting struct{ mean, err time.Duration }

// batches is how many parts of a run count as independent: each must be much
// longer than what the queue remembers, which grows with 1/(1-load)².
const batches = 100

// longest is more than any measurement takes, in virtual time.
const longest = 1000 * time.Hour

// measure lets so many loads come, and a hundredth of that before, in which the
// queue builds up.
func (q queue) measure(ctx context.Context, seed uint64, loads int) (waiting, error) {
	s := sim.New(sim.Config{Seed: seed, Stop: ctx.Err})
	defer s.Close()
	latency := workload.Exponential(service)
	if q.constant {
		latency = workload.Constant(service)
	}
	var (
		sums     [batches]float64
		failure  error
		o        = origin.New(s, observe.NewRecorder(1), origin.Options{Latency: latency, Connections: q.connections})
		p        = s.NewProcess("p")
		gap      = workload.Exponential(time.Duration(float64(service) / (q.load * float64(q.connections))))
		arrivals = s.Rand("queue", "arrivals")
		arrive   sim.HandlerFunc
	)
	loads -= loads % batches
	n := -loads / 100 // those before do not count
	arrive = func() {
		i := n
		n++
		p.Go("load", func() {
			begin := s.Now()
			data, err := o.Load(context.Background(), &observe.Work{})
			if err != nil {
				failure = err
				return
			}
			if v, _ := observe.DecodePayload(data); i >= 0 {
				sums[i/(loads/batches)] += float64(v.ReadAt - begin)
			}
		})
		if n < loads {
			s.Schedule(s.Now()+gap.Draw(arrivals), sim.Client, arrive)
		}
	}
	s.Schedule(0, sim.Client, arrive)
	if err := s.Run(longest); err != nil {
		return waiting{}, err
	}
	return waitingOf(sums[:], float64(loads/batches)), failure
}

// waitingOf estimates from the sums of batches.
func waitingOf(sums []float64, each float64) waiting {
	var sum, squares float64
	for _, x := range sums {
		sum += x / each
		squares += x / each * x / each
	}
	n := float64(len(sums))
	mean := sum / n
	return waiting{time.Duration(mean), time.Duration(math.Sqrt((squares/n - mean*mean) / (n - 1)))}
}

// theory is the mean wait in a steady state, in units of the mean latency.
func (q queue) theory() float64 {
	if q.constant {
		// Pollaczek and Khinchine, of one connection.
		return q.load / (2 * (1 - q.load))
	}
	return erlangC(q.connections, q.load) / (float64(q.connections) * (1 - q.load))
}

// erlangC is the probability that all c servers of an M/M/c queue are busy.
func erlangC(c int, load float64) float64 {
	a := load * float64(c)
	b := 1.0 // Erlang B, by its recursion
	for k := 1; k <= c; k++ {
		b = a * b / (float64(k) + a*b)
	}
	return b / (1 - load*(1-b))
}

// busy is the load of the queues that verify measures.
const busy = 0.95

// queueClaims are about the wait at a busy origin. Little else in a simulation is
// as sensitive to an error in its arrivals, its service or its order.
func queueClaims() []Claim {
	var waits, errs []Claim // the errors last: they come with the waits
	for _, c := range []struct {
		name  string
		queue queue
		loads int
	}{
		{"M/M/2", queue{false, 2, busy}, 24_000_000},
		{"M/D/1", queue{true, 1, busy}, 12_000_000},
	} {
		measured := shared(func(ctx context.Context) (waiting, error) { return c.queue.measure(ctx, 1, c.loads) })
		of := func(part func(waiting) time.Duration, unit float64) measure[float64] {
			return func(ctx context.Context) (float64, error) {
				w, err := measured(ctx)
				return float64(part(w)) / unit, err
			}
		}
		mean := func(w waiting) time.Duration { return w.mean }
		se := func(w waiting) time.Duration { return w.err }
		theory := c.queue.theory()
		what := fmt.Sprintf("%s at %.0f %%: mean wait", c.name, 100*busy)
		waits = append(waits, Claim{
			Experiment: "E6", What: what + ", in service times", Theory: fmt.Sprintf("%.3f", theory), Digits: 3,
			Low: theory, High: theory, of: of(mean, float64(service)), err: of(se, float64(service)),
		})
		errs = append(errs, Claim{
			Experiment: "E6", What: what + ", standard error, %", High: 1, Digits: 2, of: of(se, float64(service)*theory/100),
		})
	}
	return append(waits, errs...)
}
