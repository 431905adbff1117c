package redis

import (
	"strings"
	"time"
)

// Session is one client's connection to an instance: what a client sees of a
// server, but for the bytes on the wire.
type Session struct {
	instance   *Instance
	subscriber *Subscriber
	queue      [][][]byte // the commands since MULTI
	multi      bool
	spoilt     bool // a command since MULTI was wrong, so EXEC will refuse
	closing    bool
}

// NewSession returns a connection. push is called with what the server sends
// unasked: the messages of the channels that it has subscribed to.
func (in *Instance) NewSession(push func(Reply)) *Session {
	return &Session{instance: in, subscriber: in.NewSubscriber(func(channel, message string) {
		push(array(bulkString("message"), bulkString(channel), bulkString(message)))
	})}
}

// Close ends the connection's subscriptions.
func (s *Session) Close() { s.subscriber.Close() }

// Closing tells whether the client has asked for the end of the connection.
func (s *Session) Closing() bool { return s.closing }

// Do executes a command: its name and its arguments. now is the time since the Unix
// epoch by the server's clock.
func (s *Session) Do(now time.Duration, args [][]byte) Reply {
	c := s.instance.find(string(args[0]))
	switch {
	case c == nil:
		s.spoilt = s.multi
		return unknownCommand(args)
	case !c.accepts(len(args)):
		s.spoilt = s.multi
		return wrongArity(c.Name)
	case len(s.subscriber.channels) > 0 && !c.subscribed:
		return failure("ERR Can't execute '" + c.Name +
			"': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context")
	case s.multi && !c.unqueued:
		s.queue = append(s.queue, args)
		return simple("QUEUED")
	}
	return s.execute(now, c, args)
}

func (s *Session) execute(now time.Duration, c *Command, args [][]byte) Reply {
	if c.session != nil {
		return c.session(s, now, args)
	}
	return s.instance.call(now, c, args)
}

func multi(s *Session, _ time.Duration, _ [][]byte) Reply {
	if s.multi {
		return failure("ERR MULTI calls can not be nested")
	}
	s.multi, s.spoilt, s.queue = true, false, nil
	return replyOK
}

func exec(s *Session, now time.Duration, _ [][]byte) Reply {
	if !s.multi {
		return failure("ERR EXEC without MULTI")
	}
	s.multi = false
	if s.spoilt {
		return failure("EXECABORT Transaction discarded because of previous errors.")
	}
	items := make([]Reply, len(s.queue))
	for i, args := range s.queue {
		items[i] = s.execute(now, s.instance.find(string(args[0])), args)
	}
	return array(items...)
}

func discard(s *Session, _ time.Duration, _ [][]byte) Reply {
	if !s.multi {
		return failure("ERR DISCARD without MULTI")
	}
	s.multi = false
	return replyOK
}

func subscribe(s *Session, _ time.Duration, args [][]byte) Reply {
	var replies []Reply
	for _, channel := range args[1:] {
		n := s.subscriber.Subscribe(string(channel))
		replies = append(replies, array(bulkString("subscribe"), bulk(channel), integer(int64(n))))
	}
	return several(replies)
}

func unsubscribe(s *Session, _ time.Duration, args [][]byte) Reply {
	var channels []string
	for _, channel := range args[1:] {
		channels = append(channels, string(channel))
	}
	if len(channels) == 0 {
		channels = s.subscriber.Channels()
	}
	var replies []Reply
	for _, channel := range channels {
		n := s.subscriber.Unsubscribe(channel)
		replies = append(replies, array(bulkString("unsubscribe"), bulkString(channel), integer(int64(n))))
	}
	if len(replies) == 0 {
		replies = []Reply{array(bulkString("unsubscribe"), replyNull, integer(0))}
	}
	return several(replies)
}

func ping(s *Session, _ time.Duration, args [][]byte) Reply {
	switch {
	case len(args) > 2:
		return wrongArity("ping")
	case len(s.subscriber.channels) > 0 && len(args) == 2:
		return array(bulkString("pong"), bulk(args[1]))
	case len(s.subscriber.channels) > 0:
		return array(bulkString("pong"), bulkString(""))
	case len(args) == 2:
		return bulk(args[1])
	}
	return simple("PONG")
}

func echo(_ *Session, _ time.Duration, args [][]byte) Reply { return bulk(args[1]) }

func quit(s *Session, _ time.Duration, _ [][]byte) Reply {
	s.closing = true
	return replyOK
}

func reset(s *Session, _ time.Duration, _ [][]byte) Reply {
	s.subscriber.Close()
	s.multi = false
	return simple("RESET")
}

// selectDB is SELECT: there is one database, as on a cluster.
func selectDB(_ *Session, _ time.Duration, args [][]byte) Reply {
	switch n, ok := parseInt(args[1]); {
	case !ok:
		return replyNotInteger
	case n != 0:
		return failure("ERR DB index is out of range")
	}
	return replyOK
}

// hello is HELLO for those who ask whether the server speaks RESP3: it does not,
// and clients then go on in RESP2.
func hello(_ *Session, _ time.Duration, args [][]byte) Reply {
	if len(args) > 1 && string(args[1]) != "2" {
		return failure("NOPROTO unsupported protocol version")
	}
	return array(
		bulkString("server"), bulkString("redis"), bulkString("version"), bulkString(imitated),
		bulkString("proto"), integer(2), bulkString("mode"), bulkString("standalone"),
		bulkString("role"), bulkString("master"), bulkString("modules"), array(),
	)
}

// client is CLIENT for what libraries tell of themselves when they connect.
func client(_ *Session, _ time.Duration, args [][]byte) Reply {
	if oneOf(args[1], "setname", "setinfo", "no-evict", "no-touch") {
		return replyOK
	}
	return unknownSubcommand("client", args[1])
}

func unknownSubcommand(command string, sub []byte) Reply {
	return failure("ERR unknown subcommand '" + string(sub) + "'. Try " + strings.ToUpper(command) + " HELP.")
}
