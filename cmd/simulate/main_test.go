package main

import (
	"os"
	"testing"
)

// asCommand, set in the environment, has the tests' program be the command.
const asCommand = "STAMPEDE_TEST_AS_COMMAND"

// The tests start their own program: as the command, and it itself as a worker.
func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" || len(os.Args) == 2 && os.Args[1] == "worker" {
		main()
	}
	os.Exit(m.Run())
}
