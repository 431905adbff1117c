//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// CanFreeze tells whether this system can freeze a process.
const CanFreeze = true

// Freeze stops a process: it keeps its connections, and does nothing until Thaw.
// (SIGSTOP)
func Freeze(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGSTOP) }

// Thaw lets a frozen process go on. (SIGCONT)
func Thaw(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGCONT) }

// Kill ends a process at once, with all that it started. (SIGKILL)
func Kill(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
