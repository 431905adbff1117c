package live

import (
	"fmt"
	"os"
	"testing"
)

// The tests start themselves again: as workers of a run.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "worker" {
		if err := Work(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		return
	}
	os.Exit(m.Run())
}

// ownWorker is the command that starts a worker.
func ownWorker() []string { return []string{os.Args[0], "worker"} }
