package live

import (
	"container/heap"
	"slices"
	"time"
)

// merge puts into one order what several processes of the operating system tell,
// this one among them: by the machine's monotonic clock, which they share. What
// happened at a time waits until all have been heard from up to then. The mutex of
// the history guards it.
type merge struct {
	clock   machineClock
	streams []*tellings
	waiting waiting
	numbers uint64
	late    uint64 // came when its time had been passed over
	passed  time.Duration
}

// patience bounds that wait: of one that the machine does not let run what comes
// later than that is recorded when it comes.
const patience = 500 * time.Millisecond

// grain is how exactly the processes agree on what time it is.
const grain = 10 * time.Microsecond

// tellings are what one of the other processes tells, in its order.
type tellings struct {
	heard  time.Duration // it will tell nothing from before
	frozen bool
}

// told is something that happened, and has its turn to come.
type told struct {
	at     time.Duration
	number uint64
	do     func()
}

func (m *merge) add(at time.Duration, do func()) {
	if at < m.passed-grain {
		m.late++
	}
	m.numbers++
	heap.Push(&m.waiting, told{at, m.numbers, do})
}

// drain runs what has its turn by now.
func (m *merge) drain(now time.Duration, run func(at time.Duration, do func())) {
	heard := now
	for _, s := range m.streams {
		if !s.frozen {
			heard = min(heard, s.heard)
		}
	}
	heard = max(heard, now-patience)
	for len(m.waiting) > 0 && m.waiting[0].at <= heard {
		next := heap.Pop(&m.waiting).(told)
		m.passed = max(m.passed, next.at)
		run(next.at, next.do)
	}
}

// waiting is what waits, the earliest first.
type waiting []told

func (w waiting) Len() int { return len(w) }

func (w waiting) Less(i, j int) bool {
	if w[i].at != w[j].at {
		return w[i].at < w[j].at
	}
	return w[i].number < w[j].number
}

func (w waiting) Swap(i, j int) { w[i], w[j] = w[j], w[i] }

func (w *waiting) Push(x any) { *w = append(*w, x.(told)) }

func (w *waiting) Pop() any {
	old := *w
	last := len(old) - 1
	x := old[last]
	old[last] = told{}
	*w = old[:last]
	return x
}

// join adds a process that tells.
func (r *recorder) join() *tellings {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &tellings{heard: r.now()}
	r.merge.streams = append(r.merge.streams, s)
	return s
}

// hear notes that a process has told all that happened in it until a time of the
// machine's clock, and what happened then; do may be nil.
func (r *recorder) hear(s *tellings, stamp int64, do func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := time.Duration(stamp - r.merge.clock.at(r.begin))
	if do != nil {
		r.merge.add(at, do)
	}
	s.heard = max(s.heard, at)
	r.merge.drain(r.now(), r.run)
}

// freeze says whether a process is frozen, so that nobody waits for what it tells.
func (r *recorder) freeze(s *tellings, frozen bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.frozen = frozen
	r.merge.drain(r.now(), r.run)
}

// late returns how many events came when their time had been passed over.
func (r *recorder) late() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.merge == nil {
		return 0
	}
	return r.merge.late
}

// leave says that a process has ended, and has told all.
func (r *recorder) leave(s *tellings) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.merge.streams = slices.DeleteFunc(r.merge.streams, func(other *tellings) bool { return other == s })
	r.merge.drain(r.now(), r.run)
}
