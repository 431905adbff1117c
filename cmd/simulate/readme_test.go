package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the output of the commands in README.md into it")

// The console blocks of the README and of the documentation are what their
// commands print, and the pictures what they draw.
func TestDocumentsShowWhatTheCommandPrints(t *testing.T) {
	for path, least := range map[string]int{"../../README.md": 4, "../../docs/scenarios.md": 2} {
		t.Run(filepath.Base(path), func(t *testing.T) { checkDocument(t, path, least) })
	}
}

func checkDocument(t *testing.T, readme string, least int) {
	source, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	commands := 0
	for rest := string(source); ; {
		before, block, found := strings.Cut(rest, "```console\n")
		got.WriteString(before)
		if !found {
			break
		}
		block, after, _ := strings.Cut(block, "```\n")
		command, _, _ := strings.Cut(block, "\n")
		got.WriteString("```console\n" + command + "\n" + output(t, command) + "```\n")
		rest = after
		commands++
	}
	if commands < least {
		t.Errorf("found %d commands; is the fence still ```console?", commands)
	}
	if got.String() == string(source) {
		return
	}
	if *update {
		if err := os.WriteFile(readme, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, is := strings.Split(got.String(), "\n"), strings.Split(string(source), "\n")
	for i := range min(len(want), len(is)) {
		if want[i] != is[i] {
			t.Fatalf("it is not what its commands print; go test ./cmd/simulate -update writes it. Line %d is\n%s\nand should be\n%s", i+1, is[i], want[i])
		}
	}
	t.Fatal("it is not as long as what its commands print; go test ./cmd/simulate -update writes it")
}

// output runs a command of a document. Its picture goes to a temporary file,
// which must be the committed one.
func output(t *testing.T, command string) string {
	words := strings.Fields(command)
	if len(words) < 2 || words[0] != "$" || words[1] != "simulate" {
		t.Fatalf("a console block must begin with $ simulate, not %q", command)
	}
	args := words[2:]
	picture := slices.Index(args, "--plot")
	committed := ""
	if picture >= 0 {
		committed = filepath.Join("../..", args[picture+1])
		args[picture+1] = filepath.Join(t.TempDir(), filepath.Base(committed))
	}
	var stdout, stderr bytes.Buffer
	if code := simulate(context.Background(), args, &stdout, &stderr); code > exitBroken {
		t.Errorf("%s: exit status %d: %s", command, code, &stderr)
	}
	if picture >= 0 {
		comparePicture(t, args[picture+1], committed)
	}
	return stdout.String()
}

func comparePicture(t *testing.T, drawn, committed string) {
	now, err := os.ReadFile(drawn)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(committed, now, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	then, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	// Other platforms may round coordinates otherwise.
	if runtime.GOARCH == "amd64" && !bytes.Equal(now, then) {
		t.Errorf("%s is not what its command draws; go test ./cmd/simulate -update draws it", committed)
	}
}

// The README's scenario for a review is one that CI passes, with whatever strategy keeps
// to one query at a time, those that let nothing expire too; and others do not.
func TestTheScenarioOfTheREADMEDecides(t *testing.T) {
	source, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(source), "```yaml\n")
	block, _, _ = strings.Cut(block, "```\n")
	path := filepath.Join(t.TempDir(), "checkout.yaml")
	if err := os.WriteFile(path, []byte(block), 0o644); err != nil {
		t.Fatal(err)
	}
	for strategy, want := range map[string]int{
		"two-tier": exitHolds, "swr-lock": exitHolds, "xfetch-lock": exitHolds, "refresh-ahead": exitHolds, "lease": exitHolds,
		"scheduled": exitHolds, "naive": exitBroken, "singleflight": exitBroken,
	} {
		if code, stdout, stderr := call(t, "sweep", "--scenario", path, "--strategy", strategy, "--seeds", "5"); code != want {
			t.Errorf("%s: exit status %d, want %d\n%s%s", strategy, code, want, stdout, stderr)
		}
	}
}
