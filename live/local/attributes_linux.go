package local

import "syscall"

// attributes puts a server into a process group of its own. If we are killed, it
// is killed too.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
