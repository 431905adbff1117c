package goredis_test

import (
	"context"
	"fmt"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"stampede/strategies"
	"stampede/strategies/goredis"
)

// One recompute at each expiry, in the whole cluster: singleflight within the
// process, and the lock among the processes.
func Example() {
	server := miniredis.NewMiniRedis() // in production: your Redis
	if err := server.Start(); err != nil {
		panic(err)
	}
	defer server.Close()
	load := func(_ context.Context, key string) ([]byte, error) {
		fmt.Println("load", key) // in production: ask the database
		return []byte("a bicycle"), nil
	}

	ctx := context.Background()
	options, err := goredis.Options("redis://" + server.Addr())
	if err != nil {
		panic(err)
	}
	env := goredis.NewEnv(redis.NewClient(options))
	defer env.Close(ctx)
	cache, err := strategies.Choices{Singleflight: true, Lock: true}.New(env, load, strategies.DefaultOptions())
	if err != nil {
		panic(err)
	}

	for range 2 {
		value, err := cache.Get(ctx, "product:1")
		fmt.Printf("%s, missed: %v, %v\n", value.Data, value.Outcome == strategies.Miss, err)
	}
	// Output:
	// load product:1
	// a bicycle, missed: true, <nil>
	// a bicycle, missed: false, <nil>
}
