package scenario

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stampede/model/fault"
	"stampede/model/workload"
)

// Fault is something that goes wrong, once or again and again.
type Fault struct {
	Do fault.Verb   `yaml:"do" required:"what happens, as in do: crash" about:"what happens (simulate list faults)"`
	To fault.Target `yaml:"to" required:"whom it befalls, as in to: process-2" about:"whom it befalls"`

	At     Length            `yaml:"at" about:"when it starts; with upon, from when on that counts"`
	Upon   fault.Condition   `yaml:"upon,omitempty" about:"what it waits for"`
	Nth    int               `yaml:"nth,omitempty" about:"only that time; 0 is each time"`
	After  Length            `yaml:"after,omitempty" about:"so long after what it waits for"`
	Every  Length            `yaml:"every,omitempty" about:"and again in equal intervals"`
	Calm   workload.Duration `yaml:"calm,omitempty" about:"and again after pauses that are drawn"`
	Chance Share             `yaml:"chance,omitempty" about:"the share of the seeds that have it at all; 0% is all of them"`

	For workload.Duration `yaml:"for,omitempty" about:"how long it lasts; 0s is to the end of all faults"`

	By      Offset    `yaml:"by,omitempty" about:"of a clock: how far; negative is back"`
	Factor  float64   `yaml:"factor,omitempty" about:"how many times as long"`
	Share   Share     `yaml:"share,omitempty" about:"of what it befalls"`
	Rate    Rate      `yaml:"rate,omitempty" about:"what is let through"`
	Way     Direction `yaml:"way,omitempty" about:"which messages are concerned"`
	Stagger Length    `yaml:"stagger,omitempty" about:"each further process is befallen so much later"`
	Server  int       `yaml:"server,omitempty" about:"only the way to this Redis server, from 1; 0 is to all"`
	Process int       `yaml:"process,omitempty" about:"of a server cut off: the process, from 1, that still reaches it; 0 is none"`
}

// Limits of faults.
const (
	FaultsMax      = 1000
	OccurrencesMax = 100_000
	FactorMax      = 1e6
)

// Plan returns the faults as a world makes them happen.
func (s Scenario) Plan() []fault.Fault {
	var all []fault.Fault
	for _, f := range s.Faults {
		all = append(all, fault.Fault{
			Verb: f.Do, To: f.To, At: time.Duration(f.At), Upon: f.Upon, Nth: f.Nth, After: time.Duration(f.After),
			Every: time.Duration(f.Every), Calm: f.Calm, Chance: float64(f.Chance), For: f.For,
			By: time.Duration(f.By), Factor: f.Factor, Percent: float64(f.Share), Rate: float64(f.Rate),
			Way: fault.Way(f.Way), Stagger: time.Duration(f.Stagger), Server: f.Server, Process: f.Process,
		})
	}
	return all
}

// FaultsEnd returns when all faults end: with the heal, else with the run.
func (s Scenario) FaultsEnd() time.Duration {
	if s.Heal != nil {
		return time.Duration(s.Heal.At)
	}
	return time.Duration(s.Duration)
}

func (s Scenario) checkFaults(c *check) {
	c.that(len(s.Faults) <= FaultsMax, "faults", len(s.Faults), "up to %d", FaultsMax)
	for i, f := range s.Faults {
		f.check(c, fmt.Sprintf("faults[%d].", i), s)
	}
	s.Heal.check(c, s.Duration)
}

func (f Fault) check(c *check, path string, s Scenario) {
	if f.Do == 0 {
		c.that(false, path+"do", f.Do, "one of %s", strings.Join(fault.VerbNames(), ", "))
		return
	}
	row := f.Do.Describe()
	var classes []string
	for _, class := range row.On {
		classes = append(classes, class.String())
	}
	c.that(slices.Contains(row.On, f.To.Class()), path+"to", f.To, "%s for %v", enumerate(classes), f.Do)
	c.that(f.To.Who != fault.OneProcess || f.To.Index < s.Processes, path+"to", f.To, "up to process-%d", s.Processes)
	c.that(f.To.Who != fault.Actor || f.Upon != 0, path+"to", f.To, "another, where nothing is waited for (upon)")
	c.that(f.At < s.Duration, path+"at", f.At, "less than the duration, %v", s.Duration)
	c.that(time.Duration(f.At) < s.FaultsEnd(), path+"at", f.At, "less than heal.at, %v, at which all faults end", Length(s.FaultsEnd()))
	c.that(f.Nth >= 0 && (f.Nth == 0 || f.Upon != 0), path+"nth", f.Nth, "more than 0, beside upon")
	c.that(f.After <= LengthMax && (f.After == 0 || f.Upon != 0), path+"after", f.After, "up to %v, beside upon", LengthMax)
	c.that(f.Every == 0 || f.Upon == 0, path+"every", f.Every, "nothing, beside upon")
	c.that(f.Calm.Mean() == 0 || f.Upon == 0 && f.Every == 0, path+"calm", f.Calm, "nothing, beside upon or every")
	c.duration(path+"calm", f.Calm)
	c.duration(path+"for", f.For)
	gap := Length(f.Calm.Mean()) + f.Every
	c.that(gap == 0 || s.Duration/max(gap, 1) <= OccurrencesMax, path+"every", max(f.Every, Length(f.Calm.Mean())),
		"at least %v, which is %d faults", s.Duration/OccurrencesMax, OccurrencesMax)
	c.that(f.Calm.Mean() == 0 || f.For.Mean() > 0 || row.Instant, path+"for", f.For, "more than 0s, beside calm")
	c.that(f.For.Mean() == 0 || !row.Instant, path+"for", f.For, "nothing: %v happens at once", f.Do)
	c.that(f.Chance >= 0 && f.Chance <= 100, path+"chance", f.Chance, "from 0%% to 100%%")
	f.checkParameters(c, path, row, s)
	f.checkEnds(c, path, s)
	f.checkSilence(c, path, s.Redis)
	f.checkPossible(c, path, s)
}

// checkPossible refuses a fault that would do nothing: for nothing it would take away
// what strategies promise without it.
func (f Fault) checkPossible(c *check, path string, s Scenario) {
	servers := s.Redis.Servers
	c.that(f.Do != fault.Failover || servers != nil && servers.Replicas > 0, path+"do", f.Do, "it where redis.servers.replicas is 1 or more")
	c.that(f.Do != fault.Isolate || servers.nodes() > 1, path+"do", f.Do, "it where redis.servers has replicas, or several shards")
	c.that(f.Do != fault.Squeeze || s.Redis.Memory.Limited(), path+"do", f.Do, "it where redis.memory has a limit")
	c.that(f.Do != fault.Squeeze && f.Do != fault.Drop || f.Share > 0, path+"share", f.Share, "more than 0%% for %v", f.Do)
}

// checkParameters checks the settings that depend on the verb.
func (f Fault) checkParameters(c *check, path string, row fault.Description, s Scenario) {
	for _, p := range []struct {
		parameter fault.Parameters
		name      string
		given     bool
		value     any
	}{
		{fault.By, "by", f.By != 0, f.By},
		{fault.Factor, "factor", f.Factor != 0, f.Factor},
		{fault.PerSec, "rate", f.Rate != 0, f.Rate},
		{fault.OneWay, "way", f.Way != BothWays, f.Way},
		{fault.Stagger, "stagger", f.Stagger != 0, f.Stagger},
		{fault.Server, "server", f.Server != 0, f.Server},
		{fault.Process, "process", f.Process != 0, f.Process},
	} {
		if c.failed == nil && !p.given && row.Needs&p.parameter != 0 {
			c.failed = &Invalid{Path: path + p.name, Reason: "missing; " + row.Name + " needs it"}
		}
		c.that(!p.given || (row.Needs|row.May)&p.parameter != 0, path+p.name, p.value, "nothing for %s", row.Name)
	}
	c.that(f.Share >= 0 && f.Share <= 100, path+"share", f.Share, "from 0%% to 100%%")
	c.that(f.Share == 0 || (row.Needs|row.May)&fault.Amount != 0, path+"share", f.Share, "nothing for %s", row.Name)
	c.that(f.Factor >= 0 && f.Factor <= FactorMax, path+"factor", f.Factor, "from 0 to %v", FactorMax)
	c.rate(path+"rate", f.Rate)
	c.that(f.By >= -Offset(LengthMax) && f.By <= Offset(LengthMax), path+"by", f.By, "from -%v to %v", LengthMax, LengthMax)
	c.that(f.Do != fault.Drift || f.By > -Offset(time.Second/2) && f.By < Offset(time.Second/2), path+"by", f.By, "a gain in each second of less than 500ms, either way")
	c.that(f.By >= 0 || f.Do != fault.Delay && f.Do != fault.Lag && f.Do != fault.Migrate, path+"by", f.By, "more than 0s for %s", row.Name)
	c.that(f.Stagger <= LengthMax, path+"stagger", f.Stagger, "up to %v", LengthMax)
	c.that(f.Do != fault.BrownOut || f.Share == 0 || s.Origin.Connections > 0, path+"share", f.Share, "0%%, where the origin has no limit of connections")
}

// Direction says which messages between a process and Redis are meant.
type Direction uint8

const (
	// BothWays is requests and replies.
	BothWays Direction = iota
	// RequestsOnly is the way to Redis.
	RequestsOnly
	// RepliesOnly is the way back.
	RepliesOnly
)

var directions = words[Direction]{"both", "requests", "replies"}

// String writes the direction as it is read.
func (d Direction) String() string { return directions.text(d) }

// MarshalText writes the direction for a scenario file.
func (d Direction) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a direction.
func (d *Direction) UnmarshalText(text []byte) (err error) {
	*d, err = directions.parse(text)
	return err
}

// Offset is a length of time that may be negative, as in -11s.
type Offset time.Duration

// String writes the offset as it is read.
func (o Offset) String() string {
	if o < 0 {
		return "-" + Length(-o).String()
	}
	return Length(o).String()
}

// MarshalText writes the offset for a scenario file.
func (o Offset) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads an offset.
func (o *Offset) UnmarshalText(text []byte) error {
	digits, negative := strings.CutPrefix(string(text), "-")
	var l Length
	if err := l.UnmarshalText([]byte(digits)); err != nil {
		return err
	}
	*o = Offset(l)
	if negative {
		*o = -*o
	}
	return nil
}
