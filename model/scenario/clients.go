package scenario

import (
	"fmt"
	"time"
)

// Client is what a scripted client does: one read or write, or one again and
// again. Several rows may have one name; a name that is new is the next client.
// What is due at one instant happens in the order of the rows.
type Client struct {
	Name    string `yaml:"name" required:"the client's name, as in name: A" about:"who it is; rows of one name are one client"`
	Process int    `yaml:"process,omitempty" about:"where it sends its requests, from 1; 0 spreads the clients over the processes in turn"`

	Do    Action `yaml:"do,omitempty" about:"what it does: read, write or invalidate"`
	Key   int    `yaml:"key,omitempty" about:"which key, from 1; 0 is the first"`
	At    Length `yaml:"at" about:"when"`
	Every Length `yaml:"every,omitempty" about:"and again in equal intervals, whether or not it has its answer"`
	Times int    `yaml:"times,omitempty" about:"how many times; 0, with every, is to the end"`

	Load   Length `yaml:"load,omitempty" about:"how long its loads take; 0s leaves it to the origin"`
	Fails  bool   `yaml:"fails,omitempty" about:"whether its loads fail in the end"`
	Cancel Length `yaml:"cancel,omitempty" about:"it gives up so long after it has begun; 0s is never"`
}

// Action is what a scripted client does.
type Action uint8

const (
	// Read asks the strategy for the key.
	Read Action = iota
	// WriteValue writes a new version to the origin, and does to the cache what
	// the scenario's writes do.
	WriteValue
	// InvalidateKey deletes the entry from the cache.
	InvalidateKey
)

var actions = words[Action]{"read", "write", "invalidate"}

// String writes the action as it is read.
func (a Action) String() string { return actions.text(a) }

// MarshalText writes the action for a scenario file.
func (a Action) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads an action.
func (a *Action) UnmarshalText(text []byte) (err error) { *a, err = actions.parse(text); return err }

// ClientsMax is the largest number of rows.
const ClientsMax = 10_000

func (s Scenario) checkClients(c *check) {
	c.that(len(s.Clients) <= ClientsMax, "clients", len(s.Clients), "up to %d", ClientsMax)
	for i, k := range s.Clients {
		path := fmt.Sprintf("clients[%d].", i)
		c.that(namePattern.MatchString(k.Name) && len(k.Name) <= NameMax, path+"name", quote(k.Name), "letters, digits and hyphens, as in A")
		c.number(path+"process", k.Process, 0, s.Processes)
		c.number(path+"key", k.Key, 0, s.Keys)
		c.that(k.At < s.Duration, path+"at", k.At, "less than the duration, %v", s.Duration)
		c.that(k.Every <= LengthMax && (k.Every == 0 || s.Duration/k.Every <= BucketsMax), path+"every", k.Every,
			"0s, or at least %v, which is %d times", s.Duration/BucketsMax, BucketsMax)
		c.that(k.Times >= 0 && (k.Times < 2 || k.Every > 0), path+"times", k.Times, "more than 0, beside every")
		c.that(k.Load <= LengthMax, path+"load", k.Load, "up to %v", LengthMax)
		c.that(k.Cancel <= LengthMax, path+"cancel", k.Cancel, "up to %v", LengthMax)
	}
}

// ClientProcesses returns the process of each row, from 0.
func (s Scenario) ClientProcesses() []int {
	numbers := make(map[string]int)
	all := make([]int, len(s.Clients))
	for i, k := range s.Clients {
		if k.Process > 0 {
			all[i] = k.Process - 1
			continue
		}
		if _, known := numbers[k.Name]; !known {
			numbers[k.Name] = len(numbers)
		}
		all[i] = numbers[k.Name] % s.Processes
	}
	return all
}

// Ends returns how often the row happens before the end of the run, and when the
// last time is.
func (k Client) Ends(duration time.Duration) (times int, last time.Duration) {
	at, every := time.Duration(k.At), time.Duration(k.Every)
	if every == 0 {
		return 1, at
	}
	times = int((duration - at + every - 1) / every)
	if k.Times > 0 {
		times = min(times, k.Times)
	}
	return times, at + time.Duration(times-1)*every
}
