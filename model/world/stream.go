package world

import (
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/sim"
)

// stream starts the requests of all open arrivals.
type stream struct {
	world    *world
	requests *scenario.Requests
	next     workload.Request
	arrivals int
	sleeps   *sim.Rand
}

// startStream begins the open arrivals, if there are any.
func (w *world) startStream() error {
	if !w.scenario.Open() {
		return nil
	}
	requests, err := w.scenario.Requests(func(owner, purpose string) workload.Source { return w.sim.Rand(owner, purpose) }, w.progress)
	if err != nil {
		return err
	}
	w.stream = &stream{world: w, requests: requests, sleeps: w.sim.Rand("stream", "oversleep")}
	w.stream.await()
	return nil
}

// await waits for the next request: who sends them, one after the other, sleeps until
// it is due, unless that is past.
func (s *stream) await() {
	if !s.requests.Next(&s.next) {
		return
	}
	w := s.world
	at := w.sim.Now()
	if s.next.At > at {
		at = s.next.At + w.scenario.Oversleep.Draw(s.sleeps)
	}
	w.sim.Schedule(at, sim.Client, s)
}

// Handle begins a request: the processes take turns.
func (s *stream) Handle() {
	w, key := s.world, int(s.next.Key)
	i := s.arrivals % len(w.apps)
	s.arrivals++
	switch s.next.Operation {
	case workload.Read:
		w.newLateRead(nil, s.next.At).start(i, key, observe.LoadScript{})
	case workload.Write:
		w.startWrite(i, key, w.scenario.WriteRule(), true)
	case workload.Invalidate:
		w.startWrite(i, key, scenario.Writes{Then: scenario.Invalidate}, false)
	}
	s.await()
}

// close ends the stream, and returns why it broke off, if it did.
func (s *stream) close() error {
	if s == nil {
		return nil
	}
	_ = s.requests.Close() // it was only read
	return s.requests.Err()
}
