package live

import (
	"context"
	"strings"

	"github.com/redis/go-redis/v9"
)

// factsOf returns what a server tells of itself in some sections, by their names. (INFO)
func factsOf(ctx context.Context, c redis.Cmdable, sections ...string) (map[string]string, error) {
	text, err := c.Info(ctx, sections...).Result()
	facts := make(map[string]string)
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			facts[name] = value
		}
	}
	return facts, err
}
