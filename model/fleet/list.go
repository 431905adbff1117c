package fleet

import "stampede/model/observe"

// list keeps what a process is at, in the order it began.
type list struct{ first, last *links }

// links are a place in a list.
type links struct {
	crashed    crashed
	prev, next *links
}

// crashed is work that can end with its process.
type crashed interface {
	crashedWork() *observe.Work
	lost()
}

func (l *list) empty() bool { return l.first == nil }

func (l *list) add(n *links) {
	n.prev, n.next = l.last, nil
	if l.last == nil {
		l.first = n
	} else {
		l.last.next = n
	}
	l.last = n
}

func (l *list) remove(n *links) {
	if n.prev == nil {
		l.first = n.next
	} else {
		n.prev.next = n.next
	}
	if n.next == nil {
		l.last = n.prev
	} else {
		n.next.prev = n.prev
	}
}
