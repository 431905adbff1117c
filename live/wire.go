package live

import (
	"context"
	"net"
	"sync"
	"time"

	"stampede/internal/proxy"
)

// wire is one process's network: a proxy of its own to each server, which is
// there only in runs whose network has trouble.
type wire struct {
	seed   uint64
	rename map[string]string // addresses that clients are told, and the servers that are meant

	mu         sync.Mutex
	proxies    map[string]*proxy.Proxy
	lost, cut  [2]dial // requests and replies
	late       [2]dial
	lastNumber uint64
}

func newWire(seed uint64, rename map[string]string) *wire {
	return &wire{seed: seed, rename: rename, proxies: make(map[string]*proxy.Proxy)}
}

// dial opens a connection to a server.
func (w *wire) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	way, err := w.way(addr)
	if err != nil {
		return nil, err
	}
	var d net.Dialer
	return d.DialContext(ctx, network, way)
}

// way returns the address at which a server is reached.
func (w *wire) way(addr string) (string, error) {
	if real, ok := w.rename[addr]; ok {
		addr = real
	}
	p, err := w.proxy(addr)
	if err != nil {
		return "", err
	}
	return p.Addr(), nil
}

func (w *wire) proxy(addr string) (*proxy.Proxy, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.proxies[addr]; p != nil {
		return p, nil
	}
	w.lastNumber++
	p, err := proxy.Listen(addr, w.seed+w.lastNumber<<32)
	if err != nil {
		return nil, err
	}
	w.proxies[addr] = p
	w.tell(p)
	return p, nil
}

// disturb changes a dial of each way that a fault is about, and returns what
// sets it back.
func (w *wire) disturb(spell any, value float64, ways [2]bool, of func(*wire) *[2]dial) (undo func()) {
	set := func(do func(*dial)) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for i, concerned := range ways {
			if concerned {
				do(&of(w)[i])
			}
		}
		for _, p := range w.proxies {
			w.tell(p)
		}
	}
	set(func(d *dial) { d.turn(spell, value) })
	return func() { set(func(d *dial) { d.back(spell) }) }
}

func (w *wire) tell(p *proxy.Proxy) {
	p.Cut(w.cut[0].most() > 0, w.cut[1].most() > 0)
	p.Lose(w.lost[0].most(), w.lost[1].most())
	p.Delay(time.Duration(w.late[0].sum()), time.Duration(w.late[1].sum()))
}

func (w *wire) close() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.proxies {
		p.Close()
	}
}

// dial is a strength that several faults at one time turn up.
type dial struct{ by map[any]float64 }

func (d *dial) turn(spell any, value float64) {
	if d.by == nil {
		d.by = make(map[any]float64)
	}
	d.by[spell] = value
}

func (d *dial) back(spell any) { delete(d.by, spell) }

func (d *dial) most() (m float64) {
	for _, v := range d.by {
		m = max(m, v)
	}
	return m
}

func (d *dial) sum() (sum float64) {
	for _, v := range d.by {
		sum += v
	}
	return sum
}

func (d *dial) product() float64 {
	p := 1.0
	for _, v := range d.by {
		p *= v
	}
	return p
}
