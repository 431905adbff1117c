package redis_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"stampede/internal/redistest"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/model/workload"
)

// realCluster is two real nodes, without a client that would follow their
// redirections.
type realCluster struct {
	t     *testing.T
	nodes []*redistest.Server
	ids   []string
}

func newRealCluster(t *testing.T) *realCluster {
	c := &realCluster{t: t, nodes: redistest.StartCluster(t, 2, 0).Nodes}
	for i := range c.nodes {
		c.ids = append(c.ids, c.must(i, "CLUSTER", "MYID").(string))
	}
	return c
}

func (c *realCluster) must(node int, args ...any) any {
	c.t.Helper()
	client := c.nodes[node].Client()
	defer func() { _ = client.Close() }()
	reply, err := client.Do(c.t.Context(), args...).Result()
	if err != nil {
		c.t.Fatalf("%v: %v", args, err)
	}
	return reply
}

func (c *realCluster) set(key string) { c.must(1, "SET", key, "v") }

func (c *realCluster) begin(slot int) {
	c.must(0, "CLUSTER", "SETSLOT", slot, "IMPORTING", c.ids[1])
	c.must(1, "CLUSTER", "SETSLOT", slot, "MIGRATING", c.ids[0])
}

func (c *realCluster) move(key string) {
	host, port, _ := net.SplitHostPort(c.nodes[0].Addr)
	c.must(1, "MIGRATE", host, port, key, 0, 5000)
}

func (c *realCluster) finish(slot int) {
	for node := range c.nodes {
		c.must(node, "CLUSTER", "SETSLOT", slot, "NODE", c.ids[0])
	}
}

// ask returns the error, with the nodes' names for their addresses; "" if it is
// none.
func (c *realCluster) ask(q question) string {
	client := c.nodes[q.node].Client()
	defer func() { _ = client.Close() }()
	_, err := client.Pipelined(context.Background(), func(p goredis.Pipeliner) error {
		if q.asking {
			p.Do(c.t.Context(), "ASKING")
		}
		if len(q.keys) == 1 {
			p.Get(c.t.Context(), q.keys[0])
		} else {
			p.Eval(c.t.Context(), "return 1", q.keys)
		}
		return nil
	})
	if err == nil || errors.Is(err, goredis.Nil) {
		return ""
	}
	text := err.Error()
	for i, n := range c.nodes {
		text = strings.ReplaceAll(text, n.Addr, []string{"node-1", "node-2"}[i])
	}
	return text
}

// modelCluster is the same in the model.
type modelCluster struct {
	*servers
	at time.Duration
}

func newModelCluster(t *testing.T) *modelCluster {
	return &modelCluster{servers: newServers(t, redis.Topology{Cluster: true, Shards: 2, Lag: workload.Duration{}})}
}

func (c *modelCluster) set(key string) {
	c.Fill(&observe.Work{}, key, []byte("v"), time.Hour)
}

func (c *modelCluster) begin() { c.Migrate([]int{12739}, 0, time.Second) }

// step lets the next second of the migration pass: a key, or the last look.
func (c *modelCluster) step() {
	c.at += time.Second
	if err := c.sim.Run(c.at); err != nil {
		panic(err)
	}
}

func (c *modelCluster) finish() { c.step(); c.step() }

func (c *modelCluster) ask(q question) string {
	r := redis.Request{Command: observe.Get, Work: &observe.Work{ID: 1}, Key: q.keys[0], Routing: redis.Routing{Asking: q.asking, Eval: true}}
	if len(q.keys) == 2 {
		r.Command, r.Lock, r.Token = observe.PublishAndRelease, q.keys[1], "not the token"
	}
	c.Nodes()[q.node].Execute(&r, nil)
	if r.Err != nil {
		return r.Err.Error()
	}
	return ""
}
