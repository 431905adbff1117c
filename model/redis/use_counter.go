package redis

// useCounter ranks by how often an entry is used. In 8 bits it counts to a million
// and more, as it grows by chance, and the less likely the higher it is; and it
// loses one for each minute without a use. The other 16 bits of Entry.used are
// the minute of the last use. (evict.c)
type useCounter struct {
	random       Random
	logFactor    int
	decayMinutes int64
}

// newCount lets a new entry live long enough to be used.
const newCount = 5

func lfuMinute(now int64) uint32 { return uint32(now/(60*second)) & 0xffff }

func (u *useCounter) added(now int64, e *Entry) { e.used = lfuMinute(now)<<8 | newCount }

// written does nothing: a new value of an old key keeps the key's count.
func (u *useCounter) written(int64, *Entry) {}

func (u *useCounter) touch(now int64, e *Entry) {
	n := u.count(now, e)
	if n < 255 && u.random.IntN(max(n-newCount, 0)*u.logFactor+1) == 0 {
		n++
	}
	e.used = lfuMinute(now)<<8 | uint32(n)
}

func (u *useCounter) idle(now int64, e *Entry) uint64 { return uint64(255 - u.count(now, e)) }

// count returns the counter with what it has lost since the last use.
func (u *useCounter) count(now int64, e *Entry) int {
	minutes := int64(uint16(lfuMinute(now) - e.used>>8))
	return int(max(int64(e.used&255)-minutes/u.decayMinutes, 0))
}
