package prom_test

import (
	"context"

	"github.com/alicebob/miniredis/v2"
)

// A cache of products in production, with its metrics.
func Example() {
	server := miniredis.NewMiniRedis() // in production: your Redis
	if err := server.Start(); err != nil {
		panic(err)
	}
	defer server.Close()
	if err := shop(context.Background(), []string{server.Addr()}); err != nil {
		panic(err)
	}
	// Output:
	// the kettle of product:1
}
