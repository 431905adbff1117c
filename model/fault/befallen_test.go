package fault_test

import (
	"slices"
	"testing"
	"time"

	"stampede/model/fault"
	"stampede/model/observe"
)

func befallen(to fault.Target, h *fault.Holders, actor int32) []int32 {
	f := fault.Fault{Verb: fault.Crash, To: to}
	o := fault.NewPlanner([]fault.Fault{f}, streams(1), 3, time.Minute).Occur(0, 0)
	return o.Befallen(h, actor)
}

// The holder is who took the latest lock that is still held.
func TestTheLockHolderIsWhoTookTheLatestLockThatIsHeld(t *testing.T) {
	var h fault.Holders
	holder := fault.Target{Who: fault.LockHolder}
	steps := []struct {
		event observe.Event
		want  []int32
	}{
		{observe.Event{Kind: observe.ReadStart, Work: 1}, nil},
		{observe.Event{Kind: observe.LockAcquired, Work: 1, Process: 2}, []int32{2}},
		{observe.Event{Kind: observe.LockAcquired, Work: 2, Process: 0}, []int32{0}},
		{observe.Event{Kind: observe.LockForeignDelete, Work: 3, Other: 2}, []int32{2}},
		{observe.Event{Kind: observe.LockReleased, Work: 1, Other: 1}, nil},
	}
	for i, s := range steps {
		h.Observe(&s.event)
		if got := befallen(holder, &h, observe.NoOne); !slices.Equal(got, s.want) {
			t.Errorf("step %d: %v, want %v", i, got, s.want)
		}
	}
}

func TestTheActorIsWhoseDoingItWas(t *testing.T) {
	var h fault.Holders
	if got := befallen(fault.Target{Who: fault.Actor}, &h, 1); !slices.Equal(got, []int32{1}) {
		t.Errorf("%v", got)
	}
	if got := befallen(fault.Target{Who: fault.AllRedis}, &h, 1); !slices.Equal(got, []int32{observe.NoOne}) {
		t.Errorf("a server is the process %v", got)
	}
	if got := befallen(fault.Target{Who: fault.AllProcesses}, &h, 1); !slices.Equal(got, []int32{0, 1, 2}) {
		t.Errorf("all are %v", got)
	}
}
