package live

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"stampede/model/observe"
)

// ledger is the life of each lock by the word of its server alone: what was
// executed, in which order, and when by the server's clock. That clock is read as a
// command is told of, a little after the time by which it was executed.
//
// It knows whose a lock is by the token. A script that deletes one has its caller's
// token among its arguments; so does a plain deletion, which a monitored run sends
// as a script for this. One whose token is not among them is another's.
type ledger struct {
	prefix string

	mu     sync.Mutex
	locks  map[string]*heldLock
	grants map[string]int    // by lock and token
	script map[int]monitored // that each stream's latest inner commands are part of
	out    observe.Monitored
}

type heldLock struct {
	token string
	until int64 // in milliseconds of the server's clock; 0 is without end
}

func newLedger(prefix string) *ledger {
	return &ledger{prefix: prefix, locks: make(map[string]*heldLock), grants: make(map[string]int), script: make(map[int]monitored)}
}

// monitored is a command as MONITOR tells it.
type monitored struct {
	at    int64 // milliseconds of the server's clock
	inner bool  // called by a script
	words []string
}

// parseMonitored reads a line such as
//
//	+1796012626.800939 [0 lua] "getdel" "k"
func parseMonitored(line string) (m monitored, ok bool) {
	clock, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "+"), " [")
	source, rest, found := strings.Cut(rest, "] ")
	seconds, fraction, _ := strings.Cut(clock, ".")
	whole, err := strconv.ParseInt(seconds, 10, 64)
	micros, fracErr := strconv.ParseInt(fraction, 10, 64)
	if !ok || !found || err != nil || fracErr != nil {
		return m, false
	}
	m.at, m.inner = whole*1000+micros/1000, strings.HasSuffix(source, " lua")
	for rest != "" {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return m, false
		}
		word, err := strconv.Unquote(quoted)
		if err != nil {
			return m, false
		}
		m.words = append(m.words, word)
		rest = strings.TrimSpace(rest[len(quoted):])
	}
	return m, len(m.words) > 0
}

// enter notes a command that a server has executed.
func (l *ledger) enter(stream int, m monitored) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m.inner {
		l.apply(m, l.script[stream].words)
		return
	}
	l.script[stream] = m
	if slices.ContainsFunc(m.words, func(w string) bool { return strings.HasPrefix(w, l.prefix) }) {
		l.out.Commands++
	}
	l.apply(m, m.words)
}

// apply does to the locks what a command does, by someone who knows some words.
func (l *ledger) apply(m monitored, knows []string) {
	args := m.words[1:]
	switch strings.ToLower(m.words[0]) {
	case "set":
		if len(args) >= 2 && strings.HasPrefix(args[0], l.prefix) {
			l.set(m.at, args)
		}
	case "pexpire":
		if h := l.held(m.at, args[0]); h != nil {
			h.until = m.at + number(args[1])
		}
	case "del", "unlink", "getdel":
		for _, key := range args {
			l.delete(m.at, key, knows)
		}
	case "flushall", "flushdb":
		clear(l.locks)
	}
}

func (l *ledger) set(at int64, args []string) {
	key, token := args[0], args[1]
	onlyAbsent, ttl := false, int64(0)
	for i, option := range args[2:] {
		switch strings.ToLower(option) {
		case "nx":
			onlyAbsent = true
		case "px":
			ttl = number(args[i+3])
		case "ex":
			ttl = 1000 * number(args[i+3])
		}
	}
	if !onlyAbsent { // no lock any more
		delete(l.locks, key)
		return
	}
	if l.held(at, key) != nil {
		return
	}
	h := &heldLock{token: token}
	if ttl > 0 {
		h.until = at + ttl
	}
	l.locks[key] = h
	l.grants[key+" "+token]++
	l.out.Locks++
}

// held returns the lock at a key, if it is there.
func (l *ledger) held(at int64, key string) *heldLock {
	h := l.locks[key]
	if h != nil && h.until > 0 && at > h.until {
		delete(l.locks, key)
		return nil
	}
	return h
}

func (l *ledger) delete(at int64, key string, knows []string) {
	h := l.held(at, key)
	if h == nil {
		return
	}
	delete(l.locks, key)
	switch {
	case l.grants[key+" "+h.token] > 1:
		l.out.Undecided++
	case !slices.Contains(knows, h.token):
		l.out.ForeignDeletes++
	}
}

func number(word string) int64 {
	n, _ := strconv.ParseInt(word, 10, 64)
	return n
}

// result returns what the servers have said.
func (l *ledger) result(complete bool) *observe.Monitored {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.out
	out.Complete = complete
	return &out
}
