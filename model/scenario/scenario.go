package scenario

import (
	"stampede/model/expect"
	"stampede/model/workload"
)

// Version is the version of the scenario language.
const Version = 1

// Scenario is what a run depends on, but for the seed. The tags of its fields are
// what a file, its schema and its template say of them.
type Scenario struct {
	Version int    `yaml:"version" required:"version: 1" about:"the version of this language"`
	Name    string `yaml:"name" required:"a name in letters, digits and hyphens, as in name: hot-key" about:"what runs of it are called"`
	About   string `yaml:"about" about:"what it shows, in a sentence or two"`
	Source  string `yaml:"source,omitempty" about:"where its figures come from"`

	Duration Length `yaml:"duration" about:"how long reads start"`
	Drain    Length `yaml:"drain" about:"how long those in progress at the end are waited for, at most"`
	From     Length `yaml:"from" about:"when peaks begin to count"`
	Bucket   Length `yaml:"bucket" about:"the width over which peaks and timelines count"`
	Start    Start  `yaml:"start" about:"what the cache holds at the beginning: nothing, every key, or every key of some age"`

	Keys       int                 `yaml:"keys" about:"how many keys there are"`
	Popularity workload.Popularity `yaml:"popularity" about:"how often each key is read"`
	Processes  int                 `yaml:"processes" about:"application processes, over which the reads are spread"`
	Slots      int                 `yaml:"slots" about:"requests that a process serves at one time; 0 is no limit"`
	Oversleep  workload.Duration   `yaml:"oversleep" about:"how much longer than asked a process or a client sleeps: by the grain of its timers, and until it has a CPU"`
	Arrivals   Arrivals            `yaml:"arrivals,omitempty" required:"one kind of arrivals, as in arrivals: {poisson: {rate: 200/s}}" unless:"clients" about:"when reads start"`
	Writes     *Writes             `yaml:"writes,omitempty" about:"a stream of writes to the origin, and what they do to the cache"`
	Clients    []Client            `yaml:"clients,omitempty" about:"scripted clients: who does what, and when"`

	Network Network `yaml:"network" about:"how long a message is under way between a process and Redis"`
	Redis   Redis   `yaml:"redis" about:"the server"`
	Origin  Origin  `yaml:"origin" about:"what the cache protects"`
	Cache   Cache   `yaml:"cache" about:"the settings of the strategy"`

	Faults []Fault `yaml:"faults,omitempty" about:"what goes wrong"`
	Heal   *Heal   `yaml:"heal,omitempty" about:"when all faults end, and how soon all must be well again"`

	Strategy Strategy      `yaml:"strategy,omitempty" about:"what to run, if the command does not say"`
	Expect   []expect.Line `yaml:"expect,omitempty" about:"what the run must show"`
	Variants []Variant     `yaml:"variants,omitempty" about:"ways to run it, of which one is chosen"`
	Replay   *Replay       `yaml:"replay,omitempty" about:"of a case that a search found: how to run it again"`
}

// Network is how long a message is under way between a process and Redis.
type Network struct {
	Request workload.Duration `yaml:"request" about:"how long a command is under way"`
	Reply   workload.Duration `yaml:"reply" about:"how long its reply is under way"`
	Links   []NetworkLink     `yaml:"links,omitempty" about:"those with lengths of their own; of several rows for one, the last counts"`
}
