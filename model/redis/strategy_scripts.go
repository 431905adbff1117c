package redis

import (
	"strconv"

	"stampede/strategies/script"
)

// StrategyScripts returns the scripts of the strategies with what they do.
func StrategyScripts() []Script {
	effects := map[string]func(*ScriptCall) Reply{
		script.CompareAndDelete.Name:  compareAndDelete,
		script.CompareAndExpire.Name:  compareAndExpire,
		script.PublishAndRelease.Name: publishAndRelease,
		script.PublishLeased.Name:     publishLeased,
		script.VoidLease.Name:         voidLease,
		script.AcquireFenced.Name:     acquireFenced,
		script.PublishFenced.Name:     publishFenced,
	}
	var all []Script
	for _, s := range script.All() {
		effect := effects[s.Name]
		if effect == nil {
			panic("redis: StrategyScripts: nothing is known to do what the script " + s.Name + " does")
		}
		all = append(all, Script{Text: s.Text, Hash: s.Hash, Effect: effect})
	}
	return all
}

func compareAndDelete(x *ScriptCall) Reply {
	if held, ok := x.Call(2, "GET", x.key(1)); !ok || !held.is(x.arg(1)) {
		return orZero(held, ok)
	}
	x.Call(5, "DEL", x.key(1))
	x.tell(1)
	return integer(1)
}

func compareAndExpire(x *ScriptCall) Reply {
	if held, ok := x.Call(2, "GET", x.key(1)); !ok || !held.is(x.arg(1)) {
		return orZero(held, ok)
	}
	extended, _ := x.Call(5, "PEXPIRE", x.key(1), x.arg(2))
	return extended
}

func publishAndRelease(x *ScriptCall) Reply {
	if held, ok := x.Call(2, "GET", x.key(2)); !ok || !held.is(x.arg(3)) {
		return orZero(held, ok)
	}
	if set, ok := x.Call(5, "SET", x.key(1), x.arg(1), "PX", x.arg(2)); !ok {
		return set
	}
	x.Call(6, "DEL", x.key(2))
	x.tell(3)
	return integer(1)
}

func publishLeased(x *ScriptCall) Reply {
	if held, ok := x.Call(2, "GET", x.key(2)); !ok || !held.is(x.arg(3)) {
		return orZero(held, ok)
	}
	set := []string{"SET", x.key(1), x.arg(1)}
	line := 6
	if x.arg(2) != "0" {
		set, line = append(set, "PX", x.arg(2)), 8
	}
	if r, ok := x.Call(line, set...); !ok {
		return r
	}
	if x.arg(4) == "0" {
		return integer(1)
	}
	most, _ := parseInt([]byte(x.arg(4)))
	if left, _ := x.Call(10, "PTTL", x.key(2)); left.Int > most {
		x.Call(11, "PEXPIRE", x.key(2), x.arg(4))
	}
	return integer(1)
}

func voidLease(x *ScriptCall) Reply {
	left, ok := x.Call(2, "PTTL", x.key(2))
	if !ok {
		return left
	}
	if left.Int > 0 {
		if r, ok := x.Call(4, "SET", x.key(2), "", "PX", strconv.FormatInt(left.Int, 10)); !ok {
			return r
		}
	}
	most, _ := parseInt([]byte(x.arg(1)))
	switch left, _ = x.Call(6, "PTTL", x.key(1)); {
	case left.Int == -2:
		return integer(0)
	case left.Int == -1 || left.Int > most:
		x.Call(11, "PEXPIRE", x.key(1), x.arg(1))
	}
	return integer(1)
}

func acquireFenced(x *ScriptCall) Reply {
	set, ok := x.Call(2, "SET", x.key(1), x.arg(1), "NX", "PX", x.arg(2))
	if !ok || set.Kind == NullReply {
		return orZero(set, ok)
	}
	number, ok := x.Call(5, "HINCRBY", x.key(2), fenceGranted, "1")
	if ok {
		x.Call(6, "PEXPIRE", x.key(2), x.arg(3))
	}
	return number
}

func publishFenced(x *ScriptCall) Reply {
	written, ok := x.Call(2, "HGET", x.key(2), fenceWritten)
	if !ok {
		return written
	}
	before, _ := parseInt([]byte(written.Text)) // 0 if nothing has been written
	mine, _ := parseInt([]byte(x.arg(3)))
	if mine < before {
		return integer(0)
	}
	if mine == before {
		if entry, ok := x.Call(3, "GET", x.key(1)); !ok || !entry.is(x.arg(1)) {
			return orZero(entry, ok)
		}
	}
	if r, ok := x.Call(6, "SET", x.key(1), x.arg(1), "PX", x.arg(2)); !ok {
		return r
	}
	x.Call(7, "HSET", x.key(2), fenceWritten, x.arg(3))
	x.Call(8, "PEXPIRE", x.key(2), x.arg(4))
	return integer(1)
}

// tell publishes on the channel that an argument names, if there is one.
func (x *ScriptCall) tell(arg int) {
	if arg < len(x.Args) && x.Args[arg] != "" {
		x.Call(7, "PUBLISH", x.Args[arg], "")
	}
}

// orZero is the answer of a script whose condition does not hold, or could not be
// asked for.
func orZero(r Reply, ok bool) Reply {
	if !ok {
		return r
	}
	return integer(0)
}

// is tells whether a reply is the string s.
func (r Reply) is(s string) bool { return r.Kind == BulkString && r.Text == s }
