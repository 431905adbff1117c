package origin_test

import (
	"context"
	"math"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/workload"
	"stampede/sim"
)

// wait measures how long loads that arrive by themselves wait for a connection:
// the mean, and its standard error from the means of a hundred batches.
func wait(t *testing.T, latency workload.Duration, connections int, load float64, loads int) (mean, se float64) {
	s := sim.New(sim.Config{Seed: 1})
	defer s.Close()
	const batches = 100
	var sums [batches]float64
	r := observe.NewRecorder(1)
	o := origin.New(s, r, origin.Options{Latency: latency, Connections: connections})
	p := s.NewProcess("p")
	gap := workload.Exponential(time.Duration(float64(latency.Mean()) / (load * float64(connections))))
	arrivals := s.Rand("test", "arrivals")
	n := 0
	var arrive sim.HandlerFunc
	arrive = func() {
		i := n
		n++
		p.Go("load", func() {
			begin := s.Now()
			data, err := o.Load(context.Background(), &observe.Work{})
			v, ok := observe.DecodePayload(data)
			if err != nil || !ok {
				t.Errorf("load %d: %v", i, err)
			}
			sums[i*batches/loads] += float64(v.ReadAt - begin)
		})
		if n < loads {
			s.Schedule(s.Now()+gap.Draw(arrivals), sim.Client, arrive)
		}
	}
	s.Schedule(0, sim.Client, arrive)
	if err := s.Run(1000 * time.Hour); err != nil {
		t.Fatal(err)
	}
	per := float64(loads) / batches
	var sum, squares float64
	for _, x := range sums {
		sum += x / per
		squares += x / per * x / per
	}
	mean = sum / batches
	return mean, math.Sqrt((squares/batches - mean*mean) / (batches - 1))
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

// The waits are those of queueing theory: M/M/c by Erlang's formula C, M/D/1 by
// Pollaczek and Khinchine.
func TestWaitsAreThoseOfTheory(t *testing.T) {
	t.Parallel()
	const service = 10 * time.Millisecond
	exponential, constant := workload.Exponential(service), workload.Constant(service)
	for _, c := range []struct {
		name        string
		latency     workload.Duration
		connections int
		load        float64
		loads       int
		want        float64 // in service times
	}{
		{"M/M/1 at 50 %", exponential, 1, 0.5, 400_000, 1},
		{"M/M/1 at 80 %", exponential, 1, 0.8, 1_600_000, 4},
		{"M/M/2 at 50 %", exponential, 2, 0.5, 700_000, erlangC(2, 0.5) / (2 * 0.5)},
		{"M/M/2 at 80 %", exponential, 2, 0.8, 2_000_000, erlangC(2, 0.8) / (2 * 0.2)},
		{"M/D/1 at 50 %", constant, 1, 0.5, 300_000, 0.5},
		{"M/D/1 at 80 %", constant, 1, 0.8, 1_000_000, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			mean, se := wait(t, c.latency, c.connections, c.load, c.loads)
			want := c.want * float64(service)
			t.Logf("mean wait %.4f ms, theory %.4f, standard error %.2f %%", mean/1e6, want/1e6, 100*se/want)
			if math.Abs(mean-want) > 3*se {
				t.Errorf("the mean wait is %.4f ms, want %.4f ± %.4f", mean/1e6, want/1e6, 3*se/1e6)
			}
			if se > want/100 {
				t.Errorf("the standard error is %.2f %%, want less than 1", 100*se/want)
			}
		})
	}
}
