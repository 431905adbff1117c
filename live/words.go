package live

import (
	"bytes"
	"strings"
	"sync"
)

// words keeps the end of what a process says, for who wonders why it ended.
type words struct {
	mu  sync.Mutex
	end []byte
}

const wordsMax = 1 << 14

func (w *words) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.end = append(w.end, b...)
	if n := len(w.end); n > wordsMax {
		w.end = bytes.Clone(w.end[n-wordsMax:])
	}
	return len(b), nil
}

// told returns the line that says most, after a colon: that of a panic, or the last.
func (w *words) told() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(w.end)), "\n")
	said := lines[len(lines)-1]
	for _, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			said = line
			break
		}
	}
	if said == "" {
		return ""
	}
	return ": " + said
}
