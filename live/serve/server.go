package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"stampede/model/redis"
	"stampede/sim"
)

// Config says what to serve, and where.
type Config struct {
	// Listen is HOST:PORT; port 0 is any that is free.
	Listen string
	// AllowRemote lets the host be one that other machines can reach. There is
	// no password, so by default only this machine can.
	AllowRemote bool
	// Options are the settings of the server. Its service time is of no account
	// here: a command takes what it takes.
	Options redis.Options
	// Seed selects which keys expiry and eviction sample.
	Seed uint64
}

// Errors of Listen.
var (
	// ErrAddress says that an address is no good, or may not be listened on.
	ErrAddress = errors.New("no address to serve at")
	// ErrListen says that the system refused the address.
	ErrListen = errors.New("cannot listen")
)

// maxClients bounds the connections, as the real server's default does.
const maxClients = 10_000

// closeLimit is how long, at the end, a client may take to read its last replies.
const closeLimit = time.Second

// Server serves one instance. One lock makes it what a Redis is: commands are
// executed one at a time.
type Server struct {
	listener net.Listener
	active   bool // expiry

	mu       sync.Mutex
	instance *redis.Instance
	clients  map[*client]bool
	closed   bool
}

// Listen begins to listen; [Server.Serve] answers.
func Listen(c Config) (*Server, error) {
	if err := c.Options.Validate(); err != nil {
		return nil, err
	}
	if err := checkAddress(c.Listen, c.AllowRemote); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrListen, err)
	}
	return &Server{
		listener: l, active: c.Options.ActiveExpiry,
		instance: redis.NewInstance(c.Options, sim.NewRand(c.Seed, "serve", "sampling")),
		clients:  make(map[*client]bool),
	}, nil
}

// checkAddress refuses an address that is none, or that others than this machine
// can reach.
func checkAddress(address string, allowRemote bool) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w; accepted is HOST:PORT", ErrAddress, err)
	}
	if ip := net.ParseIP(host); allowRemote || host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%w: other machines can reach %s; --allow-remote permits that", ErrAddress, address)
}

// Addr returns the address that is listened on.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Serve answers clients until ctx is done.
func (s *Server) Serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, s.close)
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	defer s.close()
	if s.active {
		all.Go(s.expire)
	}
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("%w: %w", ErrListen, err)
		}
		if c := s.admit(conn); c != nil {
			all.Go(c.read)
			all.Go(c.write)
		}
	}
}

// admit takes a connection in, unless there are too many.
func (s *Server) admit(conn net.Conn) *client {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.clients) >= maxClients {
		_, _ = conn.Write([]byte("-ERR max number of clients reached\r\n"))
		_ = conn.Close()
		return nil
	}
	c := newClient(s, conn)
	s.clients[c] = true
	return c
}

// leave forgets a client.
func (s *Server) leave(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.session.Close()
	delete(s.clients, c)
}

// close ends everything; it may be called more than once.
func (s *Server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	_ = s.listener.Close()
	for c := range s.clients {
		_ = c.conn.SetDeadline(time.Now().Add(closeLimit))
		c.end()
	}
}

// expire runs the cycles of active expiry.
func (s *Server) expire() {
	tick := time.NewTicker(redis.ActivePeriod)
	defer tick.Stop()
	for range tick.C {
		s.mu.Lock()
		closed := s.closed
		s.instance.Keyspace().ExpireSome(time.Now().UnixMilli())
		s.mu.Unlock()
		if closed {
			return
		}
	}
}

// do executes a command of a client.
func (s *Server) do(c *client, args [][]byte) redis.Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	return c.session.Do(time.Duration(time.Now().UnixNano()), args)
}
