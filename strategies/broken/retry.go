package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// retryForEver tries a load that has failed again until it succeeds.
//
// How it breaks: what has no row never will, and its readers never hear of it.
//
// Caught by: livelock-free.
//
// Reported in: galaxyproject/galaxy#21920.
func retryForEver(env strategies.Env, load strategies.Loader, o strategies.Options) (strategies.Strategy, error) {
	return strategies.Choices{}.New(env, func(ctx context.Context, key string) ([]byte, error) {
		for pause := 100 * time.Millisecond; ; pause *= 10 {
			data, err := load(ctx, key)
			if err == nil {
				return data, nil
			}
			if err := env.Sleep(ctx, pause); err != nil {
				return nil, err
			}
		}
	}, o)
}
