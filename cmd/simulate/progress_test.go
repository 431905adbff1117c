package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stampede/model/scenario"
	"stampede/model/workload"
	"stampede/study"
)

// watched is a progress whose clock stands still, and what it has written.
func watched(terminal bool) (*progress, *bytes.Buffer, *time.Time) {
	var out bytes.Buffer
	now := time.Unix(1000, 0)
	return &progress{to: &out, terminal: terminal, now: func() time.Time { return now }, begun: now}, &out, &now
}

func TestABarShowsHowFarATraceIsRead(t *testing.T) {
	p, out, now := watched(true)
	*now = now.Add(10 * time.Second)
	p.trace(workload.TraceProgress{Read: 25_000_000, Total: 100_000_000, Lines: 1_500_000})
	p.trace(workload.TraceProgress{Read: 99_000_000, Total: 100_000_000, Lines: 9_000_000}) // too soon
	want := "\r" + strings.Repeat("█", 10) + strings.Repeat("░", 30) + " 25 % of 100.0 MB · 1,500,000 lines, 150,000 a second · 30s left\x1b[K"
	if out.String() != want {
		t.Errorf("got  %q\nwant %q", out, want)
	}
	out.Reset()
	if p.end(); out.String() != "\r\x1b[K" {
		t.Errorf("the bar is taken away by %q", out)
	}
}

func TestALogGetsALineNowAndThen(t *testing.T) {
	p, out, now := watched(false)
	*now = now.Add(20 * time.Second)
	p.count("runs")(1, 4)
	*now = now.Add(20 * time.Second)
	p.count("runs")(2, 4)
	*now = now.Add(20 * time.Second)
	p.count("runs")(3, 4)
	*now = now.Add(20 * time.Second)
	p.trace(workload.TraceProgress{Read: 2_000_000, Lines: 8000}) // of a pipe
	p.end()
	if want := "simulate: 2 of 4 runs\nsimulate: 2.0 MB · 8,000 lines, 100 a second\n"; out.String() != want {
		t.Errorf("got %q, want %q", out, want)
	}
}

// A run says how far its trace is, to the end of the file.
func TestARunTellsHowFarItsTraceIs(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("1,a,get\n1,b,get\n", 20_000)
	if err := os.WriteFile(filepath.Join(dir, "t.csv"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "x.yaml")
	if err := os.WriteFile(file, []byte("version: 1\nname: x\nkeys: 2\narrivals: {trace: {file: t.csv}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	naive, err := study.Strategy("naive")
	if err != nil {
		t.Fatal(err)
	}
	var last workload.TraceProgress
	o, err := study.Run{Scenario: s, Strategy: naive, Progress: func(p workload.TraceProgress) { last = p }}.Modelled(context.Background())
	if err != nil || o.Result.Reads != 40_000 {
		t.Fatalf("%d reads, %v", o.Result.Reads, err)
	}
	if n := int64(len(text)); last.Read != n || last.Total != n || last.Lines == 0 {
		t.Errorf("in the end %+v, of %d bytes", last, n)
	}
}
