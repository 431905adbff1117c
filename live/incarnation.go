package live

import (
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os/exec"
	"sync"

	"stampede/internal/child"
	"stampede/model/observe"
)

// incarnation is one process of the operating system, from its start to its end.
type incarnation struct {
	*listener
	peer  *peer
	cmd   *exec.Cmd
	words *words // what it writes to its standard error

	sending sync.Mutex
	in      io.WriteCloser
	orders  *gob.Encoder

	mu       sync.Mutex
	expected bool // it is ended from here
	gone     bool
	ended    chan struct{} // closed with it
	numbers  uint64
	replies  map[uint64]chan report
	loads    map[uint64]context.CancelFunc
}

// hearAll takes what the process tells, until it has ended.
func (c *incarnation) hearAll(out io.Reader) {
	reports := gob.NewDecoder(out)
	for {
		var r report
		if reports.Decode(&r) != nil {
			break
		}
		c.take(&r)
	}
	child.Kill(c.cmd) // it may have closed its output only
	err := c.cmd.Wait()
	p := c.peer
	p.started.add(0, 1)
	p.recorder.leave(c.tellings)
	c.mu.Lock()
	c.gone = true
	for _, leave := range c.loads {
		leave()
	}
	expected := c.expected
	c.mu.Unlock()
	c.crashed(c.end())
	if !expected {
		p.died(&failure{ErrProcess, fmt.Sprintf("%s ended by itself: %v%s", p.name(), err, c.words.told())})
	}
	close(c.ended)
}

// take takes one report.
func (c *incarnation) take(r *report) {
	switch r.Kind {
	case reportReplied:
		c.mu.Lock()
		defer c.mu.Unlock()
		if waits := c.replies[r.Ticket]; waits != nil {
			delete(c.replies, r.Ticket)
			waits <- *r
		}
	case reportObserved:
		o := *r.Observation
		o.Err = r.Err.error()
		c.peer.observe(context.Background(), o)
	case reportCommandFailed:
		go c.peer.failed(r.Err)
	case reportAskLoad, reportAskWrite, reportAskRenewed, reportAskWay:
		c.answer(r)
	case reportLeaveLoad:
		c.mu.Lock()
		defer c.mu.Unlock()
		if leave := c.loads[r.Ticket]; leave != nil {
			leave()
		}
	default:
		c.note(r)
	}
}

// answer answers a question. A load takes a while.
func (c *incarnation) answer(r *report) {
	var w *observe.Work
	if x := c.listed(r.Work); x != nil {
		w = x.work
	}
	reply := func(data []byte, err error) {
		c.send(order{Kind: orderAnswer, ID: r.Ticket, Data: data, Err: tellError(err)})
	}
	switch r.Kind {
	case reportAskLoad:
		ctx, leave := context.WithCancel(c.peer.life)
		c.mu.Lock()
		c.loads[r.Ticket] = leave
		if c.gone {
			leave()
		}
		c.mu.Unlock()
		go func() {
			defer leave()
			data, err := c.peer.origin.load(ctx, w)
			c.mu.Lock()
			delete(c.loads, r.Ticket)
			c.mu.Unlock()
			reply(data, err)
		}()
	case reportAskWrite:
		err := c.peer.origin.write(w)
		go reply(nil, err)
	case reportAskRenewed:
		data, err := c.peer.origin.renewed(w, r.Ahead)
		go reply(data, err)
	case reportAskWay:
		go func() {
			way, err := c.peer.wire.way(r.Key)
			reply([]byte(way), err)
		}()
	}
}

// send sends an order. If the process has ended nobody obeys it.
func (c *incarnation) send(o order) {
	c.sending.Lock()
	defer c.sending.Unlock()
	_ = c.orders.Encode(&o)
}

// ask sends an order that is replied to, and returns the reply.
func (c *incarnation) ask(ctx context.Context, o order) (report, error) {
	waits := make(chan report, 1)
	c.mu.Lock()
	c.numbers++
	o.ID = c.numbers
	c.replies[o.ID] = waits
	c.mu.Unlock()
	go c.send(o) // it may be frozen
	select {
	case r := <-waits:
		return r, r.Err.error()
	case <-ctx.Done():
		return report{}, ctx.Err()
	case <-c.ended:
		return report{}, &failure{ErrProcess, c.peer.name() + " ended" + c.words.told()}
	}
}

// kill ends the process at once, and returns when all that it told is heard.
func (c *incarnation) kill() {
	c.mu.Lock()
	c.expected = true
	c.mu.Unlock()
	child.Kill(c.cmd)
	<-c.ended
	_ = c.in.Close()
}
