package redis_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"stampede/internal/redistest"
)

// What the model takes an entry to need is what a real server says it needs, to
// about a tenth.
func TestMemoryIsAboutARealServers(t *testing.T) {
	to := newReal(redistest.Start(t).Addr)
	defer to.close()
	const n = 10_000
	for _, c := range []struct {
		value int
		ttl   bool
	}{{16, false}, {16, true}, {100, false}, {100, true}, {1000, false}, {1000, true}} {
		var commands [][]string
		for i := range n {
			command := []string{"SET", fmt.Sprintf("key:%05d:entry", i), strings.Repeat("v", c.value)}
			if c.ttl {
				command = append(command, "EX", "1000")
			}
			commands = append(commands, command)
		}
		mustDo(t, to, "FLUSHALL")
		before := usedMemory(t, to)
		if _, err := to.pipeline(commands); err != nil {
			t.Fatal(err)
		}
		real := float64(usedMemory(t, to)-before) / n
		m := newModel()
		for _, command := range commands {
			mustDo(t, m, command...)
		}
		model := float64(m.instance.Keyspace().Used()) / n
		t.Logf("value of %d bytes, TTL %v: %.0f bytes in the model, %.0f really", c.value, c.ttl, model, real)
		if r := model / real; r < 0.88 || r > 1.12 {
			t.Errorf("value of %d bytes, TTL %v: %.0f bytes in the model, %.0f really", c.value, c.ttl, model, real)
		}
	}
}

func usedMemory(t *testing.T, to target) int {
	t.Helper()
	_, text, _ := strings.Cut(mustDo(t, to, "INFO", "memory").Text, "used_memory:")
	text, _, _ = strings.Cut(text, "\r\n")
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
