package network

import (
	"context"

	"stampede/sim"
)

// pool is the connections of a link. Who finds none free waits for one, in the
// order they came.
type pool struct {
	limit int // 0 is none
	busy  int
	queue []*turn // from head on
	head  int
}

// turn is a command's place in the queue.
type turn struct {
	given bool // it has the connection that another has given back
	over  bool // it does not wait any more
	ready sim.Signal
}

// Handle ends the wait of a turn whose time has run out.
func (t *turn) Handle() {
	t.over = true
	t.ready.Fire()
}

// take takes a connection.
func (p *pool) take(ctx context.Context, l *Link) error {
	if p.limit == 0 || p.busy < p.limit {
		p.busy++
		return nil
	}
	t := new(turn)
	t.ready.Reset(l.sim, "a connection to Redis")
	p.queue = append(p.queue, t)
	var timer sim.Timer
	if limit := l.client.options.PoolTimeout; limit > 0 {
		timer = l.sim.Schedule(l.sim.Now()+limit, sim.Client, t)
	}
	err := t.ready.Wait(ctx)
	l.sim.Cancel(timer)
	switch {
	case t.given:
		return nil
	case err != nil:
		t.over = true
		return err
	}
	return errPool
}

// give gives a connection back, or on to the next in the queue.
func (p *pool) give() {
	for p.head < len(p.queue) {
		t := p.queue[p.head]
		p.queue[p.head] = nil
		p.head++
		if !t.over {
			t.given, t.over = true, true
			t.ready.Fire()
			return
		}
	}
	p.queue, p.head = p.queue[:0], 0
	p.busy--
}
