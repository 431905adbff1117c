package live

import (
	"context"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/redis/go-redis/v9"

	"stampede/model/observe"
	"stampede/model/scenario"
)

// settings are those of a server that a run may depend on.
var settings = []string{
	"hz", "active-expire-effort", "maxmemory", "maxmemory-policy", "io-threads", "appendonly", "save",
	"min-replicas-to-write", "cluster-node-timeout",
}

// ask asks a server for its version and its settings. One that does not tell, by
// the rights of the user or by its kind, is just redis.
func (s *server) ask(ctx context.Context) observe.Server {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	about := observe.Server{Version: "redis", Client: "go-redis " + redis.Version(), Settings: make(map[string]string)}
	facts, _ := factsOf(ctx, s.control, "server")
	if version, told := facts["redis_version"]; told {
		about.Version += " " + version
	}
	switch {
	case s.failover != nil:
		about.Version += ", behind Sentinels"
	case s.cluster != nil:
		about.Version += fmt.Sprintf(", a cluster of %d primaries", s.primaries(ctx))
	}
	for _, name := range settings {
		for name, value := range s.control.ConfigGet(ctx, name).Val() {
			about.Settings[name] = value
		}
	}
	about.Clock = s.clock(ctx)
	return about
}

// tellLimits states the settings that a run makes on servers of its own.
func (s *server) tellLimits(m *scenario.RedisMemory) {
	if m == nil || m.Limit == 0 {
		return
	}
	s.about.Settings["maxmemory"] = m.Limit.String() + " of keys"
	s.about.Settings["maxmemory-policy"] = m.Policy.String()
	if m.Samples > 0 {
		s.about.Settings["maxmemory-samples"] = strconv.Itoa(m.Samples)
	}
}

// primaries counts the servers of a cluster that hold slots.
func (s *server) primaries(ctx context.Context) int {
	slots, _ := s.control.ClusterSlots(ctx).Result()
	nodes := make(map[string]bool)
	for _, slot := range slots {
		if len(slot.Nodes) > 0 {
			nodes[slot.Nodes[0].Addr] = true
		}
	}
	return len(nodes)
}

// moduleVersion returns the version of a module that this program was built with.
func moduleVersion(path string) string {
	info, _ := debug.ReadBuildInfo()
	if info != nil {
		for _, m := range info.Deps {
			if m.Path == path {
				return m.Version
			}
		}
	}
	return ""
}
