package redis

import "time"

func del(c *call) Reply {
	n := int64(0)
	for _, key := range c.args[1:] {
		if c.keys.Delete(c.now, string(key)) {
			n++
		}
	}
	return integer(n)
}

func exists(c *call) Reply {
	n := int64(0)
	for _, key := range c.args[1:] {
		if c.keys.Peek(c.now, string(key)) != nil {
			n++
		}
	}
	return integer(n)
}

func typeOf(c *call) Reply {
	e := c.keys.Peek(c.now, string(c.args[1]))
	switch {
	case e == nil:
		return simple("none")
	case e.value.hash != nil:
		return simple("hash")
	}
	return simple("string")
}

func serverTime(c *call) Reply {
	us := c.at.Microseconds()
	perSecond := time.Second.Microseconds()
	return array(bulk(decimal(us/perSecond)), bulk(decimal(us%perSecond)))
}

func dbSize(c *call) Reply { return integer(int64(c.keys.Len())) }

func flush(c *call) Reply {
	if len(c.args) > 2 || len(c.args) == 2 && !oneOf(c.args[1], "sync", "async") {
		return replySyntax
	}
	c.keys.Flush()
	return replyOK
}

// wait is WAIT on a server without replicas. It does not wait for its timeout: a
// server in virtual time answers it by way of the replication.
func wait(c *call) Reply {
	if _, ok := parseInt(c.args[1]); !ok {
		return replyNotInteger
	}
	timeout, ok := parseInt(c.args[2])
	switch {
	case !ok:
		return failure("ERR timeout is not an integer or out of range")
	case timeout < 0:
		return failure("ERR timeout is negative")
	}
	return integer(0)
}
