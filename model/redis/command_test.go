package redis_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stampede/internal/redistest"
	"stampede/model/redis"
)

// The table says of each command what a real server's does: how many words, where
// the keys are, and what it may do.
func TestTheTableIsARealServers(t *testing.T) {
	to := newReal(redistest.Start(t).Addr)
	defer to.close()
	model := newModel()
	for _, name := range model.instance.CommandNames() {
		if name == "delex" {
			continue // of a newer server
		}
		want, got := describe(mustDo(t, to, "COMMAND", "INFO", name)), describe(mustDo(t, model, "COMMAND", "INFO", name))
		if got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// describe takes from an answer of COMMAND INFO what the model knows.
func describe(r redis.Reply) string {
	c := r.Items[0].Items
	var flags []string
	for _, f := range c[2].Items {
		if slices.Contains([]string{"write", "denyoom", "fast", "movablekeys"}, f.Text) {
			flags = append(flags, f.Text)
		}
	}
	slices.Sort(flags)
	return fmt.Sprintf("arity %d, keys %d to %d step %d, %s", c[1].Int, c[3].Int, c[4].Int, c[5].Int, strings.Join(flags, " "))
}
