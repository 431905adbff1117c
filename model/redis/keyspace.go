package redis

import "stampede/model/observe"

// Keyspace is the keys of one server with their values and deadlines. It has no
// clock: each call says what time it is, as Unix time in milliseconds.
//
// The entries stand in lists besides the map, as the order of a map differs in
// each run: sampling a key at random takes one draw.
type Keyspace struct {
	entries  map[string]*Entry
	all      []*Entry
	volatile []*Entry // those with a deadline
	replica  bool
	// servesExpired is for replicas of old, which answer from expired entries.
	servesExpired bool
	memory        memory
	random        Random // decides which keys are sampled
	onEffect      func(Effect)
	// generations numbers the states of keys. Servers that replicate each other
	// share it.
	generations *uint64
}

// NewKeyspace returns an empty keyspace without a limit.
func NewKeyspace() *Keyspace {
	return &Keyspace{entries: make(map[string]*Entry), generations: new(uint64)}
}

// nextGeneration numbers a state of a key that is new.
func (k *Keyspace) nextGeneration() uint64 {
	*k.generations++
	return *k.generations
}

// SetReplica says whether the keyspace is a replica's, which hides expired keys
// but leaves it to the primary to remove them.
func (k *Keyspace) SetReplica(replica bool) { k.replica = replica }

// Len returns the number of keys, with those that have expired unnoticed.
func (k *Keyspace) Len() int { return len(k.all) }

// Get returns the entry of a key, nil if there is none that is alive. It counts as
// a use of the key.
func (k *Keyspace) Get(now int64, key string) *Entry {
	e := k.entries[key]
	if e == nil {
		return nil
	}
	if e.expired(now) && k.expire(e) {
		return nil
	}
	if k.memory.evictor != nil {
		k.memory.evictor.touch(now, e)
	}
	return e
}

// Peek is Get, but it does not count as a use.
func (k *Keyspace) Peek(now int64, key string) *Entry {
	e := k.entries[key]
	if e == nil || !e.expired(now) || !k.expire(e) {
		return e
	}
	return nil
}

// expire removes an entry whose deadline has passed, unless this is a replica's,
// and reports whether it is gone for those who ask.
func (k *Keyspace) expire(e *Entry) bool {
	if k.replica {
		return !k.servesExpired
	}
	k.remove(e, Expired)
	return true
}

// Put makes a key hold a value until its deadline, whatever it held before.
func (k *Keyspace) Put(now int64, key string, v Value, deadline int64) *Entry {
	return k.put(now, key, v, deadline, trace{
		generation: k.nextGeneration(), process: observe.NoOne, subject: observe.NoOne,
	})
}

func (k *Keyspace) put(now int64, key string, v Value, deadline int64, t trace) *Entry {
	e := k.entries[key]
	if e != nil && e.expired(now) {
		k.expire(e)
		e = k.entries[key] // a replica has kept it
	}
	m := &k.memory
	isNew := e == nil
	if isNew {
		e = &Entry{key: key, place: int32(len(k.all))}
		k.entries[key] = e
		k.all = append(k.all, e)
	} else {
		m.used -= e.size()
	}
	e.value, e.trace = v, t
	k.setDeadline(e, deadline)
	m.used += e.size()
	switch {
	case m.evictor == nil:
	case isNew:
		m.evictor.added(now, e)
	default:
		m.evictor.written(now, e)
	}
	k.report(Written, e)
	return e
}

// SetDeadline gives an entry another deadline; 0 makes it live for ever.
func (k *Keyspace) SetDeadline(e *Entry, deadline int64) {
	k.memory.used -= e.size()
	k.setDeadline(e, deadline)
	k.memory.used += e.size()
	if k.memory.evictor != nil {
		k.memory.evictor.moved(e)
	}
	k.report(Written, e)
}

func (k *Keyspace) setDeadline(e *Entry, deadline int64) {
	e.deadline = deadline
	switch {
	case deadline != 0 && e.volatilePlace == 0:
		k.volatile = append(k.volatile, e)
		e.volatilePlace = int32(len(k.volatile))
	case deadline == 0 && e.volatilePlace != 0:
		k.leaveVolatile(e)
	}
}

func (k *Keyspace) leaveVolatile(e *Entry) {
	last := len(k.volatile) - 1
	k.volatile[e.volatilePlace-1] = k.volatile[last]
	k.volatile[last].volatilePlace = e.volatilePlace
	k.volatile[last] = nil
	k.volatile = k.volatile[:last]
	e.volatilePlace = 0
}

// Delete removes a key and reports whether it was there.
func (k *Keyspace) Delete(now int64, key string) bool {
	e := k.Peek(now, key)
	if e != nil {
		k.remove(e, Deleted)
	}
	return e != nil
}

// Flush removes all keys.
func (k *Keyspace) Flush() { k.drop(Flushed) }

func (k *Keyspace) drop(c Cause) {
	for len(k.all) > 0 {
		k.remove(k.all[len(k.all)-1], c)
	}
}

func (k *Keyspace) remove(e *Entry, c Cause) {
	if c > Expired && e.owner == 0 && !k.replica {
		// That the server dropped it is a state of the key of its own.
		e.generation = k.nextGeneration()
	}
	delete(k.entries, e.key)
	last := len(k.all) - 1
	k.all[e.place] = k.all[last]
	k.all[last].place = e.place
	k.all[last] = nil
	k.all = k.all[:last]
	if e.volatilePlace != 0 {
		k.leaveVolatile(e)
	}
	k.memory.used -= e.size()
	if k.memory.evictor != nil {
		k.memory.evictor.removed(e)
	}
	k.report(c, e)
}
