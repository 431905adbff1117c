package proxy

import (
	"fmt"
	"net"
	"sync"
	"time"
)

// Proxy passes connections on to one address.
type Proxy struct {
	target   string
	seed     uint64
	listener net.Listener
	work     sync.WaitGroup

	mu      sync.Mutex
	trouble trouble
	changed chan struct{} // closed, and made anew, when trouble changes
	open    map[net.Conn]bool
	closed  bool
	opened  uint64 // connections so far
}

// direction of the bytes on a connection.
type direction int

const (
	request direction = iota // from the client to the server
	reply
	directions
)

// trouble is what is wrong with the network, at one time.
type trouble struct {
	cut         [directions]bool
	delay       [directions]time.Duration // of each piece of data
	loseReplies int
	lost        [directions]float64 // share of the pieces of data that get lost
}

// Listen starts a proxy on a free port of the loopback interface. What gets lost on a
// connection depends on the seed and on how many there were before it.
func Listen(target string, seed uint64) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("proxy for %s: %w", target, err)
	}
	p := &Proxy{target: target, seed: seed, listener: l, changed: make(chan struct{}), open: make(map[net.Conn]bool)}
	p.work.Go(p.accept)
	return p, nil
}

// Addr returns the proxy's address: HOST:PORT.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Cut stops what goes either way, without a word to either end: what is sent
// meanwhile arrives when it is no longer cut, as TCP would send it again.
func (p *Proxy) Cut(requests, replies bool) {
	p.change(func(t *trouble) { t.cut = [directions]bool{requests, replies} })
}

// Heal ends all trouble.
func (p *Proxy) Heal() { p.change(func(t *trouble) { *t = trouble{} }) }

// Delay holds each piece of data up for so long, each way.
func (p *Proxy) Delay(requests, replies time.Duration) {
	p.change(func(t *trouble) { t.delay = [directions]time.Duration{requests, replies} })
}

// LoseReplies breaks the next n connections that a server sends anything on, and
// does not pass it on: what was asked for has been done.
func (p *Proxy) LoseReplies(n int) { p.change(func(t *trouble) { t.loseReplies = n }) }

// Lose has a share of the pieces of data, from 0 to 1, get lost each way. Nothing
// further goes that way on the connection then, and neither end is told: who
// waits for an answer waits in vain.
func (p *Proxy) Lose(requests, replies float64) {
	p.change(func(t *trouble) { t.lost = [directions]float64{requests, replies} })
}

func (p *Proxy) change(f func(*trouble)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(&p.trouble)
	close(p.changed)
	p.changed = make(chan struct{})
}

// Close ends the proxy and its connections.
func (p *Proxy) Close() {
	_ = p.listener.Close()
	p.mu.Lock()
	p.closed = true
	for c := range p.open {
		_ = c.Close()
	}
	close(p.changed)
	p.changed = make(chan struct{})
	p.mu.Unlock()
	p.work.Wait()
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.work.Go(func() { p.join(client) })
	}
}
