package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"stampede/live"
)

// workerCommand is what a run starts for each process of its own. It is not for
// people.
func workerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Be one application process of a run",
		Hidden: true,
		Args:   noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			ended := make(chan error, 1)
			go func() { ended <- live.Work(c.InOrStdin(), c.OutOrStdout()) }()
			select {
			case err := <-ended:
				return err
			case <-c.Context().Done():
				return c.Context().Err()
			}
		},
	}
}

// Where the application processes of a live run live.
const (
	processesHere = "here"
	processesOwn  = "own"
)

// worker returns the command that starts a worker; nil if none is wanted.
func (f *runFlags) worker() ([]string, error) {
	switch f.live.processes {
	case processesHere:
		return nil, nil
	case processesOwn:
	default:
		if _, err := strconv.Atoi(f.live.processes); err == nil {
			return nil, fmt.Errorf("--processes: says where they live, here or own; their number is --set processes=%s", f.live.processes)
		}
		return nil, unknown("--processes", f.live.processes, []string{processesHere, processesOwn})
	}
	if f.redis == "sim" {
		return nil, errors.New("--processes own: virtual time has no processes of the operating system; accepted with a --redis other than sim")
	}
	program, err := os.Executable()
	if err != nil {
		return nil, environmentError{err}
	}
	return []string{program, "worker"}, nil
}
