package live

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync/atomic"

	"github.com/redis/go-redis/v9"

	"stampede/model/workload"
)

// newPrefix returns the beginning of the keys of one run.
func newPrefix() string {
	var id [4]byte
	_, _ = rand.Read(id[:]) // it never fails
	return "stampede:" + hex.EncodeToString(id[:]) + ":"
}

// keyNames returns the names of a run's keys. Each has a hash tag, so that its
// lock begins with the prefix too and is in the same hash slot.
func keyNames(prefix string, n int) []string {
	names := workload.KeyNames(n)
	for i, name := range names {
		names[i] = prefix + "{" + name + "}"
	}
	return names
}

const (
	scanBatch = 1000
	// cleanPasses bounds how often the keys are gone through: once to remove
	// them, once to see that none is left, and once more for a command that
	// was still under way.
	cleanPasses = 3
)

// clean removes the keys with the prefix, and returns how many.
func (s *server) clean(ctx context.Context, prefix string) (removed int, err error) {
	ctx, cancel := context.WithTimeout(ctx, cleanLimit)
	defer cancel()
	for range cleanPasses {
		n, err := s.unlink(ctx, prefix)
		removed += n
		if err != nil {
			return removed, &failure{ErrKeysLeft, fmt.Sprintf("%s: %v; keys under %s may be left until their TTL", s.shown, err, prefix)}
		}
		if n == 0 {
			return removed, nil
		}
	}
	return removed, &failure{ErrKeysLeft, fmt.Sprintf("%s: someone still writes keys under %s; they are left until their TTL", s.shown, prefix)}
}

// unlink goes through all keys of all servers once.
func (s *server) unlink(ctx context.Context, prefix string) (int, error) {
	var removed atomic.Int64 // servers are gone through at one time
	err := onEach(ctx, s.control, func(ctx context.Context, c *redis.Client) error {
		n, err := unlink(ctx, c, prefix)
		removed.Add(int64(n))
		return err
	})
	for _, l := range s.beside {
		n, lockErr := l.unlink(ctx, prefix)
		removed.Add(int64(n))
		err = cmp.Or(err, lockErr)
	}
	return int(removed.Load()), err
}

func unlink(ctx context.Context, c *redis.Client, prefix string) (removed int, err error) {
	var cursor uint64
	for {
		keys, next, err := c.Scan(ctx, cursor, prefix+"*", scanBatch).Result()
		if err != nil {
			return removed, err
		}
		// One command a key: on a cluster they are in different slots.
		cmds, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
			for _, key := range keys {
				p.Unlink(ctx, key)
			}
			return nil
		})
		for _, cmd := range cmds {
			removed += int(cmd.(*redis.IntCmd).Val())
		}
		if err != nil {
			return removed, err
		}
		if cursor = next; cursor == 0 {
			return removed, nil
		}
	}
}
