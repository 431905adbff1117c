//go:build unix

package local

import (
	"os/exec"
	"syscall"
)

// stop freezes a process: it keeps its connections, and answers nothing.
func stop(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGSTOP) }

// goOn lets a frozen process go on.
func goOn(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGCONT) }

// kill ends a process, with all that it started.
func kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
