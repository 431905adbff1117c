package network

// await keeps a call whose caller waits for its reply.
func (l *Link) await(c *Call) {
	c.place = len(l.waiting)
	l.waiting = append(l.waiting, c)
}

// leave forgets a call that is over.
func (l *Link) leave(c *Call) {
	last := len(l.waiting) - 1
	moved := l.waiting[last]
	l.waiting[c.place], moved.place = moved, c.place
	l.waiting[last] = nil
	l.waiting = l.waiting[:last]
}

// Break breaks the connections that the link has, and both ends notice: who waits
// for a reply gets an error, though what was sent takes effect. New connections
// are there at once, and with them the subscriptions; the messages that were under
// way for these are lost.
func (l *Link) Break() {
	l.breaks++
	for _, c := range l.waiting {
		c.broken = true
		c.done.Fire()
	}
}
