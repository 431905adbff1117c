package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// ErrNotInstalled says that there is no Redis on this machine to start.
var ErrNotInstalled = errors.New("redis-server is not installed")

const (
	// startLimit bounds the wait for a server's first answer, and readyLimit for
	// several to agree. A cluster takes about 3 s, a former primary that is
	// made a replica about 10.
	startLimit = 10 * time.Second
	readyLimit = 30 * time.Second
	// portTries: between the choice of a free port and its use, another may
	// take it.
	portTries = 3
	// pause between two looks at what is waited for.
	pause = 10 * time.Millisecond
)

// Installed returns an error that wraps ErrNotInstalled if there is nothing to
// start.
func Installed() error {
	_, err := look("redis-server")
	return err
}

func look(name string) (program string, err error) {
	if program, err = exec.LookPath(name); err != nil {
		err = fmt.Errorf("%w: %w", ErrNotInstalled, err)
	}
	return program, err
}

// set is the servers of one start, and their directory.
type set struct {
	dir     string
	servers []*Server
}

func newSet() (*set, error) {
	dir, err := os.MkdirTemp("", "stampede-redis-")
	if err != nil {
		return nil, fmt.Errorf("a directory for redis-server: %w", err)
	}
	return &set{dir: dir}, nil
}

// close ends the servers and removes what they leave.
func (s *set) close() error {
	for _, server := range s.servers {
		server.Kill()
	}
	return os.RemoveAll(s.dir)
}

// start starts a program on a free port, in a folder of its own. Both its
// arguments must tell it.
func (s *set) start(ctx context.Context, name string, args func(port int, dir string) ([]string, error)) (*Server, error) {
	program, err := look(name)
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		server, err := s.try(ctx, program, args)
		if err == nil || try == portTries || ctx.Err() != nil {
			return server, err
		}
	}
}

func (s *set) try(ctx context.Context, program string, args func(port int, dir string) ([]string, error)) (*Server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(s.dir, filepath.Base(program)+"-")
	if err != nil {
		return nil, err
	}
	list, err := args(port, dir)
	if err != nil {
		return nil, err
	}
	log := filepath.Join(dir, "redis.log")
	server := &Server{Addr: loopback(port), program: program, args: append(list, "--logfile", log), log: log}
	s.servers = append(s.servers, server)
	return server, server.Start(ctx)
}

// await waits until a condition holds.
func await(parent context.Context, what string, holds func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(parent, readyLimit)
	defer cancel()
	for {
		err := holds(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			if err := context.Cause(parent); err != nil {
				return err
			}
			return fmt.Errorf("waited %v until %s: %w", readyLimit, what, err)
		case <-time.After(pause):
		}
	}
}
