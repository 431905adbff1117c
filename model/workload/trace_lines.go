package workload

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// lineMax is the longest line of a trace, in bytes, and the size of what is read
// at one time.
const lineMax = 128 << 10

// lines reads a trace line by line. It keeps one buffer.
type lines struct {
	input  *bufio.Reader
	number int // of the line that was read last
}

func newLines(r io.Reader) lines { return lines{input: bufio.NewReaderSize(r, lineMax)} }

// next returns a line without its end and the space around it; it is good until
// the next call, and may be changed. The end of the input is io.EOF.
func (l *lines) next() ([]byte, error) {
	line, err := l.input.ReadSlice('\n')
	l.number++
	switch {
	case err == io.EOF && len(line) > 0: // the last line lacks its end
	case err == io.EOF:
		l.number--
		return nil, io.EOF
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("the line is too long; accepted is up to %d bytes", lineMax)
	case err != nil:
		return nil, fmt.Errorf("cannot be read from here on: %w; accepted is a whole file", cause(err))
	}
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		if name := compressedAs(line); name != "" {
			return nil, fmt.Errorf("the file is compressed with %s; accepted is one whose name says so, by .gz or .zst", name)
		}
	}
	return trimSpace(line), nil
}

// trimSpace removes blanks, tabs and line ends around a field.
func trimSpace(b []byte) []byte {
	for len(b) > 0 && isSpace(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isSpace(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
