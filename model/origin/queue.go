package origin

// queue is the loads that wait for a connection, in the order they came.
type queue struct {
	loads []*load // from head on; those that were cancelled are nil
	head  int
	gone  int // how many of them were cancelled
}

func (q *queue) len() int { return len(q.loads) - q.head - q.gone }

func (q *queue) push(l *load) {
	l.place = len(q.loads)
	q.loads = append(q.loads, l)
}

// pop takes the first load, nil if there is none.
func (q *queue) pop() *load {
	for q.head < len(q.loads) {
		l := q.loads[q.head]
		q.loads[q.head] = nil
		q.head++
		if l != nil {
			q.tidy()
			return l
		}
		q.gone--
	}
	q.tidy()
	return nil
}

// remove takes a load back that is in the queue.
func (q *queue) remove(l *load) {
	q.loads[l.place] = nil
	q.gone++
}

// tidy keeps a queue that never gets empty from growing.
func (q *queue) tidy() {
	switch {
	case q.head == len(q.loads):
		q.loads, q.head = q.loads[:0], 0
	case q.head >= 1024 && q.head >= len(q.loads)/2:
		n := copy(q.loads, q.loads[q.head:])
		clear(q.loads[n:])
		q.loads, q.head = q.loads[:n], 0
		for i, l := range q.loads {
			if l != nil {
				l.place = i
			}
		}
	}
}
