package live

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/strategies"
)

// Work is one application process of a run, on behalf of the one that has started
// this process of the operating system: its orders come from in, and what happens
// is told to out. It returns when in ends. The caller must exit then: what is in
// progress is not waited for.
func Work(in io.Reader, out io.Writer) error {
	silence()
	orders := gob.NewDecoder(in)
	var first order
	if err := orders.Decode(&first); err != nil || first.Setup == nil {
		return errors.New("live: a worker is started by a run, and takes its orders from there")
	}
	w := &worker{
		teller: newTeller(out), setup: *first.Setup,
		answers: make(map[uint64]chan order), leaves: make(map[uint64]context.CancelFunc),
	}
	w.life, w.end = context.WithCancel(context.Background())
	defer w.end()
	go w.tick(w.life)
	err := w.begin()
	w.reply(first.ID, report{Err: tellError(err)})
	for {
		var o order
		if orders.Decode(&o) != nil {
			return nil
		}
		w.obey(&o)
	}
}

// worker is a process that takes orders.
type worker struct {
	*teller
	setup   setup
	process *process
	life    context.Context
	end     context.CancelFunc

	mu      sync.Mutex
	answers map[uint64]chan order         // to its own questions
	leaves  map[uint64]context.CancelFunc // of its reads
}

// begin makes the process.
func (w *worker) begin() error {
	to := w.setup.Role
	preset, err := scenario.Strategy(to.Preset).Preset()
	if err != nil {
		return err
	}
	at := surroundings{
		keys: keyNames(to.Prefix, to.Keys), recorder: w.teller, origin: w, failed: w.failed, life: w.life,
		dial: dialerTo(w.setup.Direct),
	}
	if at.address, err = parseAddress(w.setup.Address); err != nil {
		return err
	}
	for _, url := range w.setup.LockServers {
		a, err := parseAddress(url)
		if err != nil {
			return err
		}
		at.lockServers = append(at.lockServers, a)
	}
	if w.setup.Wired {
		at.dial = w.dial
	}
	if w.setup.Observed {
		at.observe = w.observed
	}
	w.process, err = newProcess(to, preset, at)
	return err
}

// obey does what it is told. What takes time it does beside.
func (w *worker) obey(o *order) {
	switch o.Kind {
	case orderConnect:
		go func() { w.reply(o.ID, report{Err: tellError(w.process.connect(w.life))}) }()
	case orderFill:
		filled, _ := w.process.fill(o.Values) // it has no errors
		w.reply(o.ID, report{Filled: filled})
	case orderServe:
		w.serve(o)
	case orderLeave:
		w.mu.Lock()
		defer w.mu.Unlock()
		if leave := w.leaves[o.ID]; leave != nil {
			leave()
		}
	case orderAnswer:
		w.mu.Lock()
		defer w.mu.Unlock()
		if asked := w.answers[o.ID]; asked != nil {
			delete(w.answers, o.ID)
			asked <- *o
		}
	case orderShift:
		w.process.shiftClock(o.ShiftBy)
	case orderFinish:
		go func() {
			if w.process.Close(w.life) != nil {
				_ = w.process.Close(context.Background()) // it waits
			}
			w.reply(o.ID, report{})
		}()
	case orderEnd:
		w.end()
	}
}

func (w *worker) reply(to uint64, r report) {
	r.Kind, r.Ticket = reportReplied, to
	w.tell(r)
}

// serve does a read or a write.
func (w *worker) serve(o *order) {
	if o.Write != nil {
		go w.process.write(*o.Write)
		return
	}
	ctx, leave := context.WithCancel(w.life)
	w.mu.Lock()
	w.leaves[o.Read.ID] = leave
	w.mu.Unlock()
	go func() {
		w.process.read(ctx, *o.Read)
		leave()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.leaves, o.Read.ID)
	}()
}

// ask asks the run, and returns its answer. If ctx is done first it says so.
func (w *worker) ask(ctx context.Context, r report) ([]byte, error) {
	r.Ticket = w.number()
	asked := make(chan order, 1)
	w.mu.Lock()
	w.answers[r.Ticket] = asked
	w.mu.Unlock()
	w.tell(r)
	select {
	case o := <-asked:
		return o.Data, o.Err.error()
	case <-ctx.Done():
		w.mu.Lock()
		delete(w.answers, r.Ticket)
		w.mu.Unlock()
		w.tell(report{Kind: reportLeaveLoad, Ticket: r.Ticket})
		return nil, ctx.Err()
	}
}

// The origin is the run's, which all processes share.

func (w *worker) load(ctx context.Context, of *observe.Work) ([]byte, error) {
	return w.ask(ctx, report{Kind: reportAskLoad, Work: of.ID})
}

func (w *worker) write(of *observe.Work) error {
	_, err := w.ask(w.life, report{Kind: reportAskWrite, Work: of.ID})
	return err
}

func (w *worker) renewed(of *observe.Work, ahead int) ([]byte, error) {
	return w.ask(w.life, report{Kind: reportAskRenewed, Work: of.ID, Ahead: ahead})
}

// dial opens a connection by the way that the run says.
func (w *worker) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	way, err := w.ask(ctx, report{Kind: reportAskWay, Key: addr})
	if err != nil {
		return nil, fmt.Errorf("the way to %s: %w", addr, err)
	}
	var d net.Dialer
	return d.DialContext(ctx, network, string(way))
}

func (w *worker) observed(_ context.Context, o strategies.Observation) {
	err := tellError(o.Err)
	o.Err = nil
	w.tell(report{Kind: reportObserved, Observation: &o, Err: err})
}

// failed passes an error on, unless it is an answer of the server's: then it is
// there.
func (w *worker) failed(err error) {
	if !isAnswer(err) {
		w.tell(report{Kind: reportCommandFailed, Err: tellError(err)})
	}
}
