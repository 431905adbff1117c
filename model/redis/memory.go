package redis

// memory is what a keyspace takes up, and what it does about that.
type memory struct {
	used    int64 // bytes
	evictor evictor
}

// What an entry takes up, in bytes, besides its key and value. The real server's
// figures depend on its allocator and on the size of its tables; these are right
// to about a tenth for keys and values of a few dozen bytes and more.
const (
	entryOverhead    = 72 // table entry, share of the table, object, two string headers
	deadlineOverhead = 40 // the entry in the table of deadlines
	fieldOverhead    = 4
)

func (e *Entry) size() int64 {
	size := entryOverhead + int64(len(e.key)+len(e.value.bytes))
	if e.deadline != 0 {
		size += deadlineOverhead
	}
	if e.value.hash != nil {
		size += e.value.hash.size()
	}
	return size
}

// evictor remembers how entries are used.
type evictor interface {
	// touch notes that an entry is used.
	touch(now int64, e *Entry)
}

// exactPlace is an entry's place in an exact order of eviction.
type exactPlace struct{}

func (m *memory) written(now int64, e *Entry) {
	if m.evictor != nil {
		m.evictor.touch(now, e)
	}
}

func (m *memory) moved(*Entry)   {}
func (m *memory) removed(*Entry) {}
