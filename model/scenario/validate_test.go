package scenario

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stampede/model/workload"
)

func TestValidateAcceptsTheLimits(t *testing.T) {
	year := workload.Constant(time.Duration(MeanMax))
	for name, change := range map[string]func(*Scenario){
		"the least":        func(s *Scenario) { s.Duration, s.Bucket, s.Keys, s.Processes = 1, BucketMin, 1, 1 },
		"the longest run":  func(s *Scenario) { s.Duration, s.Bucket, s.From = LengthMax, LengthMax, LengthMax-1 },
		"the most buckets": func(s *Scenario) { s.Duration, s.Bucket = BucketsMax*BucketMin, BucketMin },
		"the largest numbers": func(s *Scenario) {
			s.Keys, s.Processes, s.Arrivals.Closed.Workers, s.Origin.Connections = KeysMax, ProcessesMax, WorkersMax, ConnectionsMax
		},
		"the slowest servers": func(s *Scenario) {
			s.Network, s.Redis.Service, s.Origin.Recompute, s.Arrivals.Closed.Think = Network{Request: year, Reply: year}, year, year, year
		},
		"the largest options": func(s *Scenario) {
			c := &s.Cache
			c.TTL, c.Jitter, c.Stale, c.Interval, c.LoadTimeout, c.Beta = LengthMax, Jitter{percent: 100}, LengthMax, LengthMax, LengthMax, BetaMax
			c.Lock.TTL, c.Lock.Poll, c.Lock.PollMax, c.Lock.Wait, c.Lock.MaxHold = LengthMax, LengthMax, LengthMax, LengthMax, LengthMax
		},
		"the smallest options": func(s *Scenario) {
			c := &s.Cache
			c.TTL, c.Jitter, c.Beta = Length(time.Millisecond), Jitter{}, 0
			c.Lock.TTL, c.Lock.Poll, c.Lock.PollMax, c.Lock.Wait, c.Lock.MaxHold = Length(time.Millisecond), 1, 1, 1, 1
		},
		"the longest name":  func(s *Scenario) { s.Name = strings.Repeat("x", NameMax) },
		"the longest texts": func(s *Scenario) { s.About = strings.Repeat("é", TextMax/2) },
		"the highest rate":  func(s *Scenario) { s.Arrivals = Arrivals{Kinds: Kinds{Poisson: &Poisson{RateMax}}} },
		"the lowest rate":   func(s *Scenario) { s.Arrivals = Arrivals{Kinds: Kinds{Poisson: &Poisson{RateMin}}} },
		"no think time":     func(s *Scenario) { s.Arrivals.Closed.Think = workload.Duration{} },
	} {
		s := closed()
		change(&s)
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValidateNamesTheFieldAndItsRange(t *testing.T) {
	const ms = Length(time.Millisecond)
	longer := workload.Constant(time.Duration(MeanMax) + 1)
	for _, c := range []struct {
		want   string
		change func(*Scenario)
	}{
		{"version is 0; accepted is 1", func(s *Scenario) { s.Version = 0 }},
		{`name is ""; accepted is up to 64 letters, digits and single hyphens between them, as in hot-key`, func(s *Scenario) { s.Name = "" }},
		{`name is "a--b"; accepted is up to 64 letters, digits and single hyphens between them, as in hot-key`, func(s *Scenario) { s.Name = "a--b" }},
		{"about is a text of 2001 bytes; accepted is up to 2000", func(s *Scenario) { s.About = strings.Repeat("x", TextMax+1) }},
		{"source is a text with U+0007 in it; accepted is printable text", func(s *Scenario) { s.Source = "\a" }},
		{"duration is 0s; accepted is more than 0s, up to 87600h", func(s *Scenario) { s.Duration = 0 }},
		{"duration is -1s; accepted is more than 0s, up to 87600h", func(s *Scenario) { s.Duration = -1000 * ms }},
		{"duration is 87600h0m0.001s; accepted is more than 0s, up to 87600h", func(s *Scenario) { s.Duration = LengthMax + ms }},
		{"duration is 1000000001ms; accepted is up to 1000000s, which is 10000000 buckets of 100ms", func(s *Scenario) { s.Duration = 1_000_000_001 * ms }},
		{"from is 10s; accepted is from 0s to less than the duration, 10s", func(s *Scenario) { s.From = s.Duration }},
		{"from is -1ms; accepted is from 0s to less than the duration, 10s", func(s *Scenario) { s.From = -ms }},
		{"bucket is 999.999µs; accepted is from 1ms to 87600h", func(s *Scenario) { s.Bucket = BucketMin - 1 }},
		{"start is 7; accepted is cold, warm or aged", func(s *Scenario) { s.Start = 7 }},
		{"keys is 0; accepted is from 1 to 10000000", func(s *Scenario) { s.Keys = 0 }},
		{"keys is 10000001; accepted is from 1 to 10000000", func(s *Scenario) { s.Keys = KeysMax + 1 }},
		{"processes is 0; accepted is from 1 to 1000000", func(s *Scenario) { s.Processes = 0 }},
		{"processes is 1000001; accepted is from 1 to 1000000", func(s *Scenario) { s.Processes = ProcessesMax + 1 }},
		{"arrivals is empty; accepted is exactly one of closed, constant, poisson, bursts, ramp, flash-crowd, daily, cron, warm-up, trace and sum", func(s *Scenario) { s.Arrivals = Arrivals{} }},
		{"arrivals is both closed and poisson; accepted is exactly one of them", func(s *Scenario) { s.Arrivals.Poisson = &Poisson{1} }},
		{"arrivals.closed.workers is 0; accepted is from 1 to 1000000", func(s *Scenario) { s.Arrivals.Closed.Workers = 0 }},
		{"arrivals.closed.workers is 1000001; accepted is from 1 to 1000000", func(s *Scenario) { s.Arrivals.Closed.Workers = WorkersMax + 1 }},
		{"arrivals.closed.think is 8760h0m0.000000001s; accepted is a mean of up to 8760h", func(s *Scenario) { s.Arrivals.Closed.Think = longer }},
		{"arrivals.closed.think is 0s; accepted is more than 0, where network and redis take no time", func(s *Scenario) {
			s.Arrivals.Closed.Think, s.Network, s.Redis = workload.Duration{}, Network{}, Redis{}
		}},
		{"arrivals.poisson.rate is 0/s; accepted is from 0.000001/s to 1000000000/s", func(s *Scenario) { s.Arrivals = Arrivals{Kinds: Kinds{Poisson: &Poisson{0}}} }},
		{"arrivals.poisson.rate is 2000000000/s; accepted is from 0.000001/s to 1000000000/s", func(s *Scenario) { s.Arrivals = Arrivals{Kinds: Kinds{Poisson: &Poisson{2e9}}} }},
		{"network.request is 8760h0m0.000000001s; accepted is a mean of up to 8760h", func(s *Scenario) { s.Network.Request = longer }},
		{"network.reply is 8760h0m0.000000001s; accepted is a mean of up to 8760h", func(s *Scenario) { s.Network.Reply = longer }},
		{"redis.service is 8760h0m0.000000001s; accepted is a mean of up to 8760h", func(s *Scenario) { s.Redis.Service = longer }},
		{"origin.recompute is 8760h0m0.000000001s; accepted is a mean of up to 8760h", func(s *Scenario) { s.Origin.Recompute = longer }},
		{"origin.connections is -1; accepted is from 0 to 1000000", func(s *Scenario) { s.Origin.Connections = -1 }},
		{"origin.connections is 1000001; accepted is from 0 to 1000000", func(s *Scenario) { s.Origin.Connections = ConnectionsMax + 1 }},
		{"cache.ttl is 999.999µs; accepted is from 1ms to 87600h", func(s *Scenario) { s.Cache.TTL = ms - 1 }},
		{"cache.jitter is 1000%; accepted is 0 or more, up to 87600h", func(s *Scenario) { s.Cache.TTL, s.Cache.Jitter = LengthMax, Jitter{percent: 1000} }},
		{"cache.jitter is -1ms; accepted is 0 or more, up to 87600h", func(s *Scenario) { s.Cache.Jitter = Jitter{length: -time.Millisecond} }},
		{"cache.beta is -1; accepted is from 0 to 1000", func(s *Scenario) { s.Cache.Beta = -1 }},
		{"cache.beta is 1001; accepted is from 0 to 1000", func(s *Scenario) { s.Cache.Beta = BetaMax + 1 }},
		{"cache.beta is NaN; accepted is from 0 to 1000", func(s *Scenario) { s.Cache.Beta = nan() }},
		{"cache.lock.ttl is 0s; accepted is from 1ms to 87600h", func(s *Scenario) { s.Cache.Lock.TTL = 0 }},
		{"cache.lock.poll is 0s; accepted is more than 0s, up to 87600h", func(s *Scenario) { s.Cache.Lock.Poll = 0 }},
		{"cache.lock.wait is 0s; accepted is more than 0s, up to 87600h", func(s *Scenario) { s.Cache.Lock.Wait = 0 }},
	} {
		s := closed()
		c.change(&s)
		err := s.Validate()
		var invalid *Invalid
		if !errors.As(err, &invalid) || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

// Validate must refuse whatever the strategies refuse, by a path of the
// scenario: the net below its own checks must stay empty.
func TestValidateCoversTheOptionsOfStrategies(t *testing.T) {
	for _, change := range []func(*Scenario){
		func(s *Scenario) { s.Cache.TTL = 0 },
		func(s *Scenario) { s.Cache.Jitter = Jitter{length: -1} },
		func(s *Scenario) { s.Cache.Beta = nan() },
		func(s *Scenario) { s.Cache.Lock.TTL = 0 },
		func(s *Scenario) { s.Cache.Lock.Poll = 0 },
		func(s *Scenario) { s.Cache.Lock.Wait = 0 },
	} {
		s := closed()
		change(&s)
		if s.Options().Validate() == nil {
			t.Fatal("the strategies accept the change: it shows nothing")
		}
		var invalid *Invalid
		if err := s.Validate(); !errors.As(err, &invalid) || invalid.Path == "cache" {
			t.Errorf("got %v, want an error with the path of the field", err)
		}
	}
}
