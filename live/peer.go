package live

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"stampede/internal/child"
	"stampede/model/observe"
	"stampede/strategies"
)

// peer is an application process that is one of the operating system's: a worker,
// which this process has started and speaks to. When it crashes and is started
// anew, that is another.
type peer struct {
	setup    setup
	command  []string // what starts a worker
	recorder *recorder
	origin   *origin
	wire     *wire
	observe  func(context.Context, strategies.Observation) // or nil
	failed   func(error)
	died     func(error)     // is told if it ends by itself
	life     context.Context // of the reads
	started  *counter

	mu      sync.Mutex
	now     *incarnation // nil while it is down
	downs   int          // crashes that are not over
	pauses  int
	ahead   time.Duration // its clock
	over    bool
	unleash func() bool // ends the wait for the end of life
}

// counter counts the processes that were started, and those of them that have ended.
type counter struct {
	mu             sync.Mutex
	started, ended int
}

// start starts a process, and makes it what the peer is.
func (p *peer) start(ctx context.Context) (*incarnation, error) {
	cmd := exec.Command(p.command[0], p.command[1:]...)
	cmd.SysProcAttr = child.Attributes()
	c := &incarnation{
		peer: p, cmd: cmd, words: new(words), ended: make(chan struct{}),
		replies: make(map[uint64]chan report), loads: make(map[uint64]context.CancelFunc),
	}
	cmd.Stderr = c.words
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, &failure{ErrProcess, fmt.Sprintf("%s could not be started: %v", p.name(), err)}
	}
	p.started.add(1, 0)
	c.in, c.orders = in, gob.NewEncoder(in)
	c.listener = newListener(p.recorder, int32(p.setup.Role.Index))
	go c.hearAll(out)
	s := p.setup
	if _, err := c.ask(ctx, order{Kind: orderSetup, Setup: &s}); err != nil {
		c.kill()
		return nil, err
	}
	return c, nil
}

func (p *peer) name() string { return fmt.Sprintf("process-%d", p.setup.Role.Index+1) }

func (c *counter) add(started, ended int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.started += started
	c.ended += ended
}

// connect starts the process and has it open its connections.
func (p *peer) connect(ctx context.Context) error {
	c, err := p.start(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.now = c
	p.unleash = context.AfterFunc(p.life, p.end)
	p.mu.Unlock()
	_, err = c.ask(ctx, order{Kind: orderConnect})
	return err
}

// end tells the process that the run is over; also one that is paused.
func (p *peer) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	if p.now != nil {
		p.thaw()
		go p.now.send(order{Kind: orderEnd})
	}
}

func (p *peer) current() *incarnation {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

func (p *peer) up() bool { return p.current() != nil }

func (p *peer) read(ctx context.Context, q readRequest) {
	c := p.current()
	if c == nil {
		return // it has crashed this very moment
	}
	w := &observe.Work{Process: int32(p.setup.Role.Index), Key: int32(q.Key), Load: q.Load}
	id, done := c.expect(w, q.Due, true)
	q.ID = id
	stop := context.AfterFunc(ctx, func() { c.send(order{Kind: orderLeave, ID: id}) })
	defer stop()
	c.send(order{Kind: orderServe, Read: &q})
	<-done
}

func (p *peer) write(q writeRequest) {
	c := p.current()
	if c == nil {
		return
	}
	id, done := c.expect(&observe.Work{Process: int32(p.setup.Role.Index), Key: int32(q.Key)}, 0, false)
	q.ID = id
	c.send(order{Kind: orderServe, Write: &q})
	<-done
}

func (p *peer) fill(values [][]byte) ([]fill, error) {
	r, err := p.current().ask(p.life, order{Kind: orderFill, Values: values})
	return r.Filled, err
}

// pause freezes the process. (SIGSTOP)
func (p *peer) pause() (resume func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pauses++; p.pauses == 1 && p.now != nil && !p.over {
		err = p.freeze(p.now)
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.pauses--; p.pauses == 0 && p.now != nil {
			p.thaw()
		}
	}, err
}

func (p *peer) freeze(c *incarnation) error {
	err := child.Freeze(c.cmd)
	if err == nil {
		p.recorder.freeze(c.tellings, true)
	}
	return err
}

func (p *peer) thaw() {
	p.recorder.freeze(p.now.tellings, false)
	_ = child.Thaw(p.now.cmd) // one that has ended goes on no more
}

func (p *peer) shiftClock(by time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ahead += by
	if p.now != nil {
		go p.now.send(order{Kind: orderShift, ShiftBy: by})
	}
}

// crash ends the process at once, with all it was at. (SIGKILL) What is returned
// starts it anew: it knows nothing then. A second crash needs a second restart.
func (p *peer) crash() (restart func(context.Context) error) {
	p.mu.Lock()
	p.downs++
	c := p.now
	p.now = nil
	p.mu.Unlock()
	if c != nil {
		c.kill()
	}
	return p.restart
}

func (p *peer) restart(ctx context.Context) error {
	p.mu.Lock()
	p.downs--
	again := p.downs == 0 && !p.over
	p.mu.Unlock()
	if !again {
		return nil
	}
	c, err := p.start(ctx)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.downs > 0 || p.over {
		go c.kill()
		return nil
	}
	c.send(order{Kind: orderShift, ShiftBy: p.ahead})
	p.now = c
	if p.pauses > 0 {
		return p.freeze(c)
	}
	return nil
}

// Close waits for background work, until ctx is done.
func (p *peer) Close(ctx context.Context) error {
	c := p.current()
	if c == nil {
		return nil
	}
	_, err := c.ask(ctx, order{Kind: orderFinish})
	if errors.Is(err, ErrProcess) {
		return nil // with its work
	}
	return err
}

// close ends the process.
func (p *peer) close() {
	p.mu.Lock()
	c := p.now
	p.now, p.over = nil, true
	if p.unleash != nil {
		p.unleash()
	}
	p.mu.Unlock()
	if c != nil {
		c.kill()
	}
}
