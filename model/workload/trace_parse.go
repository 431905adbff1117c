package workload

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

var (
	comma  = []byte(",")
	quotes = []byte(`"`)
)

// parse reads a line that is not blank; false if it is a header, or wrong, or
// past the end of the run.
func (t *Trace) parse(line []byte, r *Request) bool {
	if t.lastAt == 0 && !t.layout.header && isHeader(line) {
		t.check(t.readHeader(string(line)))
		return false
	}
	return t.check(t.detect(line)) && t.check(t.split(line)) && t.check(t.assign(r)) && t.check(t.place(r))
}

// check makes an error that of the current line; false if there is one.
func (t *Trace) check(err error) bool {
	switch {
	case err == nil:
		return true
	case err == io.EOF:
		t.err = err
	default:
		t.fail(err)
	}
	return false
}

func (t *Trace) readHeader(line string) (err error) {
	t.layout, err = parseHeader(line)
	return err
}

// detect finds the layout by the first request.
func (t *Trace) detect(line []byte) (err error) {
	if t.layout.columns == nil {
		t.layout, err = detect(line)
	}
	return err
}

// split finds the fields of a line.
func (t *Trace) split(line []byte) error {
	t.fields = t.fields[:0]
	if t.layout.commaInKey {
		return t.splitAroundKey(line)
	}
	for more := true; more; {
		var field []byte
		if line = trimSpace(line); bytes.HasPrefix(line, quotes) {
			var ok bool
			if field, line, ok = unquote(line); !ok {
				return errors.New("a quote is not closed, or text follows it; accepted is a field in quotes on one line, with each quote in it doubled")
			}
			more = len(line) > 0
			line = bytes.TrimPrefix(line, comma)
		} else {
			field, line, more = bytes.Cut(line, comma)
			field = trimSpace(field)
		}
		if t.fields = append(t.fields, field); len(t.fields) == len(t.layout.columns) && more {
			return fmt.Errorf("more than %s; accepted is %s", columnCount(len(t.fields)), t.layout.form)
		}
	}
	if n := len(t.fields); n < t.layout.least {
		return t.tooFew(n)
	}
	return nil
}

func (t *Trace) tooFew(columns int) error {
	return fmt.Errorf("%s; accepted is %s", columnCount(columns), t.layout.form)
}

// splitAroundKey takes the time from the left and what follows the key from the
// right.
func (t *Trace) splitAroundKey(line []byte) error {
	n := len(t.layout.columns)
	if columns := bytes.Count(line, comma) + 1; columns < n {
		return t.tooFew(columns)
	}
	t.fields = slices.Grow(t.fields, n)[:n]
	t.fields[0], line, _ = bytes.Cut(line, comma)
	for i := n - 1; i > int(keyColumn); i-- {
		at := bytes.LastIndexByte(line, ',')
		t.fields[i], line = trimSpace(line[at+1:]), line[:at]
	}
	t.fields[keyColumn] = trimSpace(line)
	return nil
}

// unquote takes a field in quotes, and the comma or the end that must follow it,
// from the line. It changes the line.
func unquote(line []byte) (field, rest []byte, ok bool) {
	line = line[1:]
	n := 0
	for i := 0; i < len(line); i++ {
		if line[i] == '"' {
			if i++; i == len(line) || line[i] != '"' {
				rest = trimSpace(line[i:])
				return line[:n], rest, len(rest) == 0 || rest[0] == ','
			}
		}
		line[n] = line[i]
		n++
	}
	return nil, nil, false
}

// assign reads the fields into a request.
func (t *Trace) assign(r *Request) error {
	*r = Request{}
	var err error
	for i, field := range t.fields {
		switch t.layout.columns[i] {
		case timeColumn:
			r.At, err = parseTime("time", field)
		case keyColumn:
			r.Key, err = t.keys.number(field)
		case operationColumn:
			r.Operation, err = parseOperation(field)
		case ttlColumn:
			if len(field) > 0 {
				r.TTL, err = parseTime("TTL", field)
			}
		case sizeColumn:
			r.Size, err = parseSize(field)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// place checks the order of time and moves the request to its instant in the
// run. It returns io.EOF past the end of the run.
func (t *Trace) place(r *Request) error {
	if t.lastAt == 0 {
		t.first = r.At
	} else if r.At < t.last {
		if !t.options.ClampTimes {
			return fmt.Errorf("time %v is before %v in line %d; accepted are times that do not decrease", r.At, t.last, t.lastAt)
		}
		r.At = t.last
	}
	t.last, t.lastAt = r.At, t.lines.number
	if t.options.FromFirst {
		r.At -= t.first
	}
	r.At += t.options.Begin
	if t.options.Until > 0 && r.At >= t.options.Until {
		return io.EOF
	}
	return nil
}
