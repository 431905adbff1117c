package redistest_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/internal/redistest"
)

// A replica takes a dead primary's slots over, and clients find it.
func TestAClusterFailsOver(t *testing.T) {
	t.Parallel()
	c := redistest.StartCluster(t, 3, 1)
	var addrs []string
	for _, n := range c.Nodes {
		addrs = append(addrs, n.Addr)
	}
	client := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: addrs, ClusterStateReloadInterval: 300 * time.Millisecond, DisableIdentity: true,
	})
	t.Cleanup(func() { _ = client.Close() })
	const keys = 30 // enough to have some on each node
	for i := range keys {
		if err := client.Set(t.Context(), fmt.Sprint(i), i, 0).Err(); err != nil {
			t.Fatal(err)
		}
	}
	redistest.Eventually(t, "the replicas have all keys", func(ctx context.Context) error {
		copies := int64(0)
		for _, n := range c.Nodes[3:] {
			replica := n.Client()
			size, err := replica.DBSize(ctx).Result()
			_ = replica.Close()
			if err != nil {
				return err
			}
			copies += size
		}
		if copies != keys {
			return fmt.Errorf("they have %d of %d", copies, keys)
		}
		return nil
	})
	c.Nodes[1].Kill()
	redistest.Eventually(t, "all keys are there again", func(ctx context.Context) error {
		for i := range keys {
			if got, err := client.Get(ctx, fmt.Sprint(i)).Int(); err != nil || got != i {
				return fmt.Errorf("key %d is %d: %w", i, got, err)
			}
		}
		return nil
	})
}
