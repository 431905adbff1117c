package scenario

import (
	"time"

	"stampede/model/workload"
)

// Arrivals says when reads start: exactly one kind, or a sum of several.
type Arrivals struct {
	Kinds `yaml:",inline"`
	Sum   []Group `yaml:"sum,omitempty" about:"several kinds at one time, each with keys of its own"`
}

// Kinds are the ways in which requests arrive, of which exactly one is given.
type Kinds struct {
	Closed     *Closed     `yaml:"closed,omitempty" about:"a fixed population: each worker reads, thinks, and reads again"`
	Constant   *Constant   `yaml:"constant,omitempty" about:"an open stream at equal intervals"`
	Poisson    *Poisson    `yaml:"poisson,omitempty" about:"an open stream of independent reads"`
	Bursts     *Bursts     `yaml:"bursts,omitempty" about:"a Poisson stream that switches between two rates"`
	Ramp       *Ramp       `yaml:"ramp,omitempty" about:"a Poisson stream whose rate goes from one value to another"`
	FlashCrowd *FlashCrowd `yaml:"flash-crowd,omitempty" about:"a Poisson stream whose rate rises, holds, and falls back"`
	Daily      *Daily      `yaml:"daily,omitempty" about:"a Poisson stream whose rate goes up and down as people wake and sleep"`
	Cron       *Cron       `yaml:"cron,omitempty" about:"clients with synchronised clocks: many requests at one time, again and again"`
	WarmUp     *WarmUp     `yaml:"warm-up,omitempty" about:"each key once, in a random order, as after a deploy"`
	Trace      *Trace      `yaml:"trace,omitempty" about:"the requests of a file"`
}

// Group is one part of a sum: requests for keys that are numbered one after
// another. Groups may share keys.
type Group struct {
	First      int                 `yaml:"first,omitempty" about:"its first key, from 1; 0 is the first of all"`
	Keys       int                 `yaml:"keys,omitempty" about:"how many keys it has; 0 is all from the first on"`
	Popularity workload.Popularity `yaml:"popularity" about:"how often each of its keys is asked for"`
	Do         Action              `yaml:"do,omitempty" about:"what is done: read, write or invalidate"`
	From       Length              `yaml:"from,omitempty" about:"when it begins: its times count from there"`
	Until      Length              `yaml:"until,omitempty" about:"when it ends; 0s is with the run"`
	Kinds      `yaml:",inline"`
}

// Closed is a fixed population: each worker reads, thinks, and reads again.
type Closed struct {
	Workers int               `yaml:"workers" required:"a whole number, as in workers: 100" about:"how many workers read, think and read again"`
	Think   workload.Duration `yaml:"think" about:"how long a worker thinks between two reads"`
	Ramp    Length            `yaml:"ramp,omitempty" about:"over how long the workers' first reads are spread evenly; 0s is all at once"`
}

// Begin returns when worker i, from 0, begins its first read.
func (c *Closed) Begin(i int) time.Duration {
	step := time.Duration(c.Ramp) / time.Duration(c.Workers)
	return step * time.Duration(i)
}

// Constant is an open stream at equal intervals, the first request at 0.
type Constant struct {
	Rate Rate `yaml:"rate" required:"a number per second, as in rate: 2000/s" about:"how often a request starts, over all keys"`
}

// Poisson is an open stream of independent requests.
type Poisson struct {
	Rate Rate `yaml:"rate" required:"a number per second, as in rate: 2000/s" about:"how often a read starts, over all keys"`
}

// Bursts is a Poisson stream that switches between two rates.
type Bursts struct {
	Rate    Rate              `yaml:"rate" required:"a number per second, as in rate: 2000/s" about:"in a burst"`
	OffRate Rate              `yaml:"off-rate" about:"between bursts"`
	On      workload.Duration `yaml:"on" required:"a length of time or a distribution, as in on: exp(2s)" about:"how long a burst is"`
	Off     workload.Duration `yaml:"off" required:"a length of time or a distribution, as in off: exp(8s)" about:"how long the pause between two is"`
}

// Ramp is a Poisson stream whose rate goes from one value to another in a
// straight line, and stays there.
type Ramp struct {
	From Rate   `yaml:"from" about:"the rate at the beginning"`
	To   Rate   `yaml:"to" required:"a number per second, as in to: 2000/s" about:"the rate in the end"`
	Over Length `yaml:"over" required:"a length of time, as in over: 30s" about:"how long the way from one to the other takes"`
}

// FlashCrowd is a Poisson stream whose rate rises from a base to a peak, holds,
// and falls back.
type FlashCrowd struct {
	Base  Rate   `yaml:"base" about:"the rate before, and in the end"`
	Peak  Rate   `yaml:"peak" required:"a number per second, as in peak: 2000/s" about:"the highest rate"`
	At    Length `yaml:"at" about:"when the rise begins"`
	Rise  Length `yaml:"rise" about:"how long the rise takes, in a straight line; 0s is a step"`
	Hold  Length `yaml:"hold" about:"how long the peak holds; 0s is a spike"`
	Decay Length `yaml:"decay" about:"the time in which the excess falls to 37%; 0s is a step down"`
}

// Daily is a Poisson stream whose rate is a sine wave. It is as far below the
// mean at its lowest as it is above the mean at its peak.
type Daily struct {
	Mean   Rate   `yaml:"mean" required:"a number per second, as in mean: 1000/s" about:"the rate on average"`
	Peak   Rate   `yaml:"peak" required:"a number per second, as in peak: 1800/s" about:"the highest rate, up to twice the mean"`
	PeakAt Length `yaml:"peak-at" about:"when it is highest, in each period"`
	Period Length `yaml:"period" about:"how long a wave is; 0s is 24h"`
}

// Cron is what clients with synchronised clocks do.
type Cron struct {
	Every  Length `yaml:"every" required:"a length of time, as in every: 1m" about:"from one time to the next"`
	Count  int    `yaml:"count" required:"a whole number, as in count: 500" about:"requests each time"`
	First  Length `yaml:"first" about:"the first time"`
	Spread Length `yaml:"spread" about:"over how long they are spread at random; 0s is all at once"`
}

// WarmUp reads each key once, in a random order.
type WarmUp struct {
	At     Length `yaml:"at" about:"when it begins"`
	Within Length `yaml:"within" about:"over how long the reads are spread at random; 0s is all at once"`
}

// Trace replays the requests of a file, as [workload.Trace] reads it. Its keys
// are numbered in the order of their first request.
type Trace struct {
	File      string               `yaml:"file" required:"the path of a trace, as in file: requests.csv.gz" about:"the path of the trace: CSV, also .gz or .zst; from the scenario's folder"`
	Format    workload.TraceFormat `yaml:"format" about:"what its columns are, where it has no header: time,key[,op[,ttl[,size]]] (plain), or seconds,key,key size,value size,client,operation,TTL (production)"`
	FromFirst bool                 `yaml:"from-first" about:"count its times from the first request"`
}
