package redis_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"stampede/internal/redistest"
	"stampede/model/redis"
)

// randomKey is any bytes, with braces in every third.
func randomKey(r *rand.Rand) string {
	alphabet := "{}ab"
	key := make([]byte, r.IntN(40))
	for i := range key {
		switch r.IntN(3) {
		case 0:
			key[i] = alphabet[r.IntN(len(alphabet))]
		default:
			key[i] = byte(r.Uint32())
		}
	}
	return string(key)
}

func TestSlotsAreThoseOfARealServer(t *testing.T) {
	t.Parallel()
	c := redistest.StartClusterNode(t).Client()
	t.Cleanup(func() { _ = c.Close() })
	keys := []string{
		"123456789", "", "{}", "{}{a}", "{{a}}b", "{{}}", "a{b}c{d}", "}{", "}a{b}", "{a", "a}", "\x00", "{\x00}\xff", "{product:1}:lock",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		keys = append(keys, randomKey(r))
	}
	pipe := c.Pipeline()
	slots := make([]*goredis.IntCmd, len(keys))
	for i, key := range keys {
		slots[i] = pipe.ClusterKeySlot(t.Context(), key)
	}
	if _, err := pipe.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, key := range keys {
		if got, want := redis.Slot(key), int(slots[i].Val()); got != want {
			t.Errorf("slot of %q is %d, a real server says %d", key, got, want)
		}
	}
}

// What a real cluster of two nodes answers, and the model of it, while a slot is
// where it was, half way, and at its new node.
func TestRedirectionsAreThoseOfARealCluster(t *testing.T) {
	t.Parallel()
	real := newRealCluster(t)
	model := newModelCluster(t)
	const slot = 12739 // of the second node
	check := func(state string) {
		t.Helper()
		for _, q := range []question{
			{node: 0, keys: []string{"{123456789}:a"}},
			{node: 1, keys: []string{"{123456789}:a"}},
			{node: 0, keys: []string{"{123456789}:none"}},
			{node: 1, keys: []string{"{123456789}:none"}},
			{node: 0, keys: []string{"{123456789}:a"}, asking: true},
			{node: 0, keys: []string{"{123456789}:b"}, asking: true},
			{node: 0, keys: []string{"{123456789}:a", "{123456789}:b"}},
			{node: 1, keys: []string{"{123456789}:a", "{123456789}:b"}},
			{node: 0, keys: []string{"{123456789}:a", "{123456789}:b"}, asking: true},
			{node: 1, keys: []string{"{123456789}:a", "another"}},
			{node: 0, keys: []string{"foo"}},
			{node: 1, keys: []string{"foo"}},
		} {
			if got, want := model.ask(q), real.ask(q); got != want {
				t.Errorf("%s: %+v: the model answers %q, a real cluster %q", state, q, got, want)
			}
		}
	}
	for _, c := range []cluster{real, model} {
		c.set("{123456789}:a")
		c.set("{123456789}:b")
	}
	check("at the old node")
	real.begin(slot)
	model.begin()
	check("before the first key has gone")
	real.move("{123456789}:a")
	model.step()
	check("half way")
	real.move("{123456789}:b")
	model.step()
	check("before the table changes")
	real.finish(slot)
	model.finish()
	check("at the new node")
}

type question struct {
	node   int
	keys   []string // one: GET; two: a script that deletes none
	asking bool
}

func (q question) String() string {
	return fmt.Sprintf("%v at node %d, asking %v", q.keys, q.node+1, q.asking)
}

type cluster interface {
	set(key string)
	ask(question) string
}
