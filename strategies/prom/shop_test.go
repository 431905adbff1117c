package prom_test

import (
	"context"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"stampede/strategies"
	"stampede/strategies/goredis"
	"stampede/strategies/prom"
)

type Product struct{ Name string }

func loadProduct(_ context.Context, key string) (Product, error) {
	return Product{Name: "the kettle of " + key}, nil // here: ask the database
}

func shop(ctx context.Context, addrs []string) error {
	client := redis.NewUniversalClient(goredis.Universal(redis.UniversalOptions{Addrs: addrs})) // or Sentinels, or a cluster
	defer client.Close()
	env := goredis.NewEnv(client, goredis.WithObserver(prom.New(prometheus.DefaultRegisterer).Observe))
	defer env.Close(ctx)
	preset, err := strategies.Compose("singleflight+lock+jitter=10%")
	if err != nil {
		return err
	}
	products, err := strategies.NewTyped(env, preset, loadProduct, strategies.JSON[Product](), strategies.DefaultOptions())
	if err != nil {
		return err
	}

	product, err := products.Get(ctx, "product:1")
	if err != nil {
		return err
	}
	fmt.Println(product.Name)
	return products.Invalidate(ctx, "product:1") // after a write
}
