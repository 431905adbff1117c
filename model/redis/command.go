package redis

import "time"

// Command is a command of the server. Names, arities and key positions are those
// that the real server tells (COMMAND INFO).
type Command struct {
	Name  string // in lower case
	Arity int    // words, with the name; if negative, at least so many
	Write bool   // it may change a key: a replica refuses it
	Grows bool   // it may take more memory: refused when there is none
	// The keys are the arguments First to Last, every Step; a negative Last
	// counts from the end, and First is 0 if there are none. Scripts say how
	// many follow, in their third word.
	First, Last, Step int
	Script            bool
	Since             Version
	Fast              bool // it takes no longer for more data

	run        func(*call) Reply
	session    func(*Session, time.Duration, [][]byte) Reply // instead of run: it concerns the connection
	unqueued   bool                                          // it is executed between MULTI and EXEC
	subscribed bool                                          // it may be called by a subscriber
}

// commands is the command table.
var commands = []Command{
	{Name: "get", Arity: 2, Fast: true, First: 1, Last: 1, Step: 1, run: get},
	{Name: "set", Arity: -3, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: set},
	{Name: "setnx", Arity: 3, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: setNX},
	{Name: "setex", Arity: 4, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: setEX},
	{Name: "psetex", Arity: 4, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: setEX},
	{Name: "getset", Arity: 3, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: getSet},
	{Name: "getdel", Arity: 2, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: getDel},
	{Name: "getex", Arity: -2, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: getEX},
	{Name: "mget", Arity: -2, Fast: true, First: 1, Last: -1, Step: 1, run: mGet},
	{Name: "mset", Arity: -3, Write: true, Grows: true, First: 1, Last: -1, Step: 2, run: mSet},
	{Name: "incr", Arity: 2, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: incr},
	{Name: "decr", Arity: 2, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: incr},
	{Name: "incrby", Arity: 3, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: incrBy},
	{Name: "decrby", Arity: 3, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: incrBy},

	{Name: "del", Arity: -2, Write: true, First: 1, Last: -1, Step: 1, run: del},
	{Name: "unlink", Arity: -2, Fast: true, Write: true, First: 1, Last: -1, Step: 1, run: del},
	{Name: "delex", Arity: -2, Fast: true, Write: true, First: 1, Last: 1, Step: 1, Since: Redis84, run: delEX},
	{Name: "exists", Arity: -2, Fast: true, First: 1, Last: -1, Step: 1, run: exists},
	{Name: "type", Arity: 2, Fast: true, First: 1, Last: 1, Step: 1, run: typeOf},
	{Name: "expire", Arity: -3, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: expire},
	{Name: "pexpire", Arity: -3, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: expire},
	{Name: "expireat", Arity: -3, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: expire},
	{Name: "pexpireat", Arity: -3, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: expire},
	{Name: "ttl", Arity: 2, Fast: true, First: 1, Last: 1, Step: 1, run: ttl},
	{Name: "pttl", Arity: 2, Fast: true, First: 1, Last: 1, Step: 1, run: ttl},
	{Name: "expiretime", Arity: 2, Fast: true, First: 1, Last: 1, Step: 1, run: ttl},
	{Name: "pexpiretime", Arity: 2, Fast: true, First: 1, Last: 1, Step: 1, run: ttl},
	{Name: "persist", Arity: 2, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: persist},

	{Name: "hset", Arity: -4, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: hSet},
	{Name: "hget", Arity: 3, Fast: true, First: 1, Last: 1, Step: 1, run: hGet},
	{Name: "hmget", Arity: -3, Fast: true, First: 1, Last: 1, Step: 1, run: hMGet},
	{Name: "hgetall", Arity: 2, First: 1, Last: 1, Step: 1, run: hGetAll},
	{Name: "hdel", Arity: -3, Fast: true, Write: true, First: 1, Last: 1, Step: 1, run: hDel},
	{Name: "hincrby", Arity: 4, Fast: true, Write: true, Grows: true, First: 1, Last: 1, Step: 1, run: hIncrBy},

	{Name: "publish", Arity: 3, Fast: true, run: publish},
	{Name: "eval", Arity: -3, Script: true, run: eval},
	{Name: "evalsha", Arity: -3, Script: true, run: evalSHA},
	{Name: "script", Arity: -2, run: scriptCommand},

	{Name: "time", Arity: 1, Fast: true, run: serverTime},
	{Name: "dbsize", Arity: 1, Fast: true, run: dbSize},
	{Name: "flushall", Arity: -1, Write: true, run: flush},
	{Name: "flushdb", Arity: -1, Write: true, run: flush},
	{Name: "wait", Arity: 3, run: wait},
	{Name: "config", Arity: -2, run: config},
	{Name: "info", Arity: -1, run: info},
	{Name: "command", Arity: -1, run: describe},

	{Name: "multi", Arity: 1, Fast: true, session: multi, unqueued: true},
	{Name: "exec", Arity: 1, session: exec, unqueued: true},
	{Name: "discard", Arity: 1, Fast: true, session: discard, unqueued: true},
	{Name: "subscribe", Arity: -2, session: subscribe, subscribed: true},
	{Name: "unsubscribe", Arity: -1, session: unsubscribe, subscribed: true},
	{Name: "ping", Arity: -1, Fast: true, session: ping, subscribed: true},
	{Name: "echo", Arity: 2, Fast: true, session: echo},
	{Name: "quit", Arity: -1, Fast: true, session: quit, unqueued: true, subscribed: true},
	{Name: "reset", Arity: 1, Fast: true, session: reset, unqueued: true, subscribed: true},
	{Name: "select", Arity: 2, Fast: true, session: selectDB},
	{Name: "hello", Arity: -1, Fast: true, session: hello},
	{Name: "client", Arity: -2, session: client},
}

var commandsByName = func() map[string]*Command {
	byName := make(map[string]*Command, len(commands))
	for i := range commands {
		byName[commands[i].Name] = &commands[i]
	}
	return byName
}()

// accepts tells whether a call may have so many words.
func (c *Command) accepts(words int) bool {
	return words == c.Arity || c.Arity < 0 && words >= -c.Arity
}

// Keys returns the keys of a call that [Command.accepts] its words.
func (c *Command) Keys(args [][]byte) [][]byte {
	if c.Script {
		count, ok := parseInt(args[2])
		if !ok || count < 0 || count > int64(len(args)-3) {
			return nil
		}
		return args[3 : 3+count]
	}
	if c.First == 0 {
		return nil
	}
	last := c.Last
	if last < 0 {
		last += len(args)
	}
	var keys [][]byte
	for i := c.First; i <= last; i += c.Step {
		keys = append(keys, args[i])
	}
	return keys
}

// newKeys returns how many keys a call would add.
func (c *Command) newKeys(x *call) int {
	if !c.Grows || x.keys.memory.MaxKeys == 0 {
		return 0
	}
	n := 0
	for _, key := range c.Keys(x.args) {
		n += x.keys.missing(string(key))
	}
	return n
}
