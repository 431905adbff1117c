package redis_test

import (
	"testing"

	"stampede/model/redis"
)

// A client's slot map stays as it was when the cluster gave it out, whether slots had
// moved before or not: the client has to be told of what moves since.
func TestASlotMapDoesNotChange(t *testing.T) {
	s := newServers(t, redis.Topology{Cluster: true, Shards: 3})
	var maps []redis.SlotMap
	for slot := range 4 {
		maps = append(maps, s.SlotMap())
		s.Migrate([]int{slot}, 2, ms)
		if err := s.sim.Run(s.sim.Now() + 10*ms); err != nil {
			t.Fatal(err)
		}
	}
	maps = append(maps, s.SlotMap())
	for moved, m := range maps {
		for slot := range redis.Slots {
			want := slot * 3 / redis.Slots
			if slot < moved {
				want = 2
			}
			if got := m.Shard(slot); got != want {
				t.Fatalf("with %d slots moved, slot %d is shard %d's, want %d's", moved, slot, got, want)
			}
		}
	}
}
