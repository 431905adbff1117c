package sim

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// The queue must agree with the plainest thing that can be right: a sorted
// list, stable within one instant and class.
func TestQueueLeavesInOrder(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		var q queue
		var want []event
		for n := range uint32(2000) {
			if r.IntN(3) > 0 {
				span := int64(1) << r.IntN(40)
				e := event{at: q.now + time.Duration(r.Int64N(span)), slot: n, tag: newTag(1, Class(r.IntN(int(classes))))}
				q.push(e)
				want = append(want, e)
				continue
			}
			horizon := q.now + time.Duration(r.Int64N(1<<20))
			slices.SortStableFunc(want, func(a, b event) int {
				if a.at != b.at {
					return int(min(max(a.at-b.at, -1), 1))
				}
				return int(a.tag.class()) - int(b.tag.class())
			})
			got, ok := q.pop(horizon)
			switch due := len(want) > 0 && want[0].at <= horizon; {
			case ok != due:
				t.Fatalf("seed %d: pop(%v) = %v, want %v", seed, horizon, ok, due)
			case ok && got != want[0]:
				t.Fatalf("seed %d: pop = %+v, want %+v", seed, got, want[0])
			case ok:
				want = want[1:]
			}
		}
	}
}

// A pop whose horizon lies before the next event must not move the queue on:
// earlier events may still be pushed.
func TestQueueHorizonKeepsThePast(t *testing.T) {
	var q queue
	q.push(event{at: 100, slot: 1})
	if _, ok := q.pop(50); ok {
		t.Fatal("an event after the horizon was taken")
	}
	q.push(event{at: 60, slot: 2})
	if e, _ := q.pop(1000); e.slot != 2 {
		t.Fatalf("took slot %d first, want 2", e.slot)
	}
}

func TestSaltPermutesWithinInstantAndClass(t *testing.T) {
	order := func(salt uint64) (slots []uint32) {
		q := queue{salt: salt}
		for i := range uint32(8) {
			q.push(event{at: time.Duration(1 + i/4), slot: i, tag: newTag(1, Class(i/2%2))})
		}
		for e, ok := q.pop(10); ok; e, ok = q.pop(10) {
			slots = append(slots, e.slot)
		}
		return slots
	}
	if got := order(0); !slices.Equal(got, []uint32{0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("without salt: %v", got)
	}
	swapped := make(map[int]bool)
	for salt := range uint64(64) {
		got := order(salt)
		for i := 0; i < 8; i += 2 {
			pair := slices.Sorted(slices.Values(got[i : i+2]))
			if !slices.Equal(pair, []uint32{uint32(i), uint32(i + 1)}) {
				t.Fatalf("salt %d broke the order of instants or classes: %v", salt, got)
			}
			swapped[i] = swapped[i] || got[i] > got[i+1]
		}
	}
	if len(swapped) != 4 || !swapped[0] || !swapped[2] || !swapped[4] || !swapped[6] {
		t.Errorf("64 salts never swapped some pair: %v", swapped)
	}
}
