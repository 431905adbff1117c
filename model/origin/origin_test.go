package origin_test

import (
	"context"
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
	o := origin.New(s, r, origin.Options{Latency: workload.Constant(10 * ms), Connections: 2})
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
