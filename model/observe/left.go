package observe

import (
	"fmt"
	"strings"
)

// Left is what a live run has left behind.
type Left struct {
	Prefix         string `json:"prefix"` // of the run's keys
	KeysRemoved    int    `json:"keys_removed"`
	ServersStopped int    `json:"servers_stopped"`
	ProcessesEnded int    `json:"processes_ended"`
	// MayBe says what may be left; empty if that is nothing.
	MayBe []string `json:"may_be_left,omitempty"`
}

// String says what is left, and what is not.
func (l Left) String() string {
	left := "nothing"
	if l.MayBe != nil {
		left = "maybe " + strings.Join(l.MayBe, "; ")
	}
	gone := []string{counted(l.KeysRemoved, "key") + " of " + l.Prefix + " removed"}
	if l.ServersStopped > 0 {
		gone = append(gone, counted(l.ServersStopped, "server")+" stopped")
	}
	if n := l.ProcessesEnded; n == 1 {
		gone = append(gone, "1 client process ended")
	} else if n > 1 {
		gone = append(gone, fmt.Sprintf("%d client processes ended", n))
	}
	return left + " (" + strings.Join(gone, ", ") + ")"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
