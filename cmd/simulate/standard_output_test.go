package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fullDisk takes so many bytes, and no more.
type fullDisk int

func (d *fullDisk) Write(b []byte) (int, error) {
	if n := int(*d); n < len(b) {
		*d = 0
		return n, errors.New("no space left on device")
	}
	*d -= fullDisk(len(b))
	return len(b), nil
}

// A command whose output is not whole does not pass for one that holds, or that has told
// what is broken.
func TestOutputThatCannotBeWrittenIsAnExitStatus(t *testing.T) {
	dir := t.TempDir()
	if code, stdout, stderr := call(t, "check", "--strategy", "lock-plain-del", "--seeds", "200", "--failures", dir); code != exitBroken {
		t.Fatalf("exit status %d, %s%s", code, stdout, stderr)
	}
	cases, err := os.ReadDir(dir)
	if err != nil || len(cases) != 1 {
		t.Fatal(cases, err)
	}
	replay := "replay " + filepath.Join(dir, cases[0].Name())
	for _, args := range []string{
		"--help", "run --set duration=1s", "run --set duration=1s --format csv", "compare --strategy lock --set duration=1s --format json",
		"sweep --strategy lock --set duration=1s --seeds 1", "sweep --strategy lock --set duration=1s --seeds 1 --shard 1/1",
		"check --strategy lock --seeds 3", "check --strategy lock-plain-del --seeds 200 --failures " + dir, replay,
		"list strategies", "list invariants", "list invariants --strategy lock", "scenario new", "scenario schema", "scenario show hot-key",
		"serve --listen 127.0.0.1:0", "completion bash",
	} {
		for _, room := range []int{0, 5} {
			disk := fullDisk(room)
			var stderr strings.Builder
			code := simulate(context.Background(), strings.Fields(args), &disk, &stderr)
			if code != exitEnvironment || !strings.HasSuffix(stderr.String(), "simulate: no space left on device\n") {
				t.Errorf("simulate %s, with room for %d bytes: exit status %d, stderr %q", args, room, code, stderr.String())
			}
		}
	}
}
