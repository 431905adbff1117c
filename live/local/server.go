package local

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/internal/child"
)

// Server is a server that can be crashed, frozen and started again. It is empty
// after every start.
type Server struct {
	Addr string // 127.0.0.1:PORT

	program string
	args    []string
	log     string
	bus     int // of a cluster node: the port of its bus

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{} // closed when cmd has ended
}

// Standalone is one server.
type Standalone struct {
	*Server
	set *set
}

// Start starts a server with further arguments.
func Start(ctx context.Context, args ...string) (*Standalone, error) {
	set, err := newSet()
	if err != nil {
		return nil, err
	}
	s, err := set.server(ctx, args...)
	if err != nil {
		return nil, errors.Join(err, set.close())
	}
	return &Standalone{s, set}, nil
}

// Close ends the server and removes its directory.
func (s *Standalone) Close() error { return s.set.close() }

func (s *set) server(ctx context.Context, args ...string) (*Server, error) {
	return s.start(ctx, "redis-server", func(port int, dir string) ([]string, error) {
		return append([]string{
			"--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--dir", dir,
			"--save", "", "--appendonly", "no",
			// Without the delay a replica's first copy begins at once.
			"--repl-diskless-sync-delay", "0",
		}, args...), nil
	})
}

// URL returns the server's URL.
func (s *Server) URL() string { return "redis://" + s.Addr }

// Start starts the server, which must not be running, and waits for its first
// answer.
func (s *Server) Start(ctx context.Context) error {
	cmd := exec.Command(s.program, s.args...)
	cmd.SysProcAttr = child.Attributes()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it ends by a signal
	}()
	s.mu.Lock()
	s.cmd, s.ended = cmd, ended
	s.mu.Unlock()
	return s.awaitAnswer(ctx, cmd.Process.Pid, ended)
}

// awaitAnswer waits until this very process answers: another server may have taken the
// port since it was free, and this one is about to find that out.
func (s *Server) awaitAnswer(parent context.Context, pid int, ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(parent, startLimit)
	defer cancel()
	for s.infoHas(ctx, "server", fmt.Sprintf("process_id:%d\r", pid)) != nil {
		select {
		case <-ended:
		case <-ctx.Done():
		case <-time.After(pause / 2):
			continue
		}
		text, _ := os.ReadFile(s.log)
		s.Kill()
		if err := context.Cause(parent); err != nil {
			return err
		}
		return fmt.Errorf("%s on %s does not answer: %s", s.program, s.Addr, lastLine(string(text)))
	}
	return nil
}

// lastLine is where a program says why it ended.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func (s *Server) process() (*exec.Cmd, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cmd, s.ended
}

// Kill ends the server at once, as a crash does. What it held is gone.
func (s *Server) Kill() {
	cmd, ended := s.process()
	if cmd == nil {
		return
	}
	select {
	case <-ended:
		return
	default:
	}
	child.Kill(cmd)
	<-ended
}

// Freeze stops the server's process: it keeps its connections, and answers
// nothing until Thaw. (SIGSTOP)
func (s *Server) Freeze() error {
	cmd, _ := s.process()
	return child.Freeze(cmd)
}

// Thaw lets the process go on. (SIGCONT)
func (s *Server) Thaw() error {
	cmd, _ := s.process()
	return child.Thaw(cmd)
}

// Client returns a client of this very server, which tries once.
func (s *Server) Client() *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr: s.Addr, MaxRetries: -1, DialerRetries: 1, ContextTimeoutEnabled: true,
		DialTimeout: time.Second, ReadTimeout: 5 * time.Second, DisableIdentity: true,
	})
}

// Do sends a command of an operator's.
func (s *Server) Do(ctx context.Context, args ...any) (any, error) {
	c := s.Client()
	defer func() { _ = c.Close() }()
	reply, err := c.Do(ctx, args...).Result()
	if err != nil {
		err = fmt.Errorf("%v on %s: %w", args, s.Addr, err)
	}
	return reply, err
}

// Is tells whether a server has that role: master or slave.
func (s *Server) Is(ctx context.Context, role string) bool {
	return s.infoHas(ctx, "replication", "role:"+role) == nil
}

// infoHas returns an error unless a section of the server's INFO contains a text.
func (s *Server) infoHas(ctx context.Context, section, want string) error {
	return s.has(ctx, want, "INFO", section)
}

// has returns an error unless the answer to a command contains a text.
func (s *Server) has(ctx context.Context, want string, args ...any) error {
	answer, err := s.Do(ctx, args...)
	if err == nil && !strings.Contains(fmt.Sprint(answer), want) {
		err = fmt.Errorf("%q is not in %v of %s", want, args, s.Addr)
	}
	return err
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
