package sim

// seat is where one waits while another runs: a task, or Run itself.
//
// What [iter.Pull] returns, and what it hands to the function that it runs, are the
// two halves of one exchange: each lets the goroutine that waits there go on, and its
// caller wait in that one's place. They take turns, whoever calls them. So there are
// seats for all but the one that runs, and who stops gives way to the next by one
// switch, where by way of Run it would be two.
type seat struct {
	next   func() (struct{}, bool)
	yield  func(struct{}) bool
	yields bool // it is yield's turn
}

// take makes s the seat of who is about to give way to the one that waits in other, by
// the function whose turn it was there. Where every nanosecond counts, that call stands
// in the frame of who waits: a processor foresees where a call returns to, but not after
// a switch, so there is to be no other call in between.
func (s *seat) take(other *seat) {
	*s = *other
	s.yields = !s.yields
}

// swap takes the other's seat and gives way to it.
func (s *seat) swap(other *seat) {
	s.take(other)
	if s.yields {
		s.next()
	} else {
		s.yield(struct{}{})
	}
}
