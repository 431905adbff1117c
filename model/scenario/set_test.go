package scenario

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"stampede/model/workload"
)

// closed and poisson are scenarios with every default, of either arrivals.
func closed() Scenario {
	s := Defaults()
	s.Version, s.Name = Version, "closed"
	s.Arrivals.Closed = &Closed{Workers: 10, Think: workload.Constant(time.Millisecond)}
	return s
}

func poisson() Scenario {
	s := Defaults()
	s.Version, s.Name = Version, "poisson"
	s.Arrivals.Poisson = &Poisson{Rate: 100}
	return s
}

func bursts() Scenario {
	s := Defaults()
	s.Arrivals.Bursts = &Bursts{Rate: 100, On: workload.Constant(time.Second), Off: workload.Constant(time.Second)}
	return s
}

func sum() Scenario {
	s := Defaults()
	s.Arrivals.Sum = []Group{{Kinds: Kinds{Poisson: &Poisson{Rate: 1}}}, {Kinds: Kinds{Poisson: &Poisson{Rate: 2}}}}
	return s
}

func TestSetChangesWhatItNames(t *testing.T) {
	ms := func(n int) Length { return Length(n) * Length(time.Millisecond) }
	for _, c := range []struct {
		assignment string
		change     func(*Scenario)
	}{
		{"ttl=1s", func(s *Scenario) { s.Cache.TTL = ms(1000) }},
		{"cache.ttl=1s", func(s *Scenario) { s.Cache.TTL = ms(1000) }},
		{" ttl = 1s ", func(s *Scenario) { s.Cache.TTL = ms(1000) }},
		{"jitter=50%", func(s *Scenario) { s.Cache.Jitter = Jitter{percent: 50} }},
		{"jitter=500ms", func(s *Scenario) { s.Cache.Jitter = Jitter{length: 500 * time.Millisecond} }},
		{"beta=0.5", func(s *Scenario) { s.Cache.Beta = 0.5 }},
		{"lock-ttl=3s", func(s *Scenario) { s.Cache.Lock.TTL = ms(3000) }},
		{"poll=20ms", func(s *Scenario) { s.Cache.Lock.Poll = ms(20) }},
		{"wait=4s", func(s *Scenario) { s.Cache.Lock.Wait = ms(4000) }},
		{"atomic-publish=true", func(s *Scenario) { s.Cache.Lock.AtomicPublish = true }},
		{"recompute=50ms", func(s *Scenario) { s.Origin.Recompute = workload.Constant(50 * time.Millisecond) }},
		{"connections=7", func(s *Scenario) { s.Origin.Connections = 7 }},
		{"service=2us", func(s *Scenario) { s.Redis.Service = workload.Constant(2 * time.Microsecond) }},
		{"workers=3", func(s *Scenario) { s.Arrivals.Closed.Workers = 3 }},
		{"arrivals.closed.workers=3", func(s *Scenario) { s.Arrivals.Closed.Workers = 3 }},
		{"think=0s", func(s *Scenario) { s.Arrivals.Closed.Think = workload.Duration{} }},
		{"processes=2", func(s *Scenario) { s.Processes = 2 }},
		{"keys=100", func(s *Scenario) { s.Keys = 100 }},
		{"popularity=zipf(1.5)", func(s *Scenario) { s.Popularity, _ = workload.ParsePopularity("zipf(1.5)") }},
		{"zipf=0.99", func(s *Scenario) { s.Popularity, _ = workload.ParsePopularity("zipf(0.99)") }},
		{"start=warm", func(s *Scenario) { s.Start = Warm }},
		{"duration=20000s", func(s *Scenario) { s.Duration = ms(20_000_000) }},
		{"from=1s", func(s *Scenario) { s.From = ms(1000) }},
		{"bucket=1s", func(s *Scenario) { s.Bucket = ms(1000) }},
		{"network.reply=exp(1ms)", func(s *Scenario) { s.Network.Reply, _ = workload.ParseDuration("exp(1ms)") }},
		{"rtt=1ms", func(s *Scenario) {
			s.Network.Request = workload.Constant(500 * time.Microsecond)
			s.Network.Reply = workload.Constant(500 * time.Microsecond)
		}},
		// An odd nanosecond is not lost.
		{"rtt=3ns", func(s *Scenario) { s.Network = Network{Request: workload.Constant(1), Reply: workload.Constant(2)} }},
	} {
		got, want := closed(), closed()
		c.change(&want)
		if err := got.Set(c.assignment); err != nil {
			t.Errorf("Set(%q): %v", c.assignment, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("Set(%q) made\n%s\nwant\n%s", c.assignment, got.YAML(), want.YAML())
		}
	}
	got := poisson()
	if err := got.Set("rate=2000/s"); err != nil || got.Arrivals.Poisson.Rate != 2000 {
		t.Errorf("Set(rate) made %v, %v", got.Arrivals.Poisson.Rate, err)
	}
}

func TestSetSaysWhatIsAccepted(t *testing.T) {
	const names = "accepted are ttl, jitter, stale, logical, interval, beta, smoothing, ahead, load-timeout, lock-ttl, poll, growth, poll-max, recheck, wait, fall-through, max-hold, atomic-publish, period, server-timeout, drift, guard, guard-rate, guard-burst, back-off, back-off-max, absent-ttl, fallback, last-values, recompute, connections, contention, origin-limit, origin-burst, " +
		"origin-replicas, origin-lag, cancel-late, absent, origin-timeout, origin-retries, origin-backoff, origin-budget, admit, service, " +
		"rtt, workers, think, ramp, rate, processes, slots, oversleep, keys, popularity, zipf, start, duration, from and bucket, and any path of a scenario, as in cache.lock.ttl"
	for _, c := range []struct{ kind, assignment, want string }{
		{"closed", "workerz=3", `--set workerz=3: unknown name "workerz"; did you mean workers?`},
		{"closed", "lock_ttl=3s", `--set lock_ttl=3s: unknown name "lock_ttl"; did you mean lock-ttl?`},
		{"closed", "cache.lock.pol=3s", `--set cache.lock.pol=3s: unknown name "cache.lock.pol"; did you mean cache.lock.poll?`},
		{"closed", "banana=3", `--set banana=3: unknown name "banana"; ` + names},
		{"closed", "cache.banana.x=3", `--set cache.banana.x=3: unknown name "cache.banana.x"; ` + names},
		{"closed", "ttl", `--set ttl: not an assignment; accepted is NAME=VALUE, as in ttl=1s`},
		{"closed", "", `--set : not an assignment; accepted is NAME=VALUE, as in ttl=1s`},
		{"closed", "=1s", `--set =1s: not an assignment; accepted is NAME=VALUE, as in ttl=1s`},
		{"closed", "ttl=", `--set ttl=: cache.ttl: "" is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s`},
		{"closed", "ttl=5", `--set ttl=5: cache.ttl: "5" has no unit; accepted is a number with one, as in 150ms or 1m30s`},
		{"closed", "cache.ttl=5", `--set cache.ttl=5: "5" has no unit; accepted is a number with one, as in 150ms or 1m30s`},
		{"closed", "keys=many", `--set keys=many: "many" is not a whole number; accepted is decimal digits, as in 100`},
		{"closed", "beta=NaN", `--set beta=NaN: cache.beta: "NaN" is not a number; accepted is a decimal number, as in 1.5`},
		{"closed", "rtt=exp(1ms)", `--set rtt=exp(1ms): "exp(1ms)" is not a length of time; accepted is a number with a unit, as in 150ms or 1m30s`},
		{"closed", "zipf=steep", `--set zipf=steep: "steep" is not a number; accepted is a number from 0 to 3, as in 0.99`},
		{"closed", "zipf=4", `--set zipf=4: "zipf(4)" is not a popularity; accepted is zipf(EXPONENT) with an exponent from 0 to 3`},
		{"closed", "rate=200/s", `--set rate=200/s: this scenario has closed arrivals, and can have one kind only; accepted are workers, think and ramp`},
		{"closed", "arrivals.poisson.rate=200/s", `--set arrivals.poisson.rate=200/s: this scenario has closed arrivals, and can have one kind only; accepted are workers, think and ramp`},
		{"poisson", "workers=3", `--set workers=3: this scenario has poisson arrivals, and can have one kind only; accepted is rate`},
		{"poisson", "think=3ms", `--set think=3ms: this scenario has poisson arrivals, and can have one kind only; accepted is rate`},
		{"poisson", "arrivals.sum[0].poisson.rate=3/s", `--set arrivals.sum[0].poisson.rate=3/s: this scenario has poisson arrivals, and can have one kind only; accepted is rate`},
		{"bursts", "rate=3/s", `--set rate=3/s: this scenario has bursts arrivals, and can have one kind only; accepted are arrivals.bursts.rate, arrivals.bursts.off-rate, arrivals.bursts.on and arrivals.bursts.off`},
		{"sum", "arrivals.sum.poisson.rate=3/s", `--set arrivals.sum.poisson.rate=3/s: arrivals.sum is a list; accepted are its elements arrivals.sum[0] to arrivals.sum[1]`},
		{"sum", "arrivals.sum[2].poisson.rate=3/s", `--set arrivals.sum[2].poisson.rate=3/s: arrivals.sum is a list; accepted are its elements arrivals.sum[0] to arrivals.sum[1]`},
		{"sum", "arrivals.sum[0].closed.workers=3", `--set arrivals.sum[0].closed.workers=3: this scenario has poisson arrivals.sum[0], and can have one kind only; accepted is arrivals.sum[0].poisson.rate`},
		{"neither", "rate=3/s", `--set rate=3/s: this scenario has no arrivals; accepted is one that has`},
		{"closed", "version=2", `--set version=2: version says which scenario this is, and cannot be set; accepted is a scenario file of your own`},
		{"closed", "name=mine", `--set name=mine: name says which scenario this is, and cannot be set; accepted is a scenario file of your own`},
		{"closed", "about=me", `--set about=me: about says which scenario this is, and cannot be set; accepted is a scenario file of your own`},
		{"closed", "strategy=lock", `--set strategy=lock: the strategy is no setting; accepted is --strategy, and strategy in a variant`},
		{"closed", "variants[0].name=x", `--set variants[0].name=x: variants[0].name says which scenario this is, and cannot be set; accepted is a scenario file of your own`},
		{"closed", "keys[0]=1", `--set keys[0]=1: keys is not a list; accepted is keys without an index`},
		{"closed", "cache.lock=5s", `--set cache.lock=5s: cache.lock is a group of fields; accepted are cache.lock.ttl, cache.lock.poll, cache.lock.growth, cache.lock.poll-max, cache.lock.recheck, cache.lock.wait, cache.lock.fall-through, cache.lock.max-hold and cache.lock.atomic-publish`},
		{"poisson", "arrivals.poisson=5/s", `--set arrivals.poisson=5/s: arrivals.poisson is a group of fields; accepted is arrivals.poisson.rate`},
		{"closed", "keys.first=1", `--set keys.first=1: keys has no fields; accepted is keys=VALUE`},
	} {
		s := map[string]func() Scenario{"closed": closed, "poisson": poisson, "bursts": bursts, "sum": sum, "neither": Defaults}[c.kind]()
		before := s
		err := s.Set(c.assignment)
		var e *Error
		if !errors.As(err, &e) || err.Error() != c.want {
			t.Errorf("Set(%q) on %s arrivals:\n got %v\nwant %s", c.assignment, c.kind, err, c.want)
		}
		if !reflect.DeepEqual(s, before) {
			t.Errorf("Set(%q) failed, and changed the scenario", c.assignment)
		}
	}
}

func TestSetLeavesCopiesAlone(t *testing.T) {
	original := closed()
	changed := original
	if err := changed.Set("workers=77"); err != nil {
		t.Fatal(err)
	}
	first := sum()
	second := first
	if err := second.Set("arrivals.sum[1].poisson.rate=77/s"); err != nil {
		t.Fatal(err)
	}
	if was, is := first.Arrivals.Sum[1].Poisson.Rate, second.Arrivals.Sum[1].Poisson.Rate; was != 2 || is != 77 {
		t.Errorf("rate: the copy has %v, the original %v", is, was)
	}
	if original.Arrivals.Closed.Workers != 10 || changed.Arrivals.Closed.Workers != 77 {
		t.Errorf("workers: the copy has %d, the original %d", changed.Arrivals.Closed.Workers, original.Arrivals.Closed.Workers)
	}
}

// A sweep sets one value after another, and only their end must be valid.
func TestSetDoesNotValidate(t *testing.T) {
	s := closed()
	if err := s.Set("from=1h"); err != nil {
		t.Fatal(err)
	}
	if s.Validate() == nil {
		t.Error("valid with from after its end")
	}
	if err := s.Set("duration=2h"); err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}
