package redis

import (
	"fmt"
	"strings"
	"time"
)

// Instance is what one server process holds: keys, known scripts and subscribers.
// It executes any command of its table, and is told the time. A [Session] is one
// client's connection to it, and a [Server] is an instance in virtual time.
type Instance struct {
	keyspace *Keyspace
	commands []Command
	byName   map[string]*Command
	version  Version
	scripts  scripts
	channels channels
}

// NewInstance returns an instance without keys. random decides which keys are
// sampled.
func NewInstance(o Options, random Random) *Instance {
	o = o.withDefaults()
	in := &Instance{
		keyspace: NewKeyspace(), commands: commands, byName: commandsByName, version: o.Version,
		scripts: newScripts(o.Scripts), channels: newChannels(),
	}
	in.keyspace.random = random
	in.keyspace.Limit(0, o.Memory)
	return in
}

// Keyspace returns the instance's keys.
func (in *Instance) Keyspace() *Keyspace { return in.keyspace }

// find returns the command of a name in any case that a server of this version
// has, else nil.
func (in *Instance) find(name string) *Command {
	c := in.byName[name]
	if c == nil {
		c = in.byName[strings.ToLower(name)]
	}
	if c == nil || in.version < c.Since {
		return nil
	}
	return c
}

// Do executes a command: its name and its arguments. now is the time since the Unix
// epoch by the server's clock. It answers those that concern a connection, as
// SUBSCRIBE does, like a server that has no such command: they take a [Session].
func (in *Instance) Do(now time.Duration, args [][]byte) Reply {
	c := in.find(string(args[0]))
	if c == nil || c.run == nil {
		return unknownCommand(args)
	}
	if !c.accepts(len(args)) {
		return wrongArity(c.Name)
	}
	return in.call(now, c, args)
}

// call executes a command that accepts its words.
func (in *Instance) call(now time.Duration, c *Command, args [][]byte) Reply {
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
