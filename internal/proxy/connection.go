package proxy

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// connection is one client's connection and the one to the server for it.
type connection struct {
	proxy          *Proxy
	client, server net.Conn
}

// join passes on what comes from a client, until either end closes.
func (p *Proxy) join(client net.Conn) {
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = client.Close()
		return
	}
	c := &connection{p, client, server}
	number, ok := p.enter(client, server)
	if ok {
		var pumps sync.WaitGroup
		pumps.Go(func() { c.pump(request, client, server, p.random(number, request)) })
		pumps.Go(func() { c.pump(reply, server, client, p.random(number, reply)) })
		pumps.Wait()
	}
	c.close()
	p.leave(client, server)
}

func (p *Proxy) random(number uint64, d direction) *rand.Rand {
	return rand.New(rand.NewPCG(p.seed, number*uint64(directions)+uint64(d)))
}

func (p *Proxy) enter(ends ...net.Conn) (number uint64, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range ends {
		p.open[c] = true
	}
	p.opened++
	return p.opened, !p.closed
}

func (p *Proxy) leave(ends ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range ends {
		delete(p.open, c)
	}
}

func (c *connection) close() {
	_ = c.client.Close()
	_ = c.server.Close()
}

// pump passes bytes on in one direction.
func (c *connection) pump(d direction, from, to net.Conn, random *rand.Rand) {
	defer c.close()
	buffer := make([]byte, 64<<10)
	lost := false
	for {
		n, err := from.Read(buffer)
		if n > 0 && (lost || c.proxy.loses(d, random)) {
			lost, n = true, 0
		}
		if n > 0 {
			if !c.proxy.pass(d) {
				return
			}
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			// An end that closes is not heard of through a cut.
			c.proxy.pass(d)
			return
		}
	}
}

// loses tells whether a piece of data gets lost.
func (p *Proxy) loses(d direction, random *rand.Rand) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	share := p.trouble.lost[d]
	return share > 0 && random.Float64() < share
}

// pass waits until data may go on; it reports false if its connection must break
// instead.
func (p *Proxy) pass(d direction) bool {
	for first := true; ; first = false {
		p.mu.Lock()
		t, changed := p.trouble, p.changed
		if p.closed {
			p.mu.Unlock()
			return false
		}
		if !t.cut[d] && d == reply && t.loseReplies > 0 {
			p.trouble.loseReplies--
			p.mu.Unlock()
			return false
		}
		p.mu.Unlock()
		switch {
		case t.cut[d]:
			<-changed
		case first && t.delay[d] > 0:
			time.Sleep(t.delay[d])
		default:
			return true
		}
	}
}
