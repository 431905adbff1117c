package redis

import "maps"

// WrongSet is a deliberately wrong SET.
type WrongSet string

// What is wrong with it.
const (
	SetOneMillisecondLate WrongSet = "its deadline is one millisecond late"
	SetKeepsTTL           WrongSet = "it keeps the TTL of the old value"
)

// BreakSet gives the instance a wrong SET.
func (in *Instance) BreakSet(w WrongSet) {
	in.byName = maps.Clone(in.byName)
	wrong := *in.byName["set"]
	wrong.run = func(c *call) Reply {
		key := string(c.args[1])
		old := int64(0)
		if e := c.keys.Peek(c.now, key); e != nil {
			old = e.deadline
		}
		r := set(c)
		e := c.keys.Peek(c.now, key)
		switch {
		case e == nil:
		case w == SetOneMillisecondLate && e.deadline != 0:
			c.keys.SetDeadline(e, e.deadline+1)
		case w == SetKeepsTTL && e.deadline == 0:
			c.keys.SetDeadline(e, old)
		}
		return r
	}
	in.byName["set"] = &wrong
}

// CommandNames returns the names of the instance's commands.
func (in *Instance) CommandNames() (names []string) {
	for i := range in.commands {
		names = append(names, in.commands[i].Name)
	}
	return names
}
