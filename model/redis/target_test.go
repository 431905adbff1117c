package redis_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"stampede/model/redis"
	"stampede/sim"
)

// target is a server under comparison: the model, miniredis, or a real one.
type target interface {
	// do sends a command on a connection, from 1, and returns the reply.
	do(conn int, args ...string) (redis.Reply, error)
	// receive returns the next message that the connection is sent unasked.
	receive(conn int) (redis.Reply, error)
	wait(d time.Duration)
	// began returns the time at which the target took up its work, by its
	// clock; and late by how much longer it has been at it than its waits.
	began() time.Time
	late() time.Duration
	close()
}

// modelTarget is the model, in a time of its own.
type modelTarget struct {
	instance *redis.Instance
	start    time.Time
	waited   time.Duration
	sessions map[int]*redis.Session
	pushes   map[int][]redis.Reply
}

func newModel() *modelTarget { return newModelAt(redis.Redis70) }

func newModelAt(v redis.Version) *modelTarget {
	o := redis.Options{Version: v, Scripts: redis.StrategyScripts()}
	return &modelTarget{
		instance: redis.NewInstance(o, sim.NewRand(1, "model", "sampling")), start: sim.Epoch,
		sessions: make(map[int]*redis.Session), pushes: make(map[int][]redis.Reply),
	}
}

func (m *modelTarget) do(conn int, args ...string) (redis.Reply, error) {
	if m.sessions[conn] == nil {
		m.sessions[conn] = m.instance.NewSession(func(r redis.Reply) { m.pushes[conn] = append(m.pushes[conn], r) })
	}
	words := make([][]byte, len(args))
	for i, a := range args {
		words[i] = []byte(a)
	}
	return m.sessions[conn].Do(time.Duration(m.start.UnixNano())+m.waited, words), nil
}

func (m *modelTarget) receive(conn int) (redis.Reply, error) {
	if len(m.pushes[conn]) == 0 {
		return redis.Reply{}, errors.New("no message")
	}
	r := m.pushes[conn][0]
	m.pushes[conn] = m.pushes[conn][1:]
	return r, nil
}

func (m *modelTarget) wait(d time.Duration) { m.waited += d }
func (m *modelTarget) began() time.Time     { return m.start }
func (m *modelTarget) late() time.Duration  { return 0 }
func (m *modelTarget) close()               {}

// wires is a target that is spoken to over connections.
type wires struct {
	dial  func() (net.Conn, error)
	conns map[int]*wire
}

func (w *wires) conn(number int) (*wire, error) {
	if c := w.conns[number]; c != nil {
		return c, nil
	}
	n, err := w.dial()
	if err != nil {
		return nil, err
	}
	w.conns[number] = newWire(n)
	return w.conns[number], nil
}

func (w *wires) do(conn int, args ...string) (redis.Reply, error) {
	c, err := w.conn(conn)
	if err != nil {
		return redis.Reply{}, err
	}
	if err := c.send(args); err != nil {
		return redis.Reply{}, err
	}
	return c.receive()
}

// pipeline sends commands at one time, and returns the replies.
func (w *wires) pipeline(commands [][]string) ([]redis.Reply, error) {
	c, err := w.conn(1)
	if err != nil {
		return nil, err
	}
	if err := c.send(commands...); err != nil {
		return nil, err
	}
	replies := make([]redis.Reply, len(commands))
	for i := range replies {
		if replies[i], err = c.receive(); err != nil {
			return nil, err
		}
	}
	return replies, nil
}

func (w *wires) receive(conn int) (redis.Reply, error) { return w.conns[conn].receive() }

func (w *wires) close() {
	for _, c := range w.conns {
		_ = c.Close()
	}
}

// miniTarget is miniredis, whose clock moves when it is told to.
type miniTarget struct {
	wires
	server *miniredis.Miniredis
	start  time.Time
	waited time.Duration
}

func newMini() *miniTarget {
	m := &miniTarget{server: miniredis.NewMiniRedis(), start: sim.Epoch}
	m.server.SetTime(m.start)
	m.server.ClockTTL(true)
	m.wires = wires{m.server.Dial, make(map[int]*wire)}
	return m
}

func (m *miniTarget) wait(d time.Duration) {
	m.waited += d
	m.server.SetTime(m.start.Add(m.waited))
}

func (m *miniTarget) began() time.Time    { return m.start }
func (m *miniTarget) late() time.Duration { return 0 }

func (m *miniTarget) close() {
	m.wires.close()
	m.server.Close()
}

// realTarget is a real server, in real time.
type realTarget struct {
	wires
	start  time.Time
	waited time.Duration
}

func newReal(addr string) *realTarget {
	dial := func() (net.Conn, error) { return net.Dial("tcp", addr) }
	r := &realTarget{wires: wires{dial, make(map[int]*wire)}}
	r.start = time.Now().Truncate(time.Millisecond)
	return r
}

func (r *realTarget) wait(d time.Duration) {
	r.waited += d
	time.Sleep(time.Until(r.start.Add(r.waited)))
}

func (r *realTarget) began() time.Time    { return r.start }
func (r *realTarget) late() time.Duration { return time.Since(r.start) - r.waited }

// onWholeSecond waits for the next second of the clock, for commands that count
// in seconds.
func (r *realTarget) onWholeSecond() {
	r.start = r.start.Truncate(time.Second).Add(time.Second)
	time.Sleep(time.Until(r.start))
}

// word writes a reply for comparison: without the target's own names of keys,
// and with times counted from its beginning.
func word(r redis.Reply, prefix string) string {
	return strings.ReplaceAll(r.String(), prefix, "$")
}

func mustDo(t testing.TB, to target, args ...string) redis.Reply {
	t.Helper()
	r, err := to.do(1, args...)
	if err != nil {
		t.Fatal(fmt.Errorf("%v: %w", args, err))
	}
	return r
}
