package scenario

import (
	"stampede/model/expect"
	"stampede/model/workload"
)

// Version is the version of the scenario language.
const Version = 1

// Scenario is what a run depends on, but for the seed.
type Scenario struct {
	Version int    `yaml:"version" required:"version: 1"`
	Name    string `yaml:"name" required:"a name in letters, digits and hyphens, as in name: hot-key"`
	About   string `yaml:"about"`            // what it shows, in a sentence or two
	Source  string `yaml:"source,omitempty"` // where its figures come from

	Duration Length `yaml:"duration"` // reads start before it; those in progress then are waited for
	From     Length `yaml:"from"`     // peaks count from here on
	Bucket   Length `yaml:"bucket"`   // the width over which peaks and timelines count
	Start    Start  `yaml:"start"`    // what the cache holds at the beginning

	Keys       int                 `yaml:"keys"`
	Popularity workload.Popularity `yaml:"popularity"`
	Processes  int                 `yaml:"processes"` // application processes; the reads are spread over them
	Arrivals   Arrivals            `yaml:"arrivals" required:"exactly one of closed and poisson, as in arrivals: {poisson: {rate: 200/s}}"`

	Network Network `yaml:"network"`
	Redis   Redis   `yaml:"redis"`
	Origin  Origin  `yaml:"origin"`
	Cache   Cache   `yaml:"cache"`

	Strategy Strategy      `yaml:"strategy,omitempty"` // what to run, if the command does not say
	Expect   []expect.Line `yaml:"expect,omitempty"`   // what the run must show
	Variants []Variant     `yaml:"variants,omitempty"` // ways to run it, of which one is chosen
	Replay   *Replay       `yaml:"replay,omitempty"`   // of a case that a search found: how to run it again
}

// Arrivals says when reads start: exactly one of the two.
type Arrivals struct {
	Closed  *Closed  `yaml:"closed,omitempty"`
	Poisson *Poisson `yaml:"poisson,omitempty"`
}

// Closed is a fixed population: each worker reads, thinks, and reads again.
type Closed struct {
	Workers int               `yaml:"workers" required:"a whole number, as in workers: 100"`
	Think   workload.Duration `yaml:"think"`
}

// Poisson is an open stream of independent reads.
type Poisson struct {
	Rate Rate `yaml:"rate" required:"a number per second, as in rate: 2000/s"` // over all keys
}

// Network is how long a message is under way between a process and Redis.
type Network struct {
	Request workload.Duration `yaml:"request"`
	Reply   workload.Duration `yaml:"reply"`
}

// Redis is the server.
type Redis struct {
	Service workload.Duration `yaml:"service"` // how long it works on a command
}

// Origin is what the cache protects.
type Origin struct {
	Recompute   workload.Duration `yaml:"recompute"`   // how long a load takes, once it has a connection
	Connections int               `yaml:"connections"` // loads it works on at one time; 0 is no limit
}

// Cache holds the settings of the strategy.
type Cache struct {
	TTL    Length  `yaml:"ttl"`
	Jitter Jitter  `yaml:"jitter"`
	Beta   float64 `yaml:"beta"`
	Lock   Lock    `yaml:"lock"`
}

// Lock holds the settings of the Redis lock.
type Lock struct {
	TTL           Length `yaml:"ttl"`
	Poll          Length `yaml:"poll"`
	Wait          Length `yaml:"wait"`
	AtomicPublish bool   `yaml:"atomic-publish"`
}
