package workload

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Trace replays the requests of a file, one a line, in one of two formats:
//
//	time,key[,op[,ttl[,size]]]
//	seconds,key,key size,value size,client,operation,TTL
//
// The second is that of the published traces of production caches, in whose keys
// there may be commas. The first may begin with a header, which names the
// columns in any order. A time or a TTL is in seconds, as in 12.5, or has a unit,
// as in 150ms; what is below a nanosecond is cut. A key of the first format may
// stand in quotes, with each quote in it doubled. Operations are those of
// memcached and Redis, in either case, or read, write and invalidate; none is a
// read. Blank lines and lines that begin with # are skipped.
//
// Times must not decrease. The published traces have whole seconds: requests
// with one time are at one instant, in the order of the file.
//
// The trace is read as it is replayed: memory depends on the number of different
// keys only, about 60 bytes and the name for each, and not on the length.
type Trace struct {
	name    string
	options TraceOptions
	file    io.Closer // nil if there is nothing to close
	lines   lines
	layout  layout
	fields  [][]byte // of the current line
	keys    keyTable
	last    time.Duration // time of the last request, as the file has it
	lastAt  int           // its line; 0 if there is none
	first   time.Duration // time of the first request
	err     error
}

// TraceOptions say how to replay a trace. The zero value is what most need.
type TraceOptions struct {
	Format     TraceFormat
	FirstKey   int           // the number of the first key in the file; others follow in the order of their first request
	MaxKeys    int           // the most keys that the file may have; 0 is 10 million
	FromFirst  bool          // count times from the first request; else from 0
	Begin      time.Duration // is added to each time
	Until      time.Duration // the end of the run: later requests are not read; 0 is the end of the file
	ClampTimes bool          // take a time that is before the one above it as equal; else it is an error

	// Progress, if not nil, is told how far the file is read, about every 128 KiB
	// of it.
	Progress func(TraceProgress)
}

// TraceProgress is how far a file is read.
type TraceProgress struct {
	Read, Total int64 // bytes; Total is 0 if that is not known
	Lines       int
}

// TraceFormat is the meaning of the columns of a trace without a header.
type TraceFormat uint8

const (
	// DetectFormat tells the formats apart by the columns of the first request.
	DetectFormat TraceFormat = iota
	// PlainFormat is time, key, operation, TTL, size.
	PlainFormat
	// ProductionFormat is seconds, key, key size, value size, client,
	// operation, TTL.
	ProductionFormat
)

// TraceError says what is wrong in a trace.
type TraceError struct {
	File    string
	Line    int // from 1; 0 if it is not about a line
	Message string
}

// Error returns one line, FILE:LINE: MESSAGE.
func (e *TraceError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

// OpenTrace opens a file; one whose name ends in .gz or .zst is decompressed.
// An error, also one of reading on, is a [*TraceError]; of the options, an
// [*Invalid].
func OpenTrace(path string, o TraceOptions) (*Trace, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, &TraceError{File: path, Message: fmt.Sprintf("cannot be opened: %v; accepted is the path of a trace", cause(err))}
	}
	var t *Trace
	counted := &countingFile{File: file}
	if o.Progress != nil {
		counted.progress = func(read, total int64) {
			p := TraceProgress{Read: read, Total: total}
			if t != nil { // the head of a compressed file is read before
				p.Lines = t.Line()
			}
			o.Progress(p)
		}
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		counted.total = info.Size()
	}
	input, err := decompress(counted, filepath.Ext(path))
	if err != nil {
		file.Close()
		return nil, &TraceError{File: path, Message: err.Error()}
	}
	t, err = NewTrace(path, input, o)
	return t, err
}

// NewTrace reads a trace from any source that is not compressed; errors call it
// by name. If the source is an [io.Closer], the trace closes it.
func NewTrace(name string, input io.Reader, o TraceOptions) (*Trace, error) {
	var f fields
	f.that(o.Format <= ProductionFormat, "format", uint8(o.Format), "DetectFormat, PlainFormat or ProductionFormat")
	f.that(o.FirstKey >= 0 && o.FirstKey < KeysMax, "first-key", o.FirstKey, fmt.Sprintf("from 0 to %d", KeysMax-1))
	f.that(o.MaxKeys >= 0 && o.MaxKeys <= KeysMax-o.FirstKey, "max-keys", o.MaxKeys, fmt.Sprintf("from 0 to %d", KeysMax-o.FirstKey))
	f.length("begin", o.Begin, 0)
	f.length("until", o.Until, 0)
	file, _ := input.(io.Closer)
	if err := f.err(); err != nil {
		if file != nil {
			file.Close()
		}
		return nil, err
	}
	return &Trace{name: name, options: o, file: file, lines: newLines(input), layout: layouts[o.Format], keys: newKeyTable(o)}, nil
}

// Close closes the file. The names of the keys stay.
func (t *Trace) Close() error {
	if t.file == nil {
		return nil
	}
	return t.file.Close()
}

// Err returns why the trace ended, nil if it was read to its end or to Until.
func (t *Trace) Err() error {
	if t.err == io.EOF {
		return nil
	}
	return t.err
}

// Keys returns how many different keys there were up to now.
func (t *Trace) Keys() int { return len(t.keys.names) }

// KeyName returns the name of a key that a request had.
func (t *Trace) KeyName(key int32) string { return t.keys.names[int(key)-t.options.FirstKey] }

// Line returns the number of the line that was read last.
func (t *Trace) Line() int { return t.lines.number }

// Next fills in the next request; false at the end, or after an error.
func (t *Trace) Next(r *Request) bool {
	for t.err == nil {
		line, err := t.lines.next()
		switch {
		case err == io.EOF && t.lastAt == 0:
			t.err = &TraceError{File: t.name, Message: "there are no requests in it; accepted is one a line, " + PlainForm + " or " + ProductionForm}
		case err == io.EOF:
			t.err = io.EOF
		case err != nil:
			t.fail(err)
		case len(line) == 0 || line[0] == '#':
		default:
			if t.parse(line, r) {
				return true
			}
		}
	}
	return false
}

func (t *Trace) fail(err error) {
	t.err = &TraceError{File: t.name, Line: t.lines.number, Message: err.Error()}
}
