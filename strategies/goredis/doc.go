// Package goredis runs the strategies in production: it is their environment in
// wall-clock time, with Redis behind a go-redis client.
//
//	options, err := goredis.Options("redis://127.0.0.1:6379")
//	…
//	env := goredis.NewEnv(redis.NewClient(options))
//	defer env.Close(ctx)
//	strategy, err := strategies.Choices{Singleflight: true, Lock: true}.New(env, load, strategies.DefaultOptions())
//	…
//	value, err := strategy.Get(ctx, "product:1")
//
// Any go-redis client will do, also of Sentinel or of a cluster. [Options] says
// which of its settings matter. A loader may panic: see [WithPanicHandler].
package goredis
