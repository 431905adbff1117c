package workload

// Merge returns the requests of several streams as one, in the order of time; of
// those at one instant, first the ones of the stream that is listed first. It
// ends with the last stream, or as soon as one fails.
func Merge(streams ...Requests) Requests {
	if len(streams) == 1 {
		return streams[0]
	}
	return &merged{streams: streams, heads: make([]Request, len(streams))}
}

type merged struct {
	streams []Requests
	heads   []Request // the next request of each stream
	order   []int     // a heap of the streams that have one
	begun   bool
	err     error
}

func (m *merged) Next(r *Request) bool {
	if m.err != nil {
		return false
	}
	if !m.begun {
		m.begin()
	} else if len(m.order) > 0 {
		m.advance()
	}
	if m.err != nil || len(m.order) == 0 {
		return false
	}
	*r = m.heads[m.order[0]]
	return true
}

func (m *merged) Err() error { return m.err }

// begin asks every stream for its first request.
func (m *merged) begin() {
	m.begun = true
	for i, s := range m.streams {
		if s.Next(&m.heads[i]) {
			m.order = append(m.order, i)
		} else if m.err = s.Err(); m.err != nil {
			return
		}
	}
	for i := len(m.order)/2 - 1; i >= 0; i-- {
		m.sink(i)
	}
}

// advance replaces the request that was returned last by the next of its stream.
func (m *merged) advance() {
	i := m.order[0]
	if !m.streams[i].Next(&m.heads[i]) {
		m.err = m.streams[i].Err()
		last := len(m.order) - 1
		m.order[0] = m.order[last]
		m.order = m.order[:last]
	}
	m.sink(0)
}

// sink restores the order of the heap below a place.
func (m *merged) sink(place int) {
	for {
		first := 2*place + 1
		if first >= len(m.order) {
			return
		}
		if second := first + 1; second < len(m.order) && m.before(second, first) {
			first = second
		}
		if !m.before(first, place) {
			return
		}
		m.order[place], m.order[first] = m.order[first], m.order[place]
		place = first
	}
}

func (m *merged) before(a, b int) bool {
	i, j := m.order[a], m.order[b]
	if m.heads[i].At != m.heads[j].At {
		return m.heads[i].At < m.heads[j].At
	}
	return i < j
}
