package redis

import "container/heap"

// exactPlace is an entry's place in an exact order.
type exactPlace struct {
	prev, next *Entry
	level      *level
	heap       int // place in the heap of deadlines
}

// exactUse is LRU or LFU without sampling: entries stand in levels of equal
// frequency, of which LRU has one, and within a level in the order of their last
// use.
type exactUse struct {
	volatile    bool
	byFrequency bool
	lowest      *level
}

// level is the entries that were used equally often.
type level struct {
	uses         uint64
	lower, upper *level
	first, last  *Entry // the least and the most recently used
}

func (x *exactUse) added(_ int64, e *Entry) {
	if e.exact == nil {
		e.exact = new(exactPlace)
	}
	if x.volatile && e.deadline == 0 {
		return
	}
	if x.lowest == nil || x.byFrequency && x.lowest.uses > 1 {
		x.insertLevel(&level{uses: 1}, nil)
	}
	x.lowest.push(e)
}

func (x *exactUse) touch(_ int64, e *Entry) {
	l := e.exact.level
	if l == nil {
		return
	}
	to := l
	if x.byFrequency {
		if to = l.upper; to == nil || to.uses > l.uses+1 {
			to = &level{uses: l.uses + 1}
			x.insertLevel(to, l)
		}
	}
	x.leave(e)
	if !x.byFrequency && x.lowest == nil { // it was the only one
		x.insertLevel(to, nil)
	}
	to.push(e)
}

func (x *exactUse) written(now int64, e *Entry) {
	if !x.byFrequency {
		x.touch(now, e)
	}
	x.moved(e)
}

func (x *exactUse) removed(e *Entry) {
	if e.exact.level != nil {
		x.leave(e)
	}
}

// moved lets an entry in that has got a deadline, and out that has lost it.
func (x *exactUse) moved(e *Entry) {
	switch in := e.exact.level != nil; {
	case !x.volatile || in == (e.deadline != 0):
	case in:
		x.leave(e)
	default:
		x.added(0, e)
	}
}

func (x *exactUse) victim(int64) *Entry {
	if x.lowest == nil {
		return nil
	}
	return x.lowest.first
}

// insertLevel puts a level above another, at the bottom if that is nil.
func (x *exactUse) insertLevel(l, below *level) {
	l.lower = below
	if below == nil {
		l.upper, x.lowest = x.lowest, l
	} else {
		l.upper, below.upper = below.upper, l
	}
	if l.upper != nil {
		l.upper.lower = l
	}
}

func (l *level) push(e *Entry) {
	e.exact.prev, e.exact.next, e.exact.level = l.last, nil, l
	if l.last == nil {
		l.first = e
	} else {
		l.last.exact.next = e
	}
	l.last = e
}

// leave takes an entry out of its level, and the level away if it was the last.
func (x *exactUse) leave(e *Entry) {
	p := e.exact
	l := p.level
	if p.prev == nil {
		l.first = p.next
	} else {
		p.prev.exact.next = p.next
	}
	if p.next == nil {
		l.last = p.prev
	} else {
		p.next.exact.prev = p.prev
	}
	p.prev, p.next, p.level = nil, nil, nil
	if l.first != nil {
		return
	}
	if l.lower == nil {
		x.lowest = l.upper
	} else {
		l.lower.upper = l.upper
	}
	if l.upper != nil {
		l.upper.lower = l.lower
	}
}

// exactTTL is the order of the deadlines, without sampling.
type exactTTL struct{ entries []*Entry }

func (x *exactTTL) added(_ int64, e *Entry) {
	if e.exact == nil {
		e.exact = new(exactPlace)
	}
	if e.deadline != 0 {
		heap.Push(x, e)
	}
}

func (x *exactTTL) touch(int64, *Entry)       {}
func (x *exactTTL) written(_ int64, e *Entry) { x.moved(e) }

// has tells whether an entry is in the heap; its place may be an old one.
func (x *exactTTL) has(e *Entry) bool {
	return e.exact.heap < len(x.entries) && x.entries[e.exact.heap] == e
}

func (x *exactTTL) removed(e *Entry) {
	if x.has(e) {
		heap.Remove(x, e.exact.heap)
	}
}

func (x *exactTTL) moved(e *Entry) {
	switch in := x.has(e); {
	case in && e.deadline != 0:
		heap.Fix(x, e.exact.heap)
	case in:
		heap.Remove(x, e.exact.heap)
	default:
		x.added(0, e)
	}
}

func (x *exactTTL) victim(int64) *Entry {
	if len(x.entries) == 0 {
		return nil
	}
	return x.entries[0]
}

// The methods of heap.Interface. Equal deadlines go in the order of generations.

func (x *exactTTL) Len() int { return len(x.entries) }

func (x *exactTTL) Less(i, j int) bool {
	a, b := x.entries[i], x.entries[j]
	return a.deadline < b.deadline || a.deadline == b.deadline && a.generation < b.generation
}

func (x *exactTTL) Swap(i, j int) {
	x.entries[i], x.entries[j] = x.entries[j], x.entries[i]
	x.entries[i].exact.heap, x.entries[j].exact.heap = i, j
}

func (x *exactTTL) Push(e any) {
	entry := e.(*Entry)
	entry.exact.heap = len(x.entries)
	x.entries = append(x.entries, entry)
}

func (x *exactTTL) Pop() any {
	last := len(x.entries) - 1
	e := x.entries[last]
	x.entries[last] = nil
	x.entries = x.entries[:last]
	return e
}
