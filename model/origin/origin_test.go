package origin_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"stampede/model/observe"
	"stampede/model/origin"
	"stampede/model/workload"
	"stampede/sim"
)

const ms = time.Millisecond

type sink func(*observe.Event)

func (s sink) Observe(e *observe.Event) { s(e) }

// Five loads at once on two connections: they are served in pairs, in order.
func TestLoadsQueueForAConnection(t *testing.T) {
	s := sim.New(sim.Config{})
	defer s.Close()
	queued, working := int32(0), int32(0)
	r := observe.NewRecorder(1, sink(func(e *observe.Event) {
		switch e.Kind {
		case observe.OriginQueued:
			queued = max(queued, e.Count)
		case observe.OriginStart:
			working = max(working, e.Count)
		}
	}))
	o := origin.New(s, r, workload.Constant(10*ms), 2)
	p := s.NewProcess("p")
	var ends []string
	for i := range 5 {
		p.Go("load", func() {
			data, err := o.Load(context.Background(), &observe.Work{})
			v, ok := observe.DecodePayload(data)
			if err != nil || !ok {
				t.Errorf("load %d: %q, %v", i, data, err)
			}
			ends = append(ends, fmt.Sprintf("%d at %v, read at %v", i, s.Now(), v.ReadAt))
		})
	}
	if err := s.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"0 at 10ms, read at 0s", "1 at 10ms, read at 0s", "2 at 20ms, read at 10ms",
		"3 at 20ms, read at 10ms", "4 at 30ms, read at 20ms",
	}
	if !slices.Equal(ends, want) || queued != 3 || working != 2 {
		t.Errorf("%v, %d queued, %d at work; want %v, 3, 2", ends, queued, working, want)
	}
}

// A caller that gives up leaves the origin with the work.
func TestAnAbandonedLoadKeepsItsConnection(t *testing.T) {
	s := sim.New(sim.Config{})
	defer s.Close()
	failed := 0
	o := origin.New(s, observe.NewRecorder(1, sink(func(e *observe.Event) {
		if e.Kind == observe.RecomputeEnd && e.Failed {
			failed++
		}
	})), workload.Constant(10*ms), 1)
	p := s.NewProcess("p")
	p.Go("impatient", func() {
		ctx, cancel := s.WithTimeout(context.Background(), ms)
		defer cancel()
		if _, err := o.Load(ctx, &observe.Work{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("gave up with %v", err)
		}
	})
	p.Go("patient", func() {
		_ = p.Sleep(context.Background(), 2*ms)
		_, _ = o.Load(context.Background(), &observe.Work{})
		if s.Now() != 20*ms {
			t.Errorf("the second load ended at %v, want 20ms", s.Now())
		}
	})
	if err := s.Run(time.Hour); err != nil {
		t.Fatal(err)
	}
	if failed != 1 {
		t.Errorf("%d failed loads, want 1", failed)
	}
}
