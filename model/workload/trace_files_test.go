package workload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func compressed(t testing.TB, ending string, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch ending {
	case ".gz":
		w = gzip.NewWriter(&b)
	case ".zst":
		var err error
		if w, err = zstd.NewWriter(&b); err != nil {
			t.Fatal(err)
		}
	default:
		return text
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeFile(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompressedTraces(t *testing.T) {
	var text []byte
	for i := range 100_000 {
		text = fmt.Appendf(text, "%d.%03d,key-%d,get\n", i/1000, i%1000, i%77)
	}
	for _, ending := range []string{"", ".gz", ".zst"} {
		path := writeFile(t, "trace.csv"+ending, compressed(t, ending, text))
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		calls, last, lines := 0, int64(0), 0
		trace, err := OpenTrace(path, TraceOptions{Progress: func(p TraceProgress) {
			if calls++; p.Read <= last || p.Total != info.Size() || p.Lines < lines {
				t.Errorf("%s: %+v after %d bytes and %d lines", path, p, last, lines)
			}
			last, lines = p.Read, p.Lines
		}})
		if err != nil {
			t.Fatal(err)
		}
		all, _, err := drain(trace)
		if err != nil || len(all) != 100_000 || trace.Keys() != 77 || trace.Line() != 100_000 || all[99_999].At != 99*second+999*ms {
			t.Errorf("%s: %d requests, %d keys, %v", ending, len(all), trace.Keys(), err)
		}
		if last != info.Size() || calls > 2 && lines < 50_000 || calls > int(info.Size()/lineMax)+2 {
			t.Errorf("%s: progress ends at %d of %d bytes after %d calls", ending, last, info.Size(), calls)
		}
		if err := trace.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	text := []byte(strings.Repeat("1,abcdefgh,get\n", 100_000))
	cut := func(ending string) []byte {
		b := compressed(t, ending, text)
		return b[:len(b)/2]
	}
	for _, c := range []struct {
		name    string
		content []byte
		want    string // without the folder and the line
	}{
		{"a.csv.gz", text, "cannot be decompressed: gzip: invalid header; accepted is gzip, for the name ends in .gz"},
		{"a.csv.zst", text, "cannot be read from here on: invalid input: magic number mismatch; accepted is a whole file"},
		{"a.csv.gz", cut(".gz"), "cannot be read from here on: unexpected EOF; accepted is a whole file"},
		{"a.csv.zst", cut(".zst"), "cannot be read from here on: unexpected EOF; accepted is a whole file"},
		{"a.csv.gz", nil, "cannot be decompressed: EOF; accepted is gzip, for the name ends in .gz"},
	} {
		path := writeFile(t, c.name, c.content)
		trace, err := OpenTrace(path, TraceOptions{})
		if err == nil {
			_, _, err = drain(trace)
			trace.Close()
		}
		failed, ok := errors.AsType[*TraceError](err)
		if !ok || failed.File != path || failed.Message != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	missing := filepath.Join(t.TempDir(), "none.csv")
	if _, err := OpenTrace(missing, TraceOptions{}); err == nil || err.Error() != missing+": cannot be opened: no such file or directory; accepted is the path of a trace" {
		t.Error(err)
	}
	if _, err := OpenTrace(writeFile(t, "a.csv", nil), TraceOptions{MaxKeys: -1}); err == nil {
		t.Error("options that are out of range are taken")
	}
	folder, err := OpenTrace(t.TempDir(), TraceOptions{})
	if err == nil {
		_, _, err = drain(folder)
	}
	if err == nil || !strings.HasSuffix(err.Error(), ":1: cannot be read from here on: is a directory; accepted is a whole file") {
		t.Error(err)
	}
}
