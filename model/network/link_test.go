package network_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"stampede/model/network"
	"stampede/model/observe"
	"stampede/model/redis"
	"stampede/sim"
)

const ms = time.Millisecond

func setUp(t *testing.T, service time.Duration) (*sim.Sim, *sim.Process, client) {
	w := newWorld(t, service, redis.Topology{})
	p, c := w.process("p", network.Options{})
	return w.sim, p, c
}

func request(c observe.Command, value string) redis.Request {
	return redis.Request{Command: c, Work: &observe.Work{}, Key: "k", Value: []byte(value), TTL: time.Hour}
}

// The server works on one command at a time: a round trip is two legs, the
// service, and the wait for those that came before.
func TestARoundTripQueuesAtTheServer(t *testing.T) {
	s, p, client := setUp(t, 10*ms)
	var ends []string
	for i := range 3 {
		p.Go("caller", func() {
			_ = p.Sleep(context.Background(), time.Duration(i)*ms)
			if _, err := client.Do(context.Background(), request(observe.Get, "")); err != nil {
				t.Error(err)
			}
			ends = append(ends, fmt.Sprint(s.Now()))
		})
	}
	if err := s.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
	if want := []string{"15ms", "25ms", "35ms"}; !slices.Equal(ends, want) {
		t.Errorf("replies at %v, want %v", ends, want)
	}
}

// Who gives up waiting does not take the command back.
func TestAnAbandonedRequestTakesEffect(t *testing.T) {
	s, p, client := setUp(t, 0)
	p.Go("caller", func() {
		ctx, cancel := s.WithTimeout(context.Background(), ms)
		defer cancel()
		if _, err := client.Do(ctx, request(observe.Set, "v")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("gave up with %v", err)
		}
		if _, err := client.Do(ctx, request(observe.Set, "never sent")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a call under a done context: %v", err)
		}
		_ = p.Sleep(context.Background(), 10*ms)
		r, err := client.Do(context.Background(), request(observe.Get, ""))
		if err != nil || string(r.Data) != "v" {
			t.Errorf("later: %q, %v", r.Data, err)
		}
	})
	if err := s.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
}

func TestACrashedCallerSendsNothing(t *testing.T) {
	s, p, client := setUp(t, 0)
	p.Go("caller", func() {
		defer func() { _, _ = client.Do(context.Background(), request(observe.Set, "from a defer")) }()
		_ = p.Sleep(context.Background(), time.Minute)
	})
	s.Schedule(ms, sim.Fault, sim.HandlerFunc(p.Crash))
	other := s.NewProcess("other")
	other.Go("reader", func() {
		_ = other.Sleep(context.Background(), time.Second)
		if r, _ := client.Do(context.Background(), request(observe.Get, "")); r.OK {
			t.Errorf("a crashed process wrote %q", r.Data)
		}
	})
	if err := s.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
}
