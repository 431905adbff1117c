package scenario

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"
)

// cutOff returns the value that was meant where a comma within its parentheses ends
// it: inside { } and [ ], YAML takes each comma for the end of a value that is not in
// quotes.
func (w *walker) cutOff(text string, quoted bool, at place) (whole string, cut bool) {
	if quoted || strings.Count(text, "(") <= strings.Count(text, ")") || at.line < 1 || at.line > len(w.lines) {
		return "", false
	}
	line := w.lines[at.line-1]
	value := string([]rune(line)[min(at.column-1, utf8.RuneCountInString(line)):])
	depth := 0
	end := strings.IndexFunc(value, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth == 0 && strings.ContainsRune(",]}", r)
	})
	if end >= 0 {
		value = value[:end]
	}
	value = strings.TrimSpace(value)
	return value, len(value) > len(text)
}

// inQuotes returns the error of such a value.
func inQuotes(v reflect.Value, text, whole string) error {
	if err := setScalar(v, whole); err != nil {
		return err
	}
	return fmt.Errorf("%s is cut off at its comma; accepted is %q, in quotes, inside { } and [ ]", quote(text), whole)
}
