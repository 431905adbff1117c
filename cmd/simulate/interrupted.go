package main

import (
	"context"
	"errors"
)

// interrupted is the error of work that a signal cut short.
type interrupted struct {
	missing string // what there is not of it; empty where nothing is shown
	broken  bool   // what there is breaks a promise, which counts for more
}

func (i interrupted) Error() string {
	if i.missing == "" {
		return "interrupted"
	}
	return "interrupted: " + i.missing
}

// Is says what it means for the exit status.
func (i interrupted) Is(target error) bool {
	return target == context.Canceled || i.broken && target == errBroken
}

// inPlainWords says of an error that it comes of an interruption, if it does.
func inPlainWords(ctx context.Context, err error) error {
	switch {
	case ctx.Err() == nil || !errors.Is(err, context.Canceled) || errors.As(err, new(interrupted)):
		return err
	case err == ctx.Err(), err == context.Cause(ctx):
		return interrupted{}
	}
	return interrupted{missing: err.Error()}
}
