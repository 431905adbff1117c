package redis

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// imitated is the version of the real server whose answers are imitated.
const imitated = "7.0.15"

// setting is a setting that CONFIG reads and writes.
type setting struct {
	name string
	get  func(Memory) string
	set  func(*Memory, string) bool
	form string // what is said to a value that cannot be read
}

var settings = []setting{
	{
		"maxmemory",
		func(m Memory) string { return strconv.FormatInt(m.MaxBytes, 10) },
		func(m *Memory, v string) bool { return parseBytes(v, &m.MaxBytes) },
		"argument must be a memory value",
	},
	{
		"maxmemory-policy",
		func(m Memory) string { return m.Policy.String() },
		func(m *Memory, v string) bool {
			p, err := ParsePolicy(strings.ToLower(v))
			m.Policy = p
			return err == nil
		},
		"argument(s) must be one of the following: " + strings.Join(append(slices.Clone(policies[4:]), append(slices.Clone(policies[1:4]), policies[0])...), ", "),
	},
	{
		"maxmemory-samples",
		func(m Memory) string { return strconv.Itoa(m.Samples) },
		func(m *Memory, v string) bool { return parsePositive(v, &m.Samples) },
		"argument couldn't be parsed into an integer",
	},
	{
		"lfu-log-factor",
		func(m Memory) string { return strconv.Itoa(m.LFULogFactor) },
		func(m *Memory, v string) bool { return parsePositive(v, &m.LFULogFactor) },
		"argument couldn't be parsed into an integer",
	},
	{
		"lfu-decay-time",
		func(m Memory) string { return strconv.Itoa(m.LFUDecayMinutes) },
		func(m *Memory, v string) bool { return parsePositive(v, &m.LFUDecayMinutes) },
		"argument couldn't be parsed into an integer",
	},
}

func parsePositive(v string, n *int) (ok bool) {
	i, err := strconv.Atoi(v)
	*n = i
	return err == nil && i > 0
}

// parseBytes reads a number of bytes, with a unit if there is one.
func parseBytes(v string, n *int64) bool {
	v = strings.ToLower(v)
	unit := int64(1)
	for _, u := range []struct {
		suffix string
		bytes  int64
	}{{"kb", 1 << 10}, {"mb", 1 << 20}, {"gb", 1 << 30}, {"k", 1e3}, {"m", 1e6}, {"g", 1e9}, {"b", 1}} {
		if digits, ok := strings.CutSuffix(v, u.suffix); ok {
			v, unit = digits, u.bytes
			break
		}
	}
	i, err := strconv.ParseInt(v, 10, 64)
	*n = i * unit
	return err == nil && i >= 0 && i <= 1<<40
}

// config is CONFIG GET and SET of the settings that the model has.
func config(c *call) Reply {
	rest := c.args[2:]
	switch {
	case oneOf(c.args[1], "get") && len(rest) > 0:
		return c.getConfig(rest)
	case oneOf(c.args[1], "set") && len(rest) > 0 && len(rest)%2 == 0:
		return c.setConfig(rest)
	case oneOf(c.args[1], "get", "set"):
		return wrongArity("config|" + strings.ToLower(string(c.args[1])))
	case oneOf(c.args[1], "resetstat") && len(rest) == 0:
		return replyOK
	}
	return unknownSubcommand("config", c.args[1])
}

func (c *call) getConfig(patterns [][]byte) Reply {
	items := []Reply{}
	for _, s := range settings {
		for _, p := range patterns {
			if ok, _ := path.Match(strings.ToLower(string(p)), s.name); ok {
				items = append(items, bulkString(s.name), bulkString(s.get(c.keys.memory.Memory)))
				break
			}
		}
	}
	return array(items...)
}

func (c *call) setConfig(pairs [][]byte) Reply {
	m := c.keys.memory.Memory
	for i := 0; i < len(pairs); i += 2 {
		known := false
		for _, s := range settings {
			if !oneOf(pairs[i], s.name) {
				continue
			}
			known = true
			if !s.set(&m, string(pairs[i+1])) {
				return failure(fmt.Sprintf("ERR CONFIG SET failed (possibly related to argument '%s') - %s", s.name, s.form))
			}
		}
		if !known {
			return failure(fmt.Sprintf("ERR Unknown option or number of arguments for CONFIG SET - '%s'", pairs[i]))
		}
	}
	c.keys.Limit(c.now, m)
	return replyOK
}

// info is INFO, with the figures that the model has.
func info(c *call) Reply {
	k := c.keys
	var b strings.Builder
	fmt.Fprintf(&b, "# Server\r\nredis_version:%s\r\nredis_mode:standalone\r\n", imitated)
	fmt.Fprintf(&b, "# Memory\r\nused_memory:%d\r\nmaxmemory:%d\r\nmaxmemory_policy:%v\r\n",
		k.Used(), k.memory.MaxBytes, k.memory.Policy)
	fmt.Fprintf(&b, "# Replication\r\nrole:%s\r\n", map[bool]string{false: "master", true: "slave"}[k.replica])
	if k.Len() > 0 {
		fmt.Fprintf(&b, "# Keyspace\r\ndb0:keys=%d,expires=%d,avg_ttl=0\r\n", k.Len(), len(k.volatile))
	}
	return bulkString(b.String())
}

// describe is COMMAND: the table, as clients read it to find keys.
func describe(c *call) Reply {
	switch {
	case len(c.args) == 1:
		var all []Reply
		for i := range c.in.commands {
			all = append(all, c.in.commands[i].describe())
		}
		return array(all...)
	case oneOf(c.args[1], "count"):
		return integer(int64(len(c.in.commands)))
	case oneOf(c.args[1], "docs"):
		return array()
	case oneOf(c.args[1], "info"):
		items := []Reply{}
		for _, name := range c.args[2:] {
			if d := c.in.find(string(name)); d != nil {
				items = append(items, d.describe())
			} else {
				items = append(items, replyNull)
			}
		}
		return array(items...)
	}
	return unknownSubcommand("command", c.args[1])
}

func (c *Command) describe() Reply {
	flags := []Reply{}
	for _, f := range []struct {
		set  bool
		name string
	}{{c.Write, "write"}, {c.Grows, "denyoom"}, {c.Fast, "fast"}, {c.Script, "movablekeys"}} {
		if f.set {
			flags = append(flags, simple(f.name))
		}
	}
	return array(bulkString(c.Name), integer(int64(c.Arity)), array(flags...),
		integer(int64(c.First)), integer(int64(c.Last)), integer(int64(c.Step)))
}
