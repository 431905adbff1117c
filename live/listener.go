package live

import (
	"sync"
	"time"

	"stampede/internal/ordered"
	"stampede/model/observe"
)

// listener keeps the list of what a worker is at, by the numbers that it knows.
type listener struct {
	tellings *tellings
	process  int32
	notes    *notes

	mu    sync.Mutex
	ids   uint64
	works map[uint64]*listed
	left  []uint64 // the latest that are over, in this order
	ended bool
}

// listed is a work of a worker's.
type listed struct {
	work    *observe.Work
	read    bool
	due     time.Duration
	started bool          // the worker has begun
	done    chan struct{} // closed when nobody need wait for it any more; nil of a job
	over    bool
}

// leftLimit bounds the works that are remembered when they are over: a command of
// one may still be under way.
const leftLimit = 1 << 12

func newListener(r *recorder, process int32) *listener {
	return &listener{
		tellings: r.join(), process: process, works: make(map[uint64]*listed),
		notes: newNotes(&recorder{history: r.history, inside: true}),
	}
}

// expect lists a read or a write that the worker is to be asked for.
func (l *listener) expect(w *observe.Work, due time.Duration, read bool) (id uint64, done <-chan struct{}) {
	x := &listed{work: w, read: read, due: due, done: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ids++; l.ended {
		close(x.done)
	} else {
		l.works[l.ids] = x
	}
	return l.ids, x.done
}

func (l *listener) listed(id uint64) *listed {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.works[id]
}

// starts notes that the worker has begun what it was asked for.
func (l *listener) starts(id uint64) *listed {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.works[id].started = true
	return l.works[id]
}

// startsJob lists a job, which is for the key of the work that started it.
func (l *listener) startsJob(id, parent uint64) (job, from *listed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	from = l.works[parent]
	job = &listed{work: &observe.Work{Process: l.process, Key: from.work.Key, Load: from.work.Load}, started: true}
	l.works[id] = job
	return job, from
}

// inherit gives a job what the work that starts it has seen.
func (x *listed) inherit(from *listed) {
	j, w := x.work, from.work
	j.Parent, j.Generation, j.Live, j.ExpiresAt = w.ID, w.Generation, w.Live, w.ExpiresAt
}

// leaves notes that a work is over.
func (l *listener) leaves(id uint64) *listed {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.works[id]
	x.finish()
	if l.left = append(l.left, id); len(l.left) > leftLimit {
		delete(l.works, l.left[0])
		l.left = l.left[1:]
	}
	return x
}

func (x *listed) finish() {
	if !x.over && x.done != nil {
		close(x.done)
	}
	x.over = true
}

// end lets all go who wait for the worker, which has ended, and returns the works
// that it was at, in the order of their numbers.
func (l *listener) end() (unfinished []*listed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	for _, id := range ordered.Keys(l.works) {
		if x := l.works[id]; !x.over {
			x.finish()
			unfinished = append(unfinished, x)
		}
	}
	return unfinished
}
