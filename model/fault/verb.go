package fault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Verb is what a fault does.
type Verb uint8

// The verbs.
const (
	Crash Verb = iota + 1
	Restart
	Pause
	ShiftClock
	Drift
	Slow
	Fail
	Outage
	BrownOut
	Limit
	Lag
	Delay
	Drop
	Partition
	Disconnect
	Failover
	Migrate
	Flush
	Squeeze
	Isolate
	ClientPause
	ScriptFlush
)

// Parameters are the settings that a verb may have or need.
type Parameters uint16

// The parameters.
const (
	By      Parameters = 1 << iota // a length of time
	Factor                         // how many times as much
	Amount                         // a share
	PerSec                         // a rate
	OneWay                         // a direction
	Stagger                        // one target after the other
	Server                         // one server, of those at the other end
	Process                        // one process, on its side
)

// Description is a row of the table of verbs.
type Description struct {
	Verb  Verb
	Name  string
	About string // what happens, and what ends it
	// On says what can be the target.
	On []Class
	// Needs are the parameters that must be given, May those that can be.
	Needs, May Parameters
	// Instant tells that it happens at once and does not end.
	Instant bool
}

// Verbs returns the table of verbs.
func Verbs() []Description { return slices.Clone(verbs) }

var verbs = []Description{
	{
		Verb: Crash, Name: "crash", On: []Class{Processes, Redis}, May: Stagger,
		About: "it ends at once, with all it was at; a process comes back knowing nothing, a server empty",
	},
	{
		Verb: Restart, Name: "restart", On: []Class{Processes}, May: Stagger,
		About: "it takes no more reads, ends when those in progress have, and comes back knowing nothing",
	},
	{
		Verb: Pause, Name: "pause", On: []Class{Processes, Redis}, May: Stagger,
		About: "it freezes, as in a garbage collection, and then goes on as if no time had passed; a server executes then what it was sent meanwhile",
	},
	{
		Verb: ShiftClock, Name: "shift-clock", On: []Class{Processes, Redis}, Needs: By, May: Stagger,
		About: "its clock is set ahead, or back by a negative length, and set right in the end",
	},
	{
		Verb: Drift, Name: "drift", On: []Class{Processes, Redis}, Needs: By,
		About: "its clock gains so much a second, or loses it; in the end it goes right but stays off",
	},
	{
		Verb: Slow, Name: "slow", On: []Class{Origin}, Needs: Factor,
		About: "loads that begin take so many times as long",
	},
	{
		Verb: Fail, Name: "fail", On: []Class{Origin}, May: Amount,
		About: "a share of the loads, else all, is answered with an error at once",
	},
	{
		Verb: Outage, Name: "outage", On: []Class{Origin},
		About: "it is down: loads and writes are answered with an error at once, those in the queue too",
	},
	{
		Verb: BrownOut, Name: "brown-out", On: []Class{Origin}, Needs: Amount,
		About: "a share of its connections is left, rounded up; with 0% loads wait for the end",
	},
	{
		Verb: Limit, Name: "limit", On: []Class{Origin}, Needs: PerSec,
		About: "it accepts so many loads a second, and answers the others with an error",
	},
	{
		Verb: Lag, Name: "lag", On: []Class{Origin}, Needs: By,
		About: "writes take so much longer to its read replicas, or to one of them, and those after them wait for their turn",
	},
	{
		Verb: Delay, Name: "delay", On: []Class{Processes}, Needs: By, May: OneWay | Server,
		About: "messages between it and Redis take so much longer each way",
	},
	{
		Verb: Drop, Name: "drop", On: []Class{Processes}, Needs: Amount, May: OneWay | Server,
		About: "a share of the messages between it and Redis gets lost: requests have no effect then, lost replies had one",
	},
	{
		Verb: Partition, Name: "partition", On: []Class{Processes, Redis}, May: OneWay | Server | Process,
		About: "all messages between it and Redis get lost, both ways or one way; a server reaches no other, no Sentinel, and one process at most",
	},
	{
		Verb: Disconnect, Name: "disconnect", On: []Class{Processes}, May: Server, Instant: true,
		About: "its connections to Redis break: commands under way fail, but may have an effect",
	},
	{
		Verb: Failover, Name: "failover", On: []Class{Redis}, Instant: true,
		About: "a replica of its shard is made the primary; what it had not received is lost",
	},
	{
		Verb: Migrate, Name: "migrate", On: []Class{Redis}, Needs: By, May: Amount, Instant: true,
		About: "a share of the slots of a cluster, else all, begins to move to its shard: slot by slot, each key in so long",
	},
	{
		Verb: Flush, Name: "flush", On: []Class{Redis}, May: Amount, Instant: true,
		About: "a share of its keys, else all, is gone",
	},
	{
		Verb: Squeeze, Name: "squeeze", On: []Class{Redis}, Needs: Amount,
		About: "a share of its memory limit is left: what there is no room for is evicted",
	},
	{
		Verb: Isolate, Name: "isolate", On: []Class{Redis},
		About: "its replicas, the other servers and the Sentinels do not reach it, clients do: what it acknowledges is lost if another is promoted",
	},
	{
		Verb: ClientPause, Name: "client-pause", On: []Class{Redis},
		About: "it holds back all commands of clients and of the Sentinels (CLIENT PAUSE), and then executes them; a cluster's nodes still reach it",
	},
	{
		Verb: ScriptFlush, Name: "script-flush", On: []Class{Redis}, Instant: true,
		About: "it forgets the scripts that it was sent (SCRIPT FLUSH)",
	},
}

// Describe returns the row of a verb.
func (v Verb) Describe() Description {
	if v == 0 || int(v) > len(verbs) {
		panic(fmt.Sprintf("fault: Verb.Describe: no verb %d", uint8(v)))
	}
	return verbs[v-1]
}

// String returns the verb as it is written.
func (v Verb) String() string {
	if v == 0 || int(v) > len(verbs) {
		return fmt.Sprintf("verb %d", uint8(v))
	}
	return verbs[v-1].Name
}

// MarshalText writes the verb for a scenario file.
func (v Verb) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a verb.
func (v *Verb) UnmarshalText(text []byte) error {
	i := slices.IndexFunc(verbs, func(d Description) bool { return d.Name == string(text) })
	if i < 0 {
		return errors.New(quote(text) + " is not a fault; accepted is " + alternatives(VerbNames()))
	}
	*v = verbs[i].Verb
	return nil
}

// VerbNames returns the verbs as they are written.
func VerbNames() []string {
	var names []string
	for _, d := range verbs {
		names = append(names, d.Name)
	}
	return names
}

// quoteMax is how much of a value an error repeats, in characters.
const quoteMax = 60

func quote(text []byte) string {
	if r := []rune(string(text)); len(r) > quoteMax {
		return fmt.Sprintf("%q", string(r[:quoteMax])+"…")
	}
	return fmt.Sprintf("%q", text)
}

// alternatives joins words as in a, b or c.
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
