package redis

import "stampede/strategies/script"

// StrategyScripts returns the scripts of the strategies with what they do.
func StrategyScripts() []Script {
	effects := map[string]func(*ScriptCall) Reply{
		script.CompareAndDelete.Name:  compareAndDelete,
		script.PublishAndRelease.Name: publishAndRelease,
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
	held, ok := x.Call(2, "GET", x.Keys[0])
	switch {
	case !ok:
		return held
	case !held.is(x.Args[0]):
		return integer(0)
	}
	deleted, _ := x.Call(5, "DEL", x.Keys[0])
	return deleted
}

func publishAndRelease(x *ScriptCall) Reply {
	held, ok := x.Call(2, "GET", x.Keys[1])
	switch {
	case !ok:
		return held
	case !held.is(x.Args[2]):
		return integer(0)
	}
	if set, ok := x.Call(5, "SET", x.Keys[0], x.Args[0], "PX", x.Args[1]); !ok {
		return set
	}
	deleted, _ := x.Call(6, "DEL", x.Keys[1])
	return deleted
}

// is tells whether a reply is the string s.
func (r Reply) is(s string) bool { return r.Kind == BulkString && r.Text == s }
