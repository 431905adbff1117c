package redis

import (
	"math"
	"strconv"
)

// str returns the string that a key holds: nil if the key is absent; false if it
// holds something else.
func (c *call) str(key []byte) (e *Entry, ok bool) {
	e = c.keys.Get(c.now, string(key))
	return e, e == nil || e.value.hash == nil
}

// reply returns the string that an entry holds; null if there is no entry.
func (e *Entry) reply() Reply {
	if e == nil {
		return replyNull
	}
	return bulk(e.value.bytes)
}

// put writes a string.
func (c *call) put(key, value []byte, deadline int64) {
	c.keys.Put(c.now, string(key), Value{bytes: value}, deadline)
}

// overwrite writes a string without a look at the old value, which is a use of the
// key all the same.
func (c *call) overwrite(key, value []byte, deadline int64) {
	c.keys.Get(c.now, string(key))
	c.put(key, value, deadline)
}

func get(c *call) Reply {
	e, ok := c.str(c.args[1])
	if !ok {
		return replyWrongType
	}
	return e.reply()
}

func setNX(c *call) Reply {
	absent := c.keys.Get(c.now, string(c.args[1])) == nil
	if absent {
		c.put(c.args[1], c.args[2], 0)
	}
	return countOf(absent)
}

func setEX(c *call) Reply {
	unit := second
	if c.name == "psetex" {
		unit = millisecond
	}
	deadline, refusal, ok := c.deadline(c.args[2], unit, relative)
	if !ok {
		return refusal
	}
	c.overwrite(c.args[1], c.args[3], deadline)
	return replyOK
}

func getSet(c *call) Reply {
	e, ok := c.str(c.args[1])
	if !ok {
		return replyWrongType
	}
	old := e.reply()
	c.put(c.args[1], c.args[2], 0)
	return old
}

func getDel(c *call) Reply {
	e, ok := c.str(c.args[1])
	if !ok {
		return replyWrongType
	}
	old := e.reply()
	if e != nil {
		c.keys.remove(e, Deleted)
	}
	return old
}

func mGet(c *call) Reply {
	items := make([]Reply, len(c.args)-1)
	for i, key := range c.args[1:] {
		items[i] = replyNull
		if e, ok := c.str(key); ok {
			items[i] = e.reply()
		}
	}
	return array(items...)
}

func mSet(c *call) Reply {
	if len(c.args)%2 == 0 {
		return wrongArity(c.name)
	}
	for i := 1; i < len(c.args); i += 2 {
		c.overwrite(c.args[i], c.args[i+1], 0)
	}
	return replyOK
}

func incr(c *call) Reply {
	by := int64(1)
	if c.name == "decr" {
		by = -1
	}
	return c.add(by)
}

func incrBy(c *call) Reply {
	by, ok := parseInt(c.args[2])
	if !ok {
		return replyNotInteger
	}
	if c.name == "decrby" {
		if by == math.MinInt64 {
			return failure("ERR decrement would overflow")
		}
		by = -by
	}
	return c.add(by)
}

// add adds to the number that the key holds, which keeps its TTL.
func (c *call) add(by int64) Reply {
	e, ok := c.str(c.args[1])
	if !ok {
		return replyWrongType
	}
	old, deadline := int64(0), int64(0)
	if e != nil {
		if old, ok = parseInt(e.value.bytes); !ok {
			return replyNotInteger
		}
		deadline = e.deadline
	}
	if overflows(old, by) {
		return replyOverflow
	}
	c.put(c.args[1], decimal(old+by), deadline)
	return integer(old + by)
}

func overflows(a, b int64) bool {
	return b > 0 && a > math.MaxInt64-b || b < 0 && a < math.MinInt64-b
}

// parseInt reads an integer as the server does, which takes no plus sign and no
// leading zero.
func parseInt(b []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil || len(b) > 20 || strconv.FormatInt(n, 10) != string(b) {
		return 0, false
	}
	return n, true
}
