package child

import "syscall"

// Attributes put a process into a group of its own. If we are killed, it is killed
// too.
func Attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
