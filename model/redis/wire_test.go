package redis_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"stampede/model/redis"
)

// wire is a connection that shows replies as they are: a client library would
// make one of a simple and a bulk string.
type wire struct {
	net.Conn
	r *bufio.Reader
}

func newWire(c net.Conn) *wire { return &wire{c, bufio.NewReader(c)} }

// send sends commands, all at one time.
func (w *wire) send(commands ...[]string) error {
	var b strings.Builder
	for _, args := range commands {
		fmt.Fprintf(&b, "*%d\r\n", len(args))
		for _, a := range args {
			fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(a), a)
		}
	}
	_ = w.SetDeadline(time.Now().Add(20 * time.Second)) // a hang is a failure, not a stop
	_, err := io.WriteString(w, b.String())
	return err
}

// receive reads a reply.
func (w *wire) receive() (r redis.Reply, err error) {
	line, err := w.r.ReadString('\n')
	if err != nil {
		return r, err
	}
	kind, text := line[0], strings.TrimSuffix(line[1:], "\r\n")
	switch kind {
	case '+':
		return redis.Reply{Kind: redis.SimpleString, Text: text}, nil
	case '-':
		return redis.Reply{Kind: redis.ErrorReply, Text: text}, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		return r, fmt.Errorf("reply %q: %w", line, err)
	case kind == ':':
		return redis.Reply{Kind: redis.Integer, Int: n}, nil
	case n < 0:
		return redis.Reply{Kind: redis.NullReply}, nil
	case kind == '$':
		b := make([]byte, n+2)
		_, err := io.ReadFull(w.r, b)
		return redis.Reply{Kind: redis.BulkString, Text: string(b[:n])}, err
	case kind != '*':
		return r, fmt.Errorf("reply %q", line)
	}
	r = redis.Reply{Kind: redis.ArrayReply, Items: make([]redis.Reply, n)}
	for i := range r.Items {
		if r.Items[i], err = w.receive(); err != nil {
			return r, err
		}
	}
	return r, nil
}
