package workload

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// traceLines is how many lines the test below reads; STAMPEDE_TRACE_LINES asks for
// a longer measurement, and then also for files:
//
//	STAMPEDE_TRACE_LINES=10000000 go test ./model/workload -run TraceMemory -v
func traceLines(t *testing.T) (n int, files bool) {
	s := os.Getenv("STAMPEDE_TRACE_LINES")
	if s == "" {
		return 400_000, false
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n, true
}

// writeLines writes a trace of the production format, a thousand requests a
// second.
func writeLines(w io.Writer, lines, keys int) error {
	draw, s := NewKeys(keys, Popularity{exponent: 0.99}), stream(1)
	b := bufio.NewWriter(w)
	var line []byte
	for i := range lines {
		line = fmt.Appendf(line[:0], "%d,nz:u:%016x,22,304,6,get,0\n", i/1000, draw.Draw(s))
		if _, err := b.Write(line); err != nil {
			return err
		}
	}
	return b.Flush()
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// measure reads a trace to its end, and returns by how much the heap grew at most
// after its first tenth, when all keys are known.
func measure(t *testing.T, trace *Trace, lines int) (grown int64) {
	t.Helper()
	var r Request
	before, n := uint64(0), 0
	for ; trace.Next(&r); n++ {
		if n%(lines/10) == 0 && n > 0 {
			if now := heap(); before == 0 {
				before = now
			} else {
				grown = max(grown, int64(now)-int64(before))
			}
		}
	}
	if err := trace.Err(); err != nil || n != lines {
		t.Fatalf("%d lines, %v", n, err)
	}
	return grown
}

func TestTraceMemoryDoesNotGrowWithTheLines(t *testing.T) {
	lines, files := traceLines(t)
	const keys = 1000
	input, output := io.Pipe()
	go func() { output.CloseWithError(writeLines(output, lines, keys)) }()
	trace, err := NewTrace("t", input, TraceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if grown := measure(t, trace, lines); grown > 100_000 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	if !files {
		return
	}
	for _, ending := range []string{"", ".gz", ".zst"} {
		path := filepath.Join(t.TempDir(), "trace.csv"+ending)
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := io.WriteCloser(file)
		switch ending {
		case ".gz":
			w = gzip.NewWriter(file)
		case ".zst":
			if w, err = zstd.NewWriter(file); err != nil {
				t.Fatal(err)
			}
		}
		if err := writeLines(w, lines, keys); err != nil {
			t.Fatal(err)
		}
		w.Close()
		file.Close()
		if trace, err = OpenTrace(path, TraceOptions{}); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		grown := measure(t, trace, lines)
		took := time.Since(begin)
		info, _ := os.Stat(path)
		t.Logf("trace.csv%s of %d MB: %.1f million lines a second, %d keys, the heap grew by %d bytes to %d",
			ending, info.Size()>>20, float64(lines)/took.Seconds()/1e6, trace.Keys(), grown, heap())
		if grown > 100_000 {
			t.Errorf("the heap grew by %d bytes", grown)
		}
		trace.Close()
	}
}

// What the documentation says of a key: about 60 bytes and its name.
func TestMemoryOfAKey(t *testing.T) {
	const n, nameBytes = 200_000, 21
	table := newKeyTable(TraceOptions{})
	before := heap()
	var name []byte
	for i := range n {
		name = fmt.Appendf(name[:0], "nz:u:%016x", i)
		if _, err := table.number(name); err != nil {
			t.Fatal(err)
		}
	}
	each := float64(heap()-before)/n - nameBytes
	t.Logf("%.1f bytes and the name", each)
	if each > 85 {
		t.Errorf("a key takes %.1f bytes besides its name", each)
	}
	runtime.KeepAlive(table)
}
