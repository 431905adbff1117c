package redis

import "math"

// sampled is the eviction that real servers do: look at a few keys at random, and
// give up the best candidate of these and of those seen before. (evict.c)
type sampled struct {
	keys *Keyspace
	rank rank
	pool [16]candidate // by ascending idle; the free places are at the end
	held int
}

// candidate is a key that was sampled. It may be gone by the time it is chosen.
type candidate struct {
	key  string
	idle uint64
}

// rank is what a sampled policy keeps in Entry.used, and how it ranks candidates.
type rank interface {
	added(now int64, e *Entry)
	touch(now int64, e *Entry)
	written(now int64, e *Entry)
	// idle ranks a candidate: the highest has to go.
	idle(now int64, e *Entry) uint64
}

func (s *sampled) added(now int64, e *Entry)   { s.rank.added(now, e) }
func (s *sampled) touch(now int64, e *Entry)   { s.rank.touch(now, e) }
func (s *sampled) written(now int64, e *Entry) { s.rank.written(now, e) }
func (s *sampled) removed(*Entry)              {}
func (s *sampled) moved(*Entry)                {}

func (s *sampled) victim(now int64) *Entry {
	from := s.keys.all
	if s.keys.memory.Policy.volatile() {
		from = s.keys.volatile
	}
	if len(from) == 0 {
		return nil
	}
	if _, any := s.rank.(random); any {
		return from[s.keys.random.IntN(len(from))]
	}
	for {
		for range s.keys.memory.Samples {
			e := from[s.keys.random.IntN(len(from))]
			s.offer(candidate{e.key, s.rank.idle(now, e)})
		}
		for s.held > 0 {
			s.held--
			e := s.keys.entries[s.pool[s.held].key]
			if e != nil && (!s.keys.memory.Policy.volatile() || e.deadline != 0) {
				return e
			}
		}
	}
}

// offer puts a candidate into the pool if it is better than the worst there, or
// there is a place.
func (s *sampled) offer(c candidate) {
	at := 0
	for at < s.held && s.pool[at].idle < c.idle {
		at++
	}
	switch full := s.held == len(s.pool); {
	case full && at == 0:
		return
	case full: // the worst one makes place
		at--
		copy(s.pool[:at], s.pool[1:at+1])
	default:
		copy(s.pool[at+1:s.held+1], s.pool[at:s.held])
		s.held++
	}
	s.pool[at] = c
}

// lruClock ranks by the time since the last use, in whole seconds, of which the
// server keeps 24 bits.
type lruClock struct{}

const lruClockMax = 1<<24 - 1

func lruSeconds(now int64) uint32 { return uint32(now/second) & lruClockMax }

func (lruClock) added(now int64, e *Entry)   { e.used = lruSeconds(now) }
func (lruClock) touch(now int64, e *Entry)   { e.used = lruSeconds(now) }
func (lruClock) written(now int64, e *Entry) { e.used = lruSeconds(now) }

func (lruClock) idle(now int64, e *Entry) uint64 {
	clock := lruSeconds(now)
	if clock < e.used { // it has gone round
		return uint64(clock + lruClockMax - e.used)
	}
	return uint64(clock - e.used)
}

// soonest ranks by the deadline.
type soonest struct{}

func (soonest) added(int64, *Entry)   {}
func (soonest) touch(int64, *Entry)   {}
func (soonest) written(int64, *Entry) {}

func (soonest) idle(_ int64, e *Entry) uint64 { return math.MaxUint64 - uint64(e.deadline) }

// random ranks nothing: any entry will do.
type random struct{ soonest }
