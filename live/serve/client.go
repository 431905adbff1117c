package serve

import (
	"errors"
	"io"
	"net"
	"slices"
	"sync"

	"github.com/tidwall/redcon"

	"stampede/model/redis"
)

// outputLimit is how much may wait to be read by a client before it is given up,
// as it is for subscribers of the real server.
const outputLimit = 32 << 20

// client is one connection. What it is sent waits in a buffer, so that a slow
// reader holds up nobody but itself.
type client struct {
	server  *Server
	conn    net.Conn
	session *redis.Session

	mu    sync.Mutex
	ready sync.Cond // the buffer has something in it, or done is set
	out   []byte
	done  bool
}

func newClient(s *Server, conn net.Conn) *client {
	c := &client{server: s, conn: conn}
	c.ready.L = &c.mu
	c.session = s.instance.NewSession(c.send)
	return c
}

// read executes the client's commands, in order.
func (c *client) read() {
	defer c.server.leave(c)
	defer c.end()
	in := redcon.NewReader(c.conn)
	for {
		command, err := in.ReadCommand()
		if err != nil {
			// The library words its errors as the server does.
			if !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) && !errors.As(err, new(net.Error)) {
				c.send(redis.Reply{Kind: redis.ErrorReply, Text: "ERR " + err.Error()})
			}
			return
		}
		args := command.Args
		if len(args) == 0 {
			continue
		}
		for i := range args { // they are the reader's, and what is stored must stay
			args[i] = slices.Clone(args[i])
		}
		c.send(c.server.do(c, args))
		if c.session.Closing() {
			return
		}
	}
}

// send puts a reply, or a message, into the buffer.
func (c *client) send(r redis.Reply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return
	}
	c.out = appendReply(c.out, r)
	if len(c.out) > outputLimit {
		c.done = true
		_ = c.conn.Close()
	}
	c.ready.Signal()
}

// end lets the connection be closed when the buffer is empty.
func (c *client) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = true
	c.ready.Signal()
}

// write empties the buffer until the end, and closes the connection.
func (c *client) write() {
	defer func() { _ = c.conn.Close() }()
	var batch []byte
	for {
		c.mu.Lock()
		for len(c.out) == 0 && !c.done {
			c.ready.Wait()
		}
		batch, c.out = c.out, batch[:0]
		c.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		if _, err := c.conn.Write(batch); err != nil {
			c.end()
			return
		}
	}
}

func appendReply(b []byte, r redis.Reply) []byte {
	switch r.Kind {
	case redis.SimpleString:
		return redcon.AppendString(b, r.Text)
	case redis.ErrorReply:
		return redcon.AppendError(b, r.Text)
	case redis.Integer:
		return redcon.AppendInt(b, r.Int)
	case redis.BulkString:
		return redcon.AppendBulkString(b, r.Text)
	case redis.NullReply:
		return redcon.AppendNull(b)
	case redis.ArrayReply:
		b = redcon.AppendArray(b, len(r.Items))
	}
	for _, item := range r.Items {
		b = appendReply(b, item)
	}
	return b
}
