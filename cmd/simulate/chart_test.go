package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A sweep draws what it prints: a panel for each figure of --metric, a line for each
// strategy and further value, a step for each value of the first axis. Shards merge to
// the same picture.
func TestSweepDrawsItsFigures(t *testing.T) {
	dir := t.TempDir()
	const (
		grid  = smallSweep + " --vary ttl=2s,3s"
		sweep = grid + " --metric misses,recomputes"
	)
	_, plain, _ := call(t, strings.Fields(sweep)...)
	whole := filepath.Join(dir, "whole.svg")
	code, stdout, stderr := call(t, strings.Fields(sweep+" --plot "+whole)...)
	if code != exitHolds || stderr != "" || stdout != plain {
		t.Fatalf("exit status %d, stderr %q, stdout\n%s\nwithout a picture\n%s", code, stderr, stdout, plain)
	}
	picture, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{
		"poisson-hot-key by beta", "means over 2 seeds from 1", "misses", "recomputes", ">0.5<", ">1<", ">2<",
		"lock ttl=2s", "lock ttl=3s", "xfetch ttl=2s", "xfetch ttl=3s",
	} {
		if !bytes.Contains(picture, []byte(word)) {
			t.Errorf("the picture does not say %q", word)
		}
	}

	merge := []string{"merge", "--metric", "misses,recomputes", "--plot", filepath.Join(dir, "merged.svg")}
	for _, shard := range []string{"1/2", "2/2"} {
		file := filepath.Join(dir, strings.ReplaceAll(shard, "/", "-")+".json")
		_, part, _ := call(t, strings.Fields(grid+" --shard "+shard)...)
		if err := os.WriteFile(file, []byte(part), 0o600); err != nil {
			t.Fatal(err)
		}
		merge = append(merge, file)
	}
	if code, _, stderr := call(t, merge...); code != exitHolds {
		t.Fatal(stderr)
	}
	if merged, err := os.ReadFile(filepath.Join(dir, "merged.svg")); err != nil || !bytes.Equal(merged, picture) {
		t.Errorf("two shards merge to another picture (%v)", err)
	}
}

// What no chart can show is refused before anything runs.
func TestSweepsThatNoChartCanShow(t *testing.T) {
	for args, want := range map[string]string{
		"sweep --plot x.svg":                              "--plot: nothing is varied; accepted is a sweep with --vary, whose first axis runs from left to right",
		"sweep --vary ttl=1s,2s --plot x.gif":             `--plot: plots: x.gif: unknown ending ".gif"; accepted: .png, .svg, .pdf`,
		"sweep --vary ttl=1s,2s --plot x.svg --shard 1/2": "--plot: a shard is no whole sweep; accepted is simulate merge --plot",
		"sweep --strategy naive,lock,xfetch --vary ttl=1s,2s --vary workers=1,2,3 --plot x.svg": "--plot: the sweep has 9 lines, one for each strategy and value of a further axis; accepted are up to 8",
	} {
		code, stdout, stderr := call(t, strings.Fields(args)...)
		if code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, "simulate: "+want+"\n") {
			t.Errorf("simulate %s: %d, %q, want %q", args, code, stderr, want)
		}
	}
}
