package redis

// hashOf returns the entry of a key that holds a hash: nil if the key is absent;
// false if it holds something else.
func (c *call) hashOf(key []byte) (e *Entry, ok bool) {
	e = c.keys.Get(c.now, string(key))
	return e, e == nil || e.value.hash != nil
}

// fields returns the hash of an entry, nil if there is no entry.
func (e *Entry) fields() *hash {
	if e == nil {
		return nil
	}
	return e.value.hash
}

// replaceHash writes a hash that was changed; an empty one is no key.
func (c *call) replaceHash(e *Entry, h *hash) {
	key, deadline := string(c.args[1]), int64(0)
	if e != nil {
		deadline = e.deadline
	}
	if len(h.fields) == 0 {
		c.keys.Delete(c.now, key)
		return
	}
	c.keys.Put(c.now, key, Value{hash: h}, deadline)
}

func hSet(c *call) Reply {
	if len(c.args)%2 != 0 {
		return wrongArity(c.name)
	}
	e, ok := c.hashOf(c.args[1])
	if !ok {
		return replyWrongType
	}
	h, added := e.fields().copy(), int64(0)
	for i := 2; i < len(c.args); i += 2 {
		if h.set(string(c.args[i]), c.args[i+1]) {
			added++
		}
	}
	c.replaceHash(e, h)
	return integer(added)
}

func hGet(c *call) Reply {
	e, ok := c.hashOf(c.args[1])
	if !ok {
		return replyWrongType
	}
	return e.fields().reply(c.args[2])
}

func hMGet(c *call) Reply {
	e, ok := c.hashOf(c.args[1])
	if !ok {
		return replyWrongType
	}
	items := make([]Reply, len(c.args)-2)
	for i, name := range c.args[2:] {
		items[i] = e.fields().reply(name)
	}
	return array(items...)
}

func (h *hash) reply(name []byte) Reply {
	if h == nil {
		return replyNull
	}
	value, ok := h.get(string(name))
	if !ok {
		return replyNull
	}
	return bulk(value)
}

func hGetAll(c *call) Reply {
	e, ok := c.hashOf(c.args[1])
	if !ok {
		return replyWrongType
	}
	items := []Reply{}
	if e != nil {
		for _, f := range e.value.hash.fields {
			items = append(items, bulkString(f.name), bulk(f.value))
		}
	}
	return array(items...)
}

func hDel(c *call) Reply {
	e, ok := c.hashOf(c.args[1])
	if !ok {
		return replyWrongType
	}
	h, deleted := e.fields().copy(), int64(0)
	for _, name := range c.args[2:] {
		if h.delete(string(name)) {
			deleted++
		}
	}
	if deleted > 0 {
		c.replaceHash(e, h)
	}
	return integer(deleted)
}

func hIncrBy(c *call) Reply {
	by, ok := parseInt(c.args[3])
	if !ok {
		return replyNotInteger
	}
	e, ok := c.hashOf(c.args[1])
	if !ok {
		return replyWrongType
	}
	h := e.fields().copy()
	old := int64(0)
	if value, found := h.get(string(c.args[2])); found {
		if old, ok = parseInt(value); !ok {
			return failure("ERR hash value is not an integer")
		}
	}
	if overflows(old, by) {
		return replyOverflow
	}
	h.set(string(c.args[2]), decimal(old+by))
	c.replaceHash(e, h)
	return integer(old + by)
}
