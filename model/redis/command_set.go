package redis

import (
	"bytes"
	"strings"
)

// setOptions are the words after SET key value, and after GETEX key.
type setOptions struct {
	onlyIf   condition
	operand  []byte // of IFEQ and IFNE
	get      bool
	keepTTL  bool
	persist  bool
	ttl      []byte // nil if there is none
	timeWord string // EX, PX, EXAT or PXAT
	unit     int64
	absolute bool
}

// condition is what must hold for a write.
type condition uint8

const (
	always condition = iota
	ifAbsent
	ifPresent
	ifEqual
	ifNotEqual
)

// parseSet reads the options from the i-th word on. getEX says that they are
// GETEX's, which are fewer.
func (c *call) parseSet(i int, getEX bool) (o setOptions, ok bool) {
	onlyIf := func(cond condition) bool {
		ok := o.onlyIf == always && !getEX
		o.onlyIf = cond
		return ok
	}
	for ; i < len(c.args); i++ {
		next := i+1 < len(c.args)
		switch word := strings.ToUpper(string(c.args[i])); {
		case word == "NX" && (o.onlyIf == ifAbsent || onlyIf(ifAbsent)):
		case word == "XX" && (o.onlyIf == ifPresent || onlyIf(ifPresent)):
		case word == "IFEQ" && c.in.version >= Redis84 && next && onlyIf(ifEqual):
			i++
			o.operand = c.args[i]
		case word == "IFNE" && c.in.version >= Redis84 && next && onlyIf(ifNotEqual):
			i++
			o.operand = c.args[i]
		case word == "GET" && !getEX:
			o.get = true
		case word == "KEEPTTL" && !getEX && o.ttl == nil:
			o.keepTTL = true
		case word == "PERSIST" && getEX && o.ttl == nil:
			o.persist = true
		case isTimeWord(word) && next && !o.keepTTL && !o.persist && (o.ttl == nil || o.timeWord == word):
			i++ // the same word again is taken, and the last one counts
			o.ttl, o.timeWord = c.args[i], word
			o.unit, o.absolute = second, strings.HasSuffix(word, "AT")
			if word[0] == 'P' {
				o.unit = millisecond
			}
		default:
			return o, false
		}
	}
	return o, true
}

func isTimeWord(word string) bool {
	return word == "EX" || word == "PX" || word == "EXAT" || word == "PXAT"
}

func set(c *call) Reply {
	o, ok := c.parseSet(3, false)
	if !ok {
		return replySyntax
	}
	deadline := int64(0)
	if o.ttl != nil {
		var refusal Reply
		if deadline, refusal, ok = c.deadline(o.ttl, o.unit, o.base()); !ok {
			return refusal
		}
	}
	key := c.args[1]
	e := c.keys.Get(c.now, string(key))
	isString := e == nil || e.value.hash == nil
	if !isString && (o.get || o.onlyIf >= ifEqual) {
		return replyWrongType
	}
	refused, done := replyNull, replyOK
	if o.get {
		refused = e.reply()
		done = refused
	}
	if !o.allows(e) {
		return refused
	}
	if o.keepTTL && e != nil {
		deadline = e.deadline
	}
	c.put(key, c.args[2], deadline)
	return done
}

func (o *setOptions) base() base {
	if o.absolute {
		return absolute
	}
	return relative
}

// allows tells whether the condition holds for the entry, nil if there is none.
func (o *setOptions) allows(e *Entry) bool {
	switch o.onlyIf {
	case ifAbsent:
		return e == nil
	case ifPresent:
		return e != nil
	case ifEqual:
		return e != nil && bytes.Equal(e.value.bytes, o.operand)
	case ifNotEqual:
		return e == nil || !bytes.Equal(e.value.bytes, o.operand)
	}
	return true
}

func getEX(c *call) Reply {
	o, ok := c.parseSet(2, true)
	if !ok {
		return replySyntax
	}
	e, ok := c.str(c.args[1])
	if !ok {
		return replyWrongType
	}
	if e == nil {
		return replyNull
	}
	value := e.reply()
	switch {
	case o.ttl != nil:
		deadline, refusal, ok := c.deadline(o.ttl, o.unit, o.base())
		if !ok {
			return refusal
		}
		c.expireAt(e, deadline)
	case o.persist && e.deadline != 0:
		c.keys.SetDeadline(e, 0)
	}
	return value
}

func delEX(c *call) Reply {
	o := setOptions{}
	switch {
	case len(c.args) == 2:
	case len(c.args) != 4:
		return wrongArity(c.name)
	case oneOf(c.args[2], "IFEQ"):
		o = setOptions{onlyIf: ifEqual, operand: c.args[3]}
	case oneOf(c.args[2], "IFNE"):
		o = setOptions{onlyIf: ifNotEqual, operand: c.args[3]}
	default:
		return failure("ERR Invalid condition. Use IFEQ, IFNE, IFDEQ, or IFDNE")
	}
	e := c.keys.Get(c.now, string(c.args[1]))
	if e != nil && e.value.hash != nil && o.onlyIf != always {
		return failure("ERR Key should be of string type if conditions are specified")
	}
	if e == nil || !o.allows(e) {
		return integer(0)
	}
	c.keys.remove(e, Deleted)
	return integer(1)
}
