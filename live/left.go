package live

import (
	"context"
	"fmt"

	"stampede/model/observe"
)

// clearUp removes what a run has put on its server, whatever became of it, and notes
// what it could not.
func (s *server) clearUp(ctx context.Context, lost bool, left *observe.Left) error {
	limit := cleanLimit
	if lost { // it may be back
		limit = answerLimit
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	removed, err := s.clean(ctx, left.Prefix)
	left.KeysRemoved = removed
	if err == nil || s.own != nil { // what is ours goes with its keys
		return nil
	}
	left.MayBe = append(left.MayBe, fmt.Sprintf("keys of %s on %s, each until its TTL, if it has one", left.Prefix, s.shown))
	if lost {
		return nil // that is told already
	}
	return err
}

// tellLeft ends the servers that the run has started, and notes what came of that.
func (s *server) tellLeft(left *observe.Left) {
	left.ServersStopped = s.started
	if err := s.close(); err != nil {
		left.MayBe = append(left.MayBe, fmt.Sprintf("files of the servers: %v", err))
	}
}

// tellEnded notes the processes that have ended.
func (c *counter) tellEnded(left *observe.Left) {
	c.mu.Lock()
	defer c.mu.Unlock()
	left.ProcessesEnded = c.ended
	if n := c.started - c.ended; n > 0 {
		left.MayBe = append(left.MayBe, fmt.Sprintf("%d client processes", n))
	}
}
