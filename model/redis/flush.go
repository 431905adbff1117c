package redis

import (
	"math/bits"

	"stampede/model/workload"
)

// FlushShare removes a share of the server's keys, from 0 to 1, drawn at random:
// what is left of a cache when some of its hosts were emptied.
func (s *Server) FlushShare(share float64, random workload.Source) {
	k := s.keyspace
	for n := int(float64(share * float64(k.Len()))); n > 0; n-- {
		i, _ := bits.Mul64(random.Uint64(), uint64(k.Len()))
		k.remove(k.all[i], Flushed)
	}
}

// ShardIndex returns the number of the node's shard, from 0.
func (n *Node) ShardIndex() int { return n.shard.index }
