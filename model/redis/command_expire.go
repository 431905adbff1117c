package redis

import (
	"math"
	"strings"
)

// Units of time in milliseconds.
const (
	millisecond int64 = 1
	second      int64 = 1000
)

// base says what a time is counted from.
type base uint8

const (
	relative base = iota // now
	absolute             // the Unix epoch
)

// deadline reads a time that must be positive, and returns the deadline it stands
// for; or the reply that refuses it.
func (c *call) deadline(arg []byte, unit int64, from base) (at int64, refusal Reply, ok bool) {
	n, ok := parseInt(arg)
	if !ok {
		return 0, replyNotInteger, false
	}
	if n <= 0 || n > math.MaxInt64/unit {
		return 0, invalidTTL(c.name), false
	}
	n *= unit
	if from == relative {
		if n > math.MaxInt64-c.now {
			return 0, invalidTTL(c.name), false
		}
		n += c.now
	}
	return n, Reply{}, true
}

// expireAt gives a key a deadline; one that has passed deletes it.
func (c *call) expireAt(e *Entry, deadline int64) {
	if deadline <= c.now {
		c.keys.remove(e, Deleted)
		return
	}
	c.keys.SetDeadline(e, deadline)
}

// expire is EXPIRE, PEXPIRE, EXPIREAT and PEXPIREAT.
func expire(c *call) Reply {
	nx, xx, gt, lt, refusal := parseExpire(c.args[3:])
	if refusal.Kind != 0 {
		return refusal
	}
	n, ok := parseInt(c.args[2])
	if !ok {
		return replyNotInteger
	}
	if !strings.HasPrefix(c.name, "p") {
		if n > math.MaxInt64/second || n < math.MinInt64/second {
			return invalidTTL(c.name)
		}
		n *= second
	}
	if !strings.HasSuffix(c.name, "at") {
		if n > math.MaxInt64-c.now {
			return invalidTTL(c.name)
		}
		n += c.now
	}
	e := c.keys.Peek(c.now, string(c.args[1]))
	switch {
	case e == nil,
		nx && e.deadline != 0,
		xx && e.deadline == 0,
		gt && (e.deadline == 0 || n <= e.deadline),
		lt && e.deadline != 0 && n >= e.deadline:
		return integer(0)
	}
	c.expireAt(e, n)
	return integer(1)
}

func parseExpire(words [][]byte) (nx, xx, gt, lt bool, refusal Reply) {
	for _, w := range words {
		switch strings.ToUpper(string(w)) {
		case "NX":
			nx = true
		case "XX":
			xx = true
		case "GT":
			gt = true
		case "LT":
			lt = true
		default:
			refusal = failure("ERR Unsupported option " + string(w))
			return
		}
	}
	switch {
	case nx && (xx || gt || lt):
		refusal = failure("ERR NX and XX, GT or LT options at the same time are not compatible")
	case gt && lt:
		refusal = failure("ERR GT and LT options at the same time are not compatible")
	}
	return
}

// ttl is TTL, PTTL, EXPIRETIME and PEXPIRETIME. What is in seconds is rounded to
// the nearest, so a TTL of 0 does not mean that the key is gone.
func ttl(c *call) Reply {
	e := c.keys.Peek(c.now, string(c.args[1]))
	switch {
	case e == nil:
		return integer(-2)
	case e.deadline == 0:
		return integer(-1)
	}
	n := e.deadline
	if !strings.HasSuffix(c.name, "expiretime") {
		n = max(n-c.now, 0)
	}
	if !strings.HasPrefix(c.name, "p") {
		n = (n + second/2) / second
	}
	return integer(n)
}

func persist(c *call) Reply {
	e := c.keys.Peek(c.now, string(c.args[1]))
	if e == nil || e.deadline == 0 {
		return integer(0)
	}
	c.keys.SetDeadline(e, 0)
	return integer(1)
}
