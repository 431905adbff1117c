// Package redistest starts real Redis servers for a test: one, a primary with
// Sentinels, or a cluster.
package redistest

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Require, set in the environment, makes a test fail that would otherwise be
// skipped because there is no redis-server.
const Require = "STAMPEDE_REQUIRE_REDIS"

const (
	startLimit = 10 * time.Second
	stopLimit  = 5 * time.Second
	// portTries: between the choice of a free port and its use, another may
	// take it.
	portTries = 3
)

// Server is a running server without persistence, in a folder of its own.
type Server struct {
	Addr string // 127.0.0.1:PORT
	// Kill stops it at once, as a crash does.
	Kill func()

	busPort int // of a cluster node
}

// URL returns the server's URL.
func (s *Server) URL() string { return "redis://" + s.Addr }

// Start starts a server, with further arguments, until the test ends. Without
// redis-server on the machine it skips the test.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	return startProgram(t, "redis-server", func(port int, dir string) []string {
		return append([]string{
			"--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--dir", dir,
			"--save", "", "--appendonly", "no",
		}, args...)
	})
}

// startProgram starts a program on a free port and in a folder of its own, which
// its arguments must tell it.
func startProgram(t testing.TB, name string, args func(port int, dir string) []string) *Server {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv(Require) != "" {
			t.Fatalf("%v; %s is set", err, Require)
		}
		t.Skipf("%v; install it to run this test", err)
	}
	for range portTries {
		s, err := start(t, program, args)
		if err == nil {
			return s
		}
		t.Log(err)
	}
	t.Fatalf("%s did not start in %d tries", name, portTries)
	return nil
}

func start(t testing.TB, program string, args func(port int, dir string) []string) (*Server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "redis.log")
	cmd := exec.Command(program, append(args(port, dir), "--logfile", log)...)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it ends by a signal
	}()
	s := &Server{
		Addr: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		Kill: func() { _ = cmd.Process.Kill(); <-ended },
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(stopLimit):
			s.Kill()
		}
	})
	for deadline := time.Now().Add(startLimit); ; time.Sleep(5 * time.Millisecond) {
		select {
		case <-ended:
		default:
			if ping(s.Addr) == nil {
				return s, nil
			}
			if time.Now().Before(deadline) {
				continue
			}
		}
		text, _ := os.ReadFile(log)
		s.Kill()
		return nil, fmt.Errorf("%s on %s does not answer:\n%s", program, s.Addr, text)
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

func ping(addr string) error {
	c, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	if _, err := fmt.Fprint(c, "PING\r\n"); err != nil {
		return err
	}
	answer, err := bufio.NewReader(c).ReadString('\n')
	if err == nil && strings.TrimSpace(answer) != "+PONG" {
		err = fmt.Errorf("it answers %q", answer)
	}
	return err
}
