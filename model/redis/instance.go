package redis

import (
	"fmt"
	"strings"
	"time"
)

// Instance is what one server process holds: keys, known scripts and subscribers.
// It executes any command of its table, and is told the time.
type Instance struct {
	keyspace *Keyspace
	version  Version
	scripts  scripts
	channels channels
}

// NewInstance returns an instance without keys. random decides which keys are
// sampled.
func NewInstance(o Options, random Random) *Instance {
	o = o.withDefaults()
	in := &Instance{keyspace: NewKeyspace(), version: o.Version, scripts: newScripts(o.Scripts), channels: newChannels()}
	in.keyspace.random = random
	in.keyspace.Limit(0, o.Memory)
	return in
}

// Keyspace returns the instance's keys.
func (in *Instance) Keyspace() *Keyspace { return in.keyspace }

// Do executes a command: its name and its arguments. now is the time since the Unix
// epoch by the server's clock.
func (in *Instance) Do(now time.Duration, args [][]byte) Reply {
	c := CommandOf(string(args[0]))
	if c == nil || in.version < c.Since {
		return unknownCommand(args)
	}
	return in.call(now, c, args)
}

// Check returns the error that a command is answered with before it is looked at
// any further, and false if there is none.
func (in *Instance) Check(args [][]byte) (Reply, bool) {
	c := CommandOf(string(args[0]))
	switch {
	case c == nil || in.version < c.Since:
		return unknownCommand(args), true
	case !c.accepts(len(args)):
		return wrongArity(c.Name), true
	}
	return Reply{}, false
}

func (in *Instance) call(now time.Duration, c *Command, args [][]byte) Reply {
	if !c.accepts(len(args)) {
		return wrongArity(c.Name)
	}
	if c.Write && in.keyspace.replica {
		return replyReadOnly
	}
	x := &call{in: in, keys: in.keyspace, at: now, now: now.Milliseconds(), name: c.Name, args: args}
	if err := x.keys.MakeRoom(x.now, c.Grows, c.newKeys(x)); err != nil {
		return failure(err.Error())
	}
	return c.run(x)
}

// call is one execution of a command.
type call struct {
	in   *Instance
	keys *Keyspace
	at   time.Duration // since the Unix epoch
	now  int64         // the same in milliseconds
	name string
	args [][]byte // with the name
}

// unknownCommand words the error as the real server does, which shows no more
// than 128 bytes of the arguments.
func unknownCommand(args [][]byte) Reply {
	var shown strings.Builder
	for _, a := range args[1:] {
		if shown.Len() >= 128 {
			break
		}
		fmt.Fprintf(&shown, "'%s' ", a[:min(len(a), 128-shown.Len())])
	}
	return failure(fmt.Sprintf("ERR unknown command '%.128s', with args beginning with: %s", args[0], shown.String()))
}
