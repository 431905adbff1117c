package scenario

import (
	"errors"
	"fmt"
	"strings"
)

// Error says what is wrong with a scenario file or an assignment.
type Error struct {
	File         string // the file, or the assignment as in --set ttl=1
	Line, Column int    // from 1, the column in characters; 0 if there is no such place
	Path         string // the field, as in cache.lock.ttl; empty if it is not about one
	Message      string // what is wrong; what is accepted
	Excerpt      string // the line of the file, with the place marked; empty if there is none
}

// Error returns one line, FILE:LINE:COLUMN: PATH: MESSAGE without the parts that
// are absent, and the excerpt below it.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Column)
	}
	for _, part := range []string{e.Path, e.Message} {
		if b.Len() > 0 && part != "" {
			b.WriteString(": ")
		}
		b.WriteString(part)
	}
	if e.Excerpt != "" {
		b.WriteString("\n" + e.Excerpt)
	}
	return b.String()
}

// excerptWidth is how much of a line an excerpt shows, in characters.
const excerptWidth = 100

// excerpt shows a line of a file and the one before it, with a caret below the
// column.
func excerpt(lines []string, line, column int) string {
	if line < 1 || line > len(lines) {
		return ""
	}
	from := 0 // the first character shown
	if column > excerptWidth {
		from = column - excerptWidth/2
	}
	width := max(2, len(fmt.Sprint(line)))
	row := func(mark string, number int) string {
		text := window(lines[number-1], from)
		return strings.TrimRight(fmt.Sprintf("   %s %*d | %s", mark, width, number, text), " ") + "\n"
	}
	shown := ""
	if line > 1 {
		shown = row(" ", line-1)
	}
	shown += row(">", line)
	return shown + strings.Repeat(" ", len("   > ")+width+len(" | ")+max(column-from-1, 0)) + "^"
}

// window returns the part of a line that an excerpt shows. A tab or another
// control character is shown as one blank, so that the caret stands below its
// column.
func window(line string, from int) string {
	runes := []rune(strings.ToValidUTF8(line, "\uFFFD"))
	runes = runes[min(from, len(runes)):]
	runes = runes[:min(excerptWidth, len(runes))]
	for i, r := range runes {
		if r < ' ' || r == 0x7f {
			runes[i] = ' '
		}
	}
	return string(runes)
}

// NotSet returns an error of [Scenario.Set] for an assignment that is no --set: one of
// --vary, or, if file is not empty, of parts of a scenario.
func NotSet(err error, file string) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	other := *e
	other.File = strings.TrimPrefix(e.File, "--set ")
	if file != "" {
		other.File = file + ": " + other.File
	}
	return &other
}
