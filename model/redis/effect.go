package redis

// Effect is a change of one key. The keyspace reports every one, and a replica
// that applies them in the same order holds the same entries.
type Effect struct {
	Cause Cause
	Key   string
	// Value and Deadline are what the key holds after it was Written. The value
	// does not change later.
	Value    Value
	Deadline int64 // Unix ms; 0 if it lives for ever

	// trace is what an observer knows of the entry that was written or removed.
	trace trace
}

// Cause says what changed a key.
type Cause uint8

// The causes of an effect: all but the first are removals.
const (
	Written   Cause = iota + 1 // a command wrote it, or its TTL
	Deleted                    // a command deleted it
	Expired                    // its TTL ran out, and that was noticed
	Evicted                    // it had to make room
	Flushed                    // all keys were removed
	Restarted                  // the server came back without its data
)

// OnEffect makes the keyspace report its effects to f, from now on.
func (k *Keyspace) OnEffect(f func(Effect)) { k.onEffect = f }

// Apply makes the change that another keyspace reported.
func (k *Keyspace) Apply(now int64, f Effect) {
	if f.Cause == Written {
		k.put(now, f.Key, f.Value, f.Deadline, f.trace)
		return
	}
	if e := k.entries[f.Key]; e != nil {
		e.trace = f.trace
		k.remove(e, f.Cause)
	}
}

func (k *Keyspace) report(c Cause, e *Entry) {
	if k.onEffect == nil {
		return
	}
	f := Effect{Cause: c, Key: e.key, trace: e.trace}
	if c == Written {
		f.Value, f.Deadline = e.value, e.deadline
	}
	k.onEffect(f)
}
