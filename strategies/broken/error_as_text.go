package broken

import (
	"context"
	"fmt"

	"stampede/strategies"
)

// errorAsText hands errors on as what they say, and not as what they are.
//
// How it breaks: its callers cannot tell an origin that fails from a value that does
// not exist, or from a reader that has left: errors.Is finds nothing.
//
// Caught by: declared-errors.
//
// Reported in: go-redsync/redsync#155.
type errorAsText struct{ strategies.Strategy }

func newErrorAsText(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	s, err := strategies.Choices{Lock: true}.New(env, load, o)
	return errorAsText{s}, err
}

// Get is wrong: %w would keep the error.
func (s errorAsText) Get(ctx context.Context, key string) (strategies.Value, error) {
	v, err := s.Strategy.Get(ctx, key)
	if err != nil {
		err = fmt.Errorf("get %s: %v", key, err)
	}
	return v, err
}
