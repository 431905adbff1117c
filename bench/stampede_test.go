package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/agoussia/godes"
	"github.com/fschuetz04/simgo"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
	"stampede/study"
)

// The stampede workload: 100 workers read one key whose TTL is 1 s, think 5 ms,
// and load for 200 ms when they find it expired. Each leg to Redis takes
// 0.1 ms + exp(0.4 ms), in seconds below.
const (
	workers            = 100
	ttl, think, load   = 1.0, 0.005, 0.2
	legBase, legRandom = 0.0001, 0.0004
)

// BenchmarkStampede runs the stampede workload, a round a minute of it. What
// stampede runs is the whole product: the strategy's own code, the modelled
// Redis, and every sink with the digest. The others run the loop below, by hand,
// and count nothing but reads.
func BenchmarkStampede(b *testing.B) {
	theirs, closeTheirs := stampedeSimgo()
	defer closeTheirs()
	godes, closeGodes := stampedeGodes()
	defer closeGodes()
	race(
		b, "read",
		&contestant{name: "stampede", round: stampedeWorld(b), units: 1_000_000},
		&contestant{name: "simgo", round: theirs, units: 50_000},
		&contestant{name: "godes", round: godes, units: 50_000},
	)
}

// readsPerSecond is about how many reads there are in a second.
const readsPerSecond = 13_000

func stampedeWorld(b *testing.B) (round func(int) int) {
	s, err := scenario.Load("hot-key")
	if err != nil {
		b.Fatal(err)
	}
	naive, err := study.Strategy("naive")
	if err != nil {
		b.Fatal(err)
	}
	return func(units int) int {
		s.Duration = scenario.Length(time.Duration(units) * time.Second / readsPerSecond)
		bucket := time.Duration(s.Bucket)
		summary := observe.NewSummary(bucket, 0)
		if err := world.Run(
			world.Config{Scenario: s, Strategy: naive, Seed: 1}, summary,
			observe.NewTimelineSink(time.Duration(s.Duration), bucket), props.NewWatch(props.RunOf(naive, s)), new(observe.Digest),
		); err != nil {
			b.Fatal(err)
		}
		return int(summary.Result().Reads)
	}
}

// cache is the modelled key of the others: it is there until expires.
type cache struct {
	expires float64
	random  *rand.Rand
	reads   int
	stopped bool
}

func newCache() *cache { return &cache{random: rand.New(rand.NewPCG(1, 1))} }

func (c *cache) leg() float64 { return legBase + legRandom*c.random.ExpFloat64() }

// work is what a worker does, for ever.
func (c *cache) work(now func() float64, sleep func(float64)) {
	for !c.stopped {
		sleep(c.leg())
		found := now() <= c.expires
		sleep(c.leg())
		if !found {
			sleep(load)
			sleep(c.leg())
			c.expires = now() + ttl
			sleep(c.leg())
		}
		c.reads++
		sleep(think)
	}
}

func stampedeSimgo() (round func(int) int, stop func()) {
	s := simgo.NewSimulation()
	c := newCache()
	for range workers {
		s.Process(func(p simgo.Process) {
			c.work(p.Now, func(d float64) { p.Wait(p.Timeout(d)) })
		})
	}
	until := 0.0
	round = func(units int) int {
		before := c.reads
		until += float64(units) / readsPerSecond
		s.RunUntil(until)
		return c.reads - before
	}
	return round, s.Shutdown
}

type worker struct {
	*godes.Runner
	cache *cache
}

func (w *worker) Run() { w.cache.work(godes.GetSystemTime, godes.Advance) }

func stampedeGodes() (round func(int) int, stop func()) {
	startGodes()
	c := newCache()
	for range workers {
		godes.AddRunner(&worker{&godes.Runner{}, c})
	}
	round = func(units int) int {
		before := c.reads
		godes.Advance(float64(units) / readsPerSecond)
		return c.reads - before
	}
	return round, func() { c.stopped = true; godes.WaitUntilDone() }
}
