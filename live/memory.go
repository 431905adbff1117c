package live

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"stampede/live/local"
	"stampede/model/scenario"
)

// memory is what the servers that a run has started may hold: what the scenario
// says on top of what each needs besides its keys.
type memory struct {
	nodes []*room
	work  sync.WaitGroup
}

// room is what one server has for keys.
//
// Redis counts the buffers of its clients as well, and gives up keys to make room for
// them: with a limit of a few megabytes the connections of a run would leave it none.
// (https://redis.io/docs/latest/develop/reference/eviction/) So the limit goes up and
// down with what they take.
type room struct {
	limit *scenario.RedisMemory // nil: it may hold anything
	node  *local.Server

	mu       sync.Mutex // held while the server is told its limit
	own      int64      // bytes that it uses without any key, nor what comes and goes
	squeezed dial       // the share of the limit that is taken away
	told     int64

	evictions uint64 // before it was started anew
	unknown   bool   // it could not be asked then
}

func newMemory(limit *scenario.RedisMemory, o *own) *memory {
	m := new(memory)
	if o != nil {
		for _, n := range o.nodes() {
			m.nodes = append(m.nodes, &room{limit: limit, node: n})
		}
	}
	return m
}

func (r *room) limited() bool { return r.limit != nil && r.limit.Limit > 0 }

// of returns the room of a server.
func (m *memory) of(n *local.Server) *room {
	for _, r := range m.nodes {
		if r.node == n {
			return r
		}
	}
	panic("live: memory.of: a server that is not the run's")
}

// limitAll measures the servers, which have no keys yet, and limits them; the limits
// follow what the clients take until life is over.
func (m *memory) limitAll(ctx, life context.Context) error {
	for _, r := range m.nodes {
		if !r.limited() {
			continue
		}
		if err := r.measure(ctx); err != nil {
			return err
		}
		m.work.Go(func() { r.follow(life) })
	}
	return nil
}

// everyClient has a server reckon what each client takes after each command of it, and
// not about once in a second: it does so for a limit to this, which none reaches.
const everyClient = "1024gb"

// measure finds out what the server uses without keys, and limits it.
func (r *room) measure(ctx context.Context) error {
	if _, err := r.node.Do(ctx, "CONFIG", "SET", "maxmemory-clients", everyClient); err != nil {
		return err
	}
	c := r.node.Client()
	defer func() { _ = c.Close() }()
	used, passing, err := usedMemory(ctx, c)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.own = used - passing
	return r.tell(ctx, c, passing)
}

// passingMemory is what comes and goes with clients, replicas and the other servers of a
// cluster, as INFO has it.
var passingMemory = []string{"mem_clients_normal", "mem_clients_slaves", "mem_replication_backlog", "mem_cluster_links"}

// usedMemory asks a server how many bytes it uses, and how many of these come and go
// with its clients.
func usedMemory(ctx context.Context, c *redis.Client) (used, passing int64, err error) {
	facts, err := factsOf(ctx, c, "memory")
	if err != nil {
		return 0, 0, err
	}
	for _, name := range passingMemory {
		passing += number(facts[name])
	}
	// What a replica has not received yet does not count for the limit.
	passing -= number(facts["mem_not_counted_for_evict"])
	if used = number(facts["used_memory"]); used == 0 {
		return 0, 0, fmt.Errorf("%v does not say how much memory it uses", c)
	}
	return used, passing, nil
}

// tell tells the server its limit. The caller holds the mutex.
func (r *room) tell(ctx context.Context, c *redis.Client, passing int64) error {
	limit := r.own + passing + max(int64(float64(r.limit.Limit)*(1-r.squeezed.most())), 1)
	if limit == r.told {
		return nil
	}
	args := []any{"CONFIG", "SET", "maxmemory", limit, "maxmemory-policy", r.limit.Policy.String(), "maxmemory-clients", everyClient}
	if r.limit.Samples > 0 {
		args = append(args, "maxmemory-samples", r.limit.Samples)
	}
	if err := c.Do(ctx, args...).Err(); err != nil {
		return fmt.Errorf("%v on %s: %w", args, r.node.Addr, err)
	}
	r.told = limit
	return nil
}

// followEvery is how long a server's limit may be behind what its clients take.
const followEvery = 5 * time.Millisecond

// follow has the limit follow what the clients take. A server that does not answer
// is asked again.
func (r *room) follow(life context.Context) {
	c := r.node.Client()
	defer func() { _ = c.Close() }()
	every := time.NewTicker(followEvery)
	defer every.Stop()
	for {
		select {
		case <-life.Done():
			return
		case <-every.C:
			_ = r.set(life, c)
		}
	}
}

// set tells the server its limit as it is now.
func (r *room) set(ctx context.Context, c *redis.Client) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, passing, err := usedMemory(ctx, c)
	if err != nil {
		return err
	}
	return r.tell(ctx, c, passing)
}

// again limits a server that was started anew, and has forgotten all.
func (r *room) again(ctx context.Context) error {
	if !r.limited() {
		return nil
	}
	r.mu.Lock()
	r.told = 0
	r.mu.Unlock()
	return r.now(ctx)
}

func (r *room) now(ctx context.Context) error {
	c := r.node.Client()
	defer func() { _ = c.Close() }()
	return r.set(ctx, c)
}

// squeeze takes a share of the limit away.
func (r *room) squeeze(ctx context.Context, by any, taken float64) (undo func(context.Context) error, err error) {
	turn := func(ctx context.Context, do func(*dial)) error {
		r.mu.Lock()
		do(&r.squeezed)
		r.mu.Unlock()
		return r.now(ctx)
	}
	err = turn(ctx, func(d *dial) { d.turn(by, taken) })
	return func(ctx context.Context) error { return turn(ctx, func(d *dial) { d.back(by) }) }, err
}

// evicted asks the server how many keys had to make room since it was started.
func (r *room) evicted(ctx context.Context) (uint64, error) {
	c := r.node.Client()
	defer func() { _ = c.Close() }()
	facts, err := factsOf(ctx, c, "stats")
	return uint64(number(facts["evicted_keys"])), err
}

// crashes notes what a server has told that is about to be killed.
func (r *room) crashes(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, lastWord)
	defer cancel()
	n, err := r.evicted(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.evictions += n
	r.unknown = r.unknown || err != nil
}

// lastWord bounds the wait for a server that is about to be killed.
const lastWord = 200 * time.Millisecond

// evictions returns how many keys had to make room on all servers, nil if one does not
// tell.
func (m *memory) evictions(ctx context.Context) *uint64 {
	var sum uint64
	for _, r := range m.nodes {
		n, err := r.evicted(ctx)
		if err != nil || r.unknown {
			return nil
		}
		sum += r.evictions + n
	}
	return &sum
}
