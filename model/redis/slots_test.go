package redis_test

import (
	"testing"

	"stampede/model/redis"
)

// The values are those of the cluster specification, and of CLUSTER KEYSLOT for
// the rest.
func TestKeysHashToThePublishedSlots(t *testing.T) {
	for key, want := range map[string]int{
		"123456789":               0x31C3 % redis.Slots, // 12739
		"":                        0,
		"foo":                     12182,
		"{user1000}.following":    redis.Slot("user1000"),
		"{user1000}.followers":    redis.Slot("user1000"),
		"foo{}{bar}":              8363, // an empty tag is none: the whole key counts
		"foo{{bar}}zap":           redis.Slot("{bar"),
		"foo{bar}{zap}":           redis.Slot("bar"),
		"{":                       redis.Slot("{"),
		"no tag}":                 redis.Slot("no tag}"),
		"}first{later}":           redis.Slot("later"),
		"{product:1}:lock":        redis.Slot("product:1"),
		"a tag that is {not shut": redis.Slot("a tag that is {not shut"),
	} {
		if got := redis.Slot(key); got != want {
			t.Errorf("slot of %q is %d, want %d", key, got, want)
		}
	}
}

func BenchmarkSlot(b *testing.B) {
	for b.Loop() {
		redis.Slot("{product:123}:lock")
	}
}
