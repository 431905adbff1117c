package live

import (
	"fmt"
	"os"
	"testing"

	"stampede/internal/redistest"
	"stampede/model/scenario"
)

// The tests start this program again: as a worker of a run, and as a run.
func TestMain(m *testing.M) {
	var err error
	switch {
	case len(os.Args) == 2 && os.Args[1] == "worker":
		err = Work(os.Stdin, os.Stdout)
	case len(os.Args) == 3 && os.Args[1] == "parent":
		err = parent(os.Args[2])
	default:
		redistest.AtOnce(4)
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// steadily makes an attempt whose instants matter, and makes it again if it fails: the
// machine may have stood still at one of them.
func steadily(t *testing.T, attempt func() error) {
	t.Helper()
	var err error
	for range 3 {
		if err = attempt(); err == nil {
			return
		}
	}
	t.Error(err)
}

// ownWorker is the command that starts a worker.
func ownWorker() []string { return []string{os.Args[0], "worker"} }

func parentScenario() (scenario.Scenario, error) {
	return scenario.Parse("parent.yaml", []byte(`version: 1
name: parent
duration: 1m
processes: 4
strategy: lock
arrivals: {closed: {workers: 8, think: 5ms}}
faults: [{do: pause, to: process-2, at: 0s}]
`))
}
