//go:build !unix

package local

import (
	"errors"
	"os/exec"
	"syscall"
)

var errNoStop = errors.New("this system cannot freeze a process")

func attributes() *syscall.SysProcAttr { return nil }

func stop(*exec.Cmd) error { return errNoStop }

func goOn(*exec.Cmd) error { return nil }

func kill(c *exec.Cmd) { _ = c.Process.Kill() }
