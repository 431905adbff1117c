package fault

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Target is whom a fault befalls, written as
//
//	all           every process
//	any           one process, drawn for each occurrence
//	25%           so many of the processes, drawn, rounded up
//	process-2     that process
//	lock-holder   the process that last took a lock that is still held; nobody if there is none
//	actor         the process whose doing started the fault
//	redis         the Redis server, all of them if there are several
//	redis-2       that Redis server
//	lock-server-3 that one of the independent servers of a Redlock; nobody if none is taken
//	primary       the server that is the primary now; of a cluster, the one of the first shard
//	origin        the origin
//	origin-2      that read replica of the origin
type Target struct {
	Who     Who
	Index   int     // which one, from 0
	Percent float64 // SomeProcesses
}

// Who is the kind of a target.
type Who uint8

// The kinds of targets.
const (
	AllProcesses Who = iota + 1
	AnyProcess
	SomeProcesses
	OneProcess
	LockHolder
	Actor
	AllRedis
	OneRedis
	LockServer
	Primary
	TheOrigin
	OriginReplica
)

// Class is what a target belongs to.
type Class uint8

// The classes of targets.
const (
	Processes Class = iota + 1
	Redis
	Origin
)

var classNames = [...]string{Processes: "processes", Redis: "Redis", Origin: "the origin"}

// String names the class.
func (c Class) String() string { return classNames[c] }

// Class returns what the target belongs to.
func (t Target) Class() Class {
	switch {
	case t.Who <= Actor:
		return Processes
	case t.Who <= Primary:
		return Redis
	}
	return Origin
}

var targetNames = map[string]Who{
	"all": AllProcesses, "any": AnyProcess, "lock-holder": LockHolder, "actor": Actor,
	"redis": AllRedis, "primary": Primary, "origin": TheOrigin,
}

// String writes the target as it is read.
func (t Target) String() string {
	switch t.Who {
	case AllProcesses:
		return "all"
	case AnyProcess:
		return "any"
	case SomeProcesses:
		return strconv.FormatFloat(t.Percent, 'f', -1, 64) + "%"
	case OneProcess:
		return fmt.Sprintf("process-%d", t.Index+1)
	case LockHolder:
		return "lock-holder"
	case Actor:
		return "actor"
	case AllRedis:
		return "redis"
	case OneRedis:
		return fmt.Sprintf("redis-%d", t.Index+1)
	case LockServer:
		return fmt.Sprintf("lock-server-%d", t.Index+1)
	case Primary:
		return "primary"
	case OriginReplica:
		return fmt.Sprintf("origin-%d", t.Index+1)
	}
	return "origin"
}

// MarshalText writes the target for a scenario file.
func (t Target) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// TargetForms says how targets are written: processes, servers of Redis, the origin.
const TargetForms = "all, any, a share as in 25%, process-2, lock-holder or actor; redis, redis-2, primary or lock-server-3; origin or origin-2"

var errTarget = errors.New("accepted is " + TargetForms)

// UnmarshalText reads a target.
func (t *Target) UnmarshalText(text []byte) error {
	word := string(text)
	if who, ok := targetNames[word]; ok {
		*t = Target{Who: who}
		return nil
	}
	if number, ok := strings.CutSuffix(word, "%"); ok {
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || !(x > 0 && x <= 100) {
			return fmt.Errorf("%s is not a share of the processes; accepted is more than 0%%, up to 100%%", quote(text))
		}
		*t = Target{Who: SomeProcesses, Percent: x}
		return nil
	}
	for _, numbered := range [...]struct {
		prefix string
		who    Who
	}{{"process-", OneProcess}, {"redis-", OneRedis}, {"lock-server-", LockServer}, {"origin-", OriginReplica}} {
		if number, ok := strings.CutPrefix(word, numbered.prefix); ok {
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 || number[0] == '+' {
				return fmt.Errorf("%s has no number from 1; accepted is a word as %s2", quote(text), numbered.prefix)
			}
			*t = Target{Who: numbered.who, Index: n - 1}
			return nil
		}
	}
	return fmt.Errorf("%s is not a target; %w", quote(text), errTarget)
}
