package live

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/model/observe"
)

// monitor reads what the servers say that they execute, in their order. (MONITOR)
type monitor struct {
	ledger  *ledger
	streams []*monitorStream
	reading sync.WaitGroup
}

// monitorStream is what one server says.
type monitorStream struct {
	conn   net.Conn
	lines  *bufio.Reader
	marked chan struct{} // closed when it has said the mark, or ended
	broken bool          // it ended before; to be read when marked is closed
}

// startMonitor begins to read. What the servers say afterwards about keys with the
// prefix is in the ledger.
func (s *server) startMonitor(ctx context.Context, prefix string) (*monitor, error) {
	m := &monitor{ledger: newLedger(prefix)}
	var mu sync.Mutex
	err := s.onAll(ctx, func(ctx context.Context, c *redis.Client) error {
		stream, err := openMonitor(ctx, c.Options())
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			m.streams = append(m.streams, stream)
		}
		return err
	})
	if err != nil {
		m.close()
		return nil, &failure{ErrUnavailable, fmt.Sprintf("%s: MONITOR: %v; a run without --monitor needs none", s.shown, err)}
	}
	for i, stream := range m.streams {
		m.reading.Go(func() { m.read(i, stream) })
	}
	return m, nil
}

// openMonitor has one server begin to tell. The client library cannot say when its
// own reading has failed.
func openMonitor(ctx context.Context, o *redis.Options) (*monitorStream, error) {
	conn, err := o.Dialer(ctx, "tcp", o.Addr)
	if err != nil {
		return nil, err
	}
	s := &monitorStream{conn: conn, lines: bufio.NewReader(conn), marked: make(chan struct{})}
	_ = conn.SetDeadline(time.Now().Add(answerLimit))
	switch {
	case o.Username != "":
		err = s.ask("AUTH", o.Username, o.Password)
	case o.Password != "":
		err = s.ask("AUTH", o.Password)
	}
	if err == nil {
		err = s.ask("MONITOR")
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	return s, nil
}

// ask sends a command that is answered with OK.
func (s *monitorStream) ask(words ...string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(words))
	for _, w := range words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(w), w)
	}
	if _, err := s.conn.Write([]byte(b.String())); err != nil {
		return err
	}
	line, err := s.lines.ReadString('\n')
	if err == nil && strings.TrimSpace(line) != "+OK" {
		err = errors.New(strings.TrimSpace(strings.TrimPrefix(line, "-")))
	}
	return err
}

// mark is what the end of a run is recognised by.
func (m *monitor) mark() string { return m.ledger.prefix + "monitor-end" }

func (m *monitor) read(number int, s *monitorStream) {
	defer close(s.marked)
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			s.broken = true
			return
		}
		if command, ok := parseMonitored(line); ok {
			if strings.EqualFold(command.words[0], "echo") && len(command.words) == 2 && command.words[1] == m.mark() {
				return
			}
			m.ledger.enter(number, command)
		}
	}
}

// finish reads on until all that the run has asked for is read, and returns what
// came of it.
func (m *monitor) finish(ctx context.Context, s *server) *observe.Monitored {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	defer m.close()
	// A server that is gone says no mark: its stream is incomplete.
	_ = s.onAll(ctx, func(ctx context.Context, c *redis.Client) error { return c.Echo(ctx, m.mark()).Err() })
	complete := true
	for _, stream := range m.streams {
		select {
		case <-stream.marked:
			complete = complete && !stream.broken
		case <-ctx.Done():
			complete = false
		}
	}
	return m.ledger.result(complete)
}

func (m *monitor) close() {
	for _, s := range m.streams {
		_ = s.conn.Close()
	}
	m.reading.Wait()
}
