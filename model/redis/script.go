package redis

import (
	"fmt"
	"strings"
)

// Script is a Lua script with the effect that it has. There is no Lua here: a
// server runs those that it was told of.
type Script struct {
	Text string
	Hash string // SHA-1 of Text, in lower-case hexadecimal
	// Effect does what the script does, with the keys and arguments of a call.
	Effect func(x *ScriptCall) Reply
}

// scripts is what a server knows of scripts: those that it can run, and those
// whose text it was sent.
type scripts struct {
	texts  map[string]*Script // by text
	loaded map[string]*Script // by hash
}

func newScripts(known []Script) scripts {
	s := scripts{texts: make(map[string]*Script), loaded: make(map[string]*Script)}
	for i := range known {
		s.texts[known[i].Text] = &known[i]
	}
	return s
}

// load makes a script's text known to the server; nil if it is none it can run.
func (s *scripts) load(text string) *Script {
	known := s.texts[text]
	if known != nil {
		s.loaded[known.Hash] = known
	}
	return known
}

// ForgetScripts makes the instance one that was never sent a script: it was
// started anew, or is another.
func (in *Instance) ForgetScripts() { clear(in.scripts.loaded) }

// ScriptCall is one run of a script: KEYS and ARGV, and the server it runs on.
type ScriptCall struct {
	Keys, Args []string
	script     *Script
	call       *call
}

// luaNil stands for what a script finds where its call has given it nothing. A
// command refuses it, and it equals nothing that is stored.
const luaNil = "\x00nil\x00"

// key and arg are KEYS and ARGV, counted from 1.
func (x *ScriptCall) key(n int) string { return nth(x.Keys, n) }
func (x *ScriptCall) arg(n int) string { return nth(x.Args, n) }

func nth(words []string, n int) string {
	if n > len(words) {
		return luaNil
	}
	return words[n-1]
}

// Call executes a command on behalf of the script: the redis.call in the given line
// of its text. It returns false if that has failed, which ends the script with
// the reply.
func (x *ScriptCall) Call(line int, args ...string) (Reply, bool) {
	words := make([][]byte, len(args))
	for i, a := range args {
		if a == luaNil {
			return failure(fmt.Sprintf("ERR Lua redis lib command arguments must be strings or integers script: %s, on @user_script:%d.", x.script.Hash, line)), false
		}
		words[i] = []byte(a)
	}
	r := x.call.in.Do(x.call.at, words)
	if r.Kind != ErrorReply {
		return r, true
	}
	return failure(fmt.Sprintf("%s script: %s, on @user_script:%d.", r.Text, x.script.Hash, line)), false
}

func runScript(c *call, find func(*call) (*Script, Reply)) Reply {
	count, ok := parseInt(c.args[2])
	switch {
	case !ok:
		return replyNotInteger
	case count > int64(len(c.args)-3):
		return failure("ERR Number of keys can't be greater than number of args")
	case count < 0:
		return failure("ERR Number of keys can't be negative")
	}
	s, refusal := find(c)
	if s == nil {
		return refusal
	}
	words := make([]string, len(c.args)-3)
	for i, w := range c.args[3:] {
		words[i] = string(w)
	}
	return s.Effect(&ScriptCall{Keys: words[:count], Args: words[count:], script: s, call: c})
}

func eval(c *call) Reply {
	return runScript(c, func(c *call) (*Script, Reply) {
		return c.in.scripts.load(string(c.args[1])), replyNoLua
	})
}

func evalSHA(c *call) Reply {
	return runScript(c, func(c *call) (*Script, Reply) {
		return c.in.scripts.loaded[strings.ToLower(string(c.args[1]))], replyNoScript
	})
}

var replyNoLua = failure("ERR this server has no Lua: it runs only the scripts of the strategies")

func scriptCommand(c *call) Reply {
	rest := c.args[2:]
	switch sub := strings.ToLower(string(c.args[1])); sub {
	case "load":
		if len(rest) != 1 {
			return wrongArity("script|load")
		}
		if s := c.in.scripts.load(string(rest[0])); s != nil {
			return bulkString(s.Hash)
		}
		return replyNoLua
	case "exists":
		if len(rest) == 0 {
			return wrongArity("script|exists")
		}
		items := make([]Reply, len(rest))
		for i, hash := range rest {
			items[i] = countOf(c.in.scripts.loaded[strings.ToLower(string(hash))] != nil)
		}
		return array(items...)
	case "flush":
		if len(rest) > 1 || len(rest) == 1 && !oneOf(rest[0], "sync", "async") {
			return failure("ERR SCRIPT FLUSH only support SYNC|ASYNC option")
		}
		c.in.ForgetScripts()
		return replyOK
	}
	return unknownSubcommand("script", c.args[1])
}

func oneOf(arg []byte, words ...string) bool {
	for _, w := range words {
		if strings.EqualFold(string(arg), w) {
			return true
		}
	}
	return false
}
