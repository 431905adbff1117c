package redis

import (
	"time"

	"stampede/sim"
)

// ShiftClock moves the server's clock by d; positive is ahead. Keys whose deadline
// is passed by it are gone, as are locks, at once.
func (s *Server) ShiftClock(d time.Duration) {
	s.process.ShiftClock(d)
	s.wrong = true
	s.watchLocks()
}

// SetDrift makes the server's clock gain the given nanoseconds a second from now
// on.
func (s *Server) SetDrift(nanosPerSecond int64) {
	s.process.SetDrift(nanosPerSecond)
	s.wrong = true
	s.watchLocks()
}

// clock is the server's time: Unix milliseconds.
func (s *Server) clock() int64 {
	if !s.wrong { // the same, sooner
		return startUnix + s.sim.Now().Milliseconds()
	}
	return s.process.Now().UnixMilli()
}

// startUnix is what an exact clock shows at the start of a run.
var startUnix = sim.Epoch.UnixMilli()

// reaches returns the time of the run at which the server's clock will show a Unix
// time in milliseconds, unless somebody sets it: now, if it does already.
func (s *Server) reaches(unix int64) time.Duration {
	now := s.process.Now()
	if left := time.UnixMilli(unix).Sub(now); left > 0 {
		return s.sim.Now() + max(s.process.TrueDuration(left), 1)
	}
	return s.sim.Now()
}

// milliseconds rounds a TTL up to what the server keeps.
func milliseconds(ttl time.Duration) int64 {
	return int64((ttl + time.Millisecond - 1) / time.Millisecond)
}

// sinceStart turns a deadline into the time since the start of the run that it is
// by an exact clock.
func sinceStart(unix int64) time.Duration {
	return time.Duration(unix-startUnix) * time.Millisecond
}
