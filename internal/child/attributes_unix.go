//go:build unix && !linux

package child

import "syscall"

// Attributes put a process into a group of its own.
func Attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
