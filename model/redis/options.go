package redis

import (
	"fmt"

	"stampede/model/workload"
)

// Options are the settings of a server.
type Options struct {
	// Name is what the servers are called, and their random streams; empty is
	// redis.
	Name string
	// Version is what the server takes itself for; 0 stands for Redis70.
	Version Version
	// Service is how long a server in virtual time works on each command.
	Service workload.Duration
	// Scripts are the scripts that the server can run, once it has their texts.
	Scripts []Script
	// Memory limits what the keyspace holds.
	Memory Memory
	// ActiveExpiry has the server look for expired keys ten times a second, as a
	// real one does. Without it they go when somebody asks for them: no client
	// can tell the two apart by anything but DBSIZE and the memory that is used.
	ActiveExpiry bool
}

func (o Options) withDefaults() Options {
	if o.Version == 0 {
		o.Version = Redis70
	}
	o.Memory = o.Memory.withDefaults()
	return o
}

// Validate reports the first setting that is out of its range.
func (o Options) Validate() error {
	o = o.withDefaults()
	if o.Version < Redis70 || o.Version > Redis84 {
		return fmt.Errorf("version is %v; accepted is %v to %v", o.Version, Redis70, Redis84)
	}
	return o.Memory.Validate()
}

// Version is a version of Redis, of those in which the commands differ: the major
// number times a hundred, plus the minor.
type Version uint16

// The versions.
const (
	Redis70 Version = 700
	Redis84 Version = 804 // conditional writes: SET IFEQ, DELEX
)

// String returns the version as the server writes it.
func (v Version) String() string { return fmt.Sprintf("%d.%d", v/100, v%100) }

// ParseVersion returns the version that a text such as 7.0 names.
func ParseVersion(text string) (Version, error) {
	for _, v := range []Version{Redis70, Redis84} {
		if text == v.String() {
			return v, nil
		}
	}
	return 0, fmt.Errorf("version is %q; accepted is %v or %v", text, Redis70, Redis84)
}

// Random is a source of random numbers that repeats: a [sim.Rand], say.
type Random interface {
	// IntN returns an integer from 0 to n-1.
	IntN(n int) int
}
