package redis

import (
	"strconv"
	"strings"
)

// Reply is a server's answer to a command, in the types of the protocol RESP2.
type Reply struct {
	Kind  ReplyKind
	Text  string // SimpleString, ErrorReply, BulkString
	Int   int64  // Integer
	Items []Reply
}

// ReplyKind is the type of a reply.
type ReplyKind uint8

// The types of replies.
const (
	SimpleString ReplyKind = iota + 1
	ErrorReply
	Integer
	BulkString
	NullReply
	ArrayReply
	SeveralReplies // one after the other, as SUBSCRIBE gives
)

func simple(s string) Reply      { return Reply{Kind: SimpleString, Text: s} }
func failure(s string) Reply     { return Reply{Kind: ErrorReply, Text: s} }
func integer(i int64) Reply      { return Reply{Kind: Integer, Int: i} }
func bulk(b []byte) Reply        { return Reply{Kind: BulkString, Text: string(b)} }
func bulkString(s string) Reply  { return Reply{Kind: BulkString, Text: s} }
func array(items ...Reply) Reply { return Reply{Kind: ArrayReply, Items: items} }

// several are the replies of one command that gives more than one.
func several(items []Reply) Reply {
	if len(items) == 1 {
		return items[0]
	}
	return Reply{Kind: SeveralReplies, Items: items}
}

func decimal(i int64) []byte { return strconv.AppendInt(nil, i, 10) }
func wrongArity(name string) Reply {
	return failure("ERR wrong number of arguments for '" + name + "' command")
}

func invalidTTL(name string) Reply {
	return failure("ERR invalid expire time in '" + name + "' command")
}

func countOf(yes bool) Reply {
	if yes {
		return integer(1)
	}
	return integer(0)
}

// The answers that many commands give.
var (
	replyOK         = simple("OK")
	replyNull       = Reply{Kind: NullReply}
	replyWrongType  = failure("WRONGTYPE Operation against a key holding the wrong kind of value")
	replySyntax     = failure("ERR syntax error")
	replyNotInteger = failure("ERR value is not an integer or out of range")
	replyOverflow   = failure("ERR increment or decrement would overflow")
	replyNoScript   = failure("NOSCRIPT No matching script. Please use EVAL.")
	replyReadOnly   = failure("READONLY You can't write against a read only replica.")
)

// String writes a reply for a person, much as redis-cli does.
func (r Reply) String() string {
	switch r.Kind {
	case SimpleString:
		return r.Text
	case ErrorReply:
		return "(error) " + r.Text
	case Integer:
		return "(integer) " + strconv.FormatInt(r.Int, 10)
	case BulkString:
		return strconv.Quote(r.Text)
	case NullReply:
		return "(nil)"
	}
	items := make([]string, len(r.Items))
	for i, item := range r.Items {
		items[i] = item.String()
	}
	if r.Kind == SeveralReplies {
		return strings.Join(items, " ")
	}
	return "[" + strings.Join(items, ", ") + "]"
}
