package observe

import (
	"context"
	"fmt"
	"testing"
	"time"

	"stampede/strategies"
)

// An error counts by what befell the read, not by what that came from; the error of a
// reader who has left is that it did.
func TestErrorsCountByTheirCause(t *testing.T) {
	both := func(outer, inner error) error { return fmt.Errorf("%w: %w", outer, inner) }
	for _, c := range []struct {
		answer Answer
		want   string
	}{
		{Answer{Err: strategies.ErrBusy}, "busy"},
		{Answer{Err: both(strategies.ErrOrigin, strategies.ErrNotFound)}, "not found"},
		{Answer{Err: both(strategies.ErrCacheUnavailable, context.DeadlineExceeded)}, "Redis unavailable"},
		{Answer{Err: both(strategies.ErrOrigin, context.Canceled), GaveUp: true}, "canceled"},
		{Answer{Err: strategies.ErrOverload, GaveUp: true}, "overload"},
		{Answer{Err: fmt.Errorf("boom")}, "undeclared"},
	} {
		s := NewSummary(time.Second, 0)
		w := &Work{Process: 0}
		r := NewRecorder(1, s)
		for i := range time.Duration(3) {
			*w = Work{}
			r.StartRead(i*time.Second, w)
			r.Answer(w, c.answer)
			r.EndRead((i+1)*time.Second, w, Error, time.Second, -1)
		}
		got := s.Result()
		if got.ErrorCauses[c.want] != 3 || len(got.ErrorCauses) != 1 || got.ErrorSpans[c.want] != (Span{FirstMS: 1000, LastMS: 3000}) {
			t.Errorf("%v: %v, %v, want 3 of %s from 1 s to 3 s", c.answer.Err, got.ErrorCauses, got.ErrorSpans, c.want)
		}
	}
	s := NewSummary(time.Second, 0)
	r := NewRecorder(1, s)
	answered, unheard := &Work{}, &Work{}
	r.StartRead(0, answered)
	r.Answer(answered, Answer{Err: strategies.ErrBusy})
	r.EndRead(0, answered, Error, 0, -1)
	r.StartRead(0, unheard)
	r.EndRead(0, unheard, Error, 0, -1)
	if got := s.Result().ErrorCauses; got["busy"] != 1 || got["no process"] != 1 {
		t.Errorf("one was busy, and one found no process: %v", got)
	}
}
