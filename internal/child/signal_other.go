//go:build !unix

package child

import (
	"errors"
	"os/exec"
	"syscall"
)

// CanFreeze tells whether this system can freeze a process.
const CanFreeze = false

var errNoFreeze = errors.New("this system cannot freeze a process")

// Attributes are none here.
func Attributes() *syscall.SysProcAttr { return nil }

// Freeze stops a process where that can be.
func Freeze(*exec.Cmd) error { return errNoFreeze }

// Thaw lets a frozen process go on.
func Thaw(*exec.Cmd) error { return nil }

// Kill ends a process at once.
func Kill(c *exec.Cmd) { _ = c.Process.Kill() }
