// Command simulate runs cache-stampede protections against a modelled or a real
// Redis, and shows what they do in figures and pictures.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"stampede/live"
)

// The exit statuses.
const (
	exitHolds       = 0
	exitBroken      = 1 // an invariant that the strategy promises, or an expectation of the scenario, is broken
	exitUsage       = 2 // the command line or the scenario is wrong
	exitEnvironment = 3 // Redis cannot be reached, a file cannot be written, a signal interrupts
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := simulate(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// simulate is the whole command, without the process around it.
func simulate(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	out := &standardOutput{to: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	err := inPlainWords(ctx, root.ExecuteContext(ctx))
	if out.err != nil { // whatever came of the work, it has not been told
		err = environmentError{out.err}
	}
	if err != nil && err != errBroken {
		fmt.Fprintf(stderr, "simulate: %v\n", err)
	}
	return exitStatus(err)
}

// errBroken says that a promised invariant or an expectation is broken; the
// output has said which.
var errBroken = errors.New("a promised invariant or an expectation is broken")

// environmentError is a failure of what the command stands on.
type environmentError struct{ error }

func (e environmentError) Unwrap() error { return e.error }

func exitStatus(err error) int {
	switch {
	case err == nil:
		return exitHolds
	case errors.Is(err, errBroken):
		return exitBroken
	case errors.As(err, new(environmentError)), errors.Is(err, live.ErrUnavailable),
		errors.Is(err, live.ErrKeysLeft), errors.Is(err, live.ErrProcess), errors.Is(err, context.Canceled):
		return exitEnvironment
	default:
		return exitUsage
	}
}
