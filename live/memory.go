package live

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"stampede/live/local"
	"stampede/model/scenario"
)

// memory is what the servers that a run has started may hold: what the scenario
// says on top of what each needs without any key, connections and all.
type memory struct {
	limit *scenario.RedisMemory // nil: they may hold anything
	nodes []*local.Server

	mu       sync.Mutex
	empty    map[*local.Server]int64 // bytes that it uses without any key
	squeezed map[*local.Server]*dial // the share of the limit that is taken away
}

func newMemory(m *scenario.RedisMemory, o *own) *memory {
	all := &memory{limit: m, empty: make(map[*local.Server]int64), squeezed: make(map[*local.Server]*dial)}
	if o != nil {
		all.nodes = o.nodes()
	}
	return all
}

// limitAll measures the servers, which have no keys yet, and limits them.
func (m *memory) limitAll(ctx context.Context) error {
	if m.limit == nil {
		return nil
	}
	for _, n := range m.nodes {
		used, err := usedMemory(ctx, n)
		if err != nil {
			return err
		}
		m.mu.Lock()
		m.empty[n], m.squeezed[n] = used, new(dial)
		m.mu.Unlock()
		if err := m.set(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// usedMemory asks a server how many bytes it uses.
func usedMemory(ctx context.Context, n *local.Server) (int64, error) {
	answer, err := n.Do(ctx, "INFO", "memory")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(fmt.Sprint(answer)) {
		if used, ok := strings.CutPrefix(strings.TrimSpace(line), "used_memory:"); ok {
			return strconv.ParseInt(used, 10, 64)
		}
	}
	return 0, fmt.Errorf("%s does not say how much memory it uses", n.Addr)
}

// set tells a server its limit. One that was started anew has forgotten it.
func (m *memory) set(ctx context.Context, n *local.Server) error {
	if m.limit == nil || m.limit.Limit == 0 {
		return nil
	}
	m.mu.Lock()
	bytes := m.empty[n] + max(int64(float64(m.limit.Limit)*(1-m.squeezed[n].most())), 1)
	m.mu.Unlock()
	args := []any{"CONFIG", "SET", "maxmemory", bytes, "maxmemory-policy", m.limit.Policy.String()}
	if m.limit.Samples > 0 {
		args = append(args, "maxmemory-samples", m.limit.Samples)
	}
	_, err := n.Do(ctx, args...)
	return err
}

// squeeze takes a share of a server's limit away.
func (m *memory) squeeze(ctx context.Context, by any, n *local.Server, taken float64) (undo func(context.Context) error, err error) {
	turn := func(ctx context.Context, do func(*dial)) error {
		m.mu.Lock()
		do(m.squeezed[n])
		m.mu.Unlock()
		return m.set(ctx, n)
	}
	err = turn(ctx, func(d *dial) { d.turn(by, taken) })
	return func(ctx context.Context) error { return turn(ctx, func(d *dial) { d.back(by) }) }, err
}
