package scenario

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What a file of parts has in groups are settings of the command line, in its order.
func TestPartsAreSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "parts.yaml")
	const text = `# Measured.
network:
  request: 0.1ms
  reply: mix(25% uniform(1us, 2us), 75% 1ms)
redis: {service: 2us, memory: {keys: 10}}
oversleep: 0.2ms
`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"network.request=0.1ms", "network.reply=mix(25% uniform(1us, 2us), 75% 1ms)",
		"redis.service=2us", "redis.memory.keys=10", "oversleep=0.2ms",
	}
	got, err := LoadParts(path)
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("got %q, %v, want %q", got, err, want)
	}
	s, err := Load("hot-key")
	if err != nil {
		t.Fatal(err)
	}
	for _, assignment := range got {
		if err := s.Set(assignment); err != nil {
			t.Error(err)
		}
	}
}

func TestPartsCutOffAtACommaAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "parts.yaml")
	if err := os.WriteFile(path, []byte("network: {reply: uniform(1us, 2us)}"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := path + `: "network.reply=uniform(1us" is cut off at its comma; accepted is a value with commas in quotes, inside { } and [ ]`
	if _, err := LoadParts(path); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
