package broken

import (
	"context"
	"time"

	"stampede/strategies"
)

// margin is how long before its end safetyMargin takes an entry for gone.
const margin = 20 * time.Millisecond

// safetyMargin takes an entry that is about to expire for none, as caches of access
// tokens do.
//
// How it breaks: a value that is good is loaded once more, and its readers wait for
// the load. Entries that live for no longer than the margin are never found.
//
// Caught by: miss-recomputes.
//
// Reported in: our own variant of QwenLM/qwen-code#5359, where the margin is right.
type safetyMargin struct{ strategies.Redis }

// Get is wrong: it does not find all that is there.
func (r safetyMargin) Get(ctx context.Context, key string) ([]byte, bool, error) {
	value, left, found, err := r.GetWithTTL(ctx, key)
	return value, found && (left == strategies.NoTTL || left > margin), err
}

func newSafetyMargin(_ strategies.Env, r strategies.Redis) strategies.Redis { return safetyMargin{r} }
