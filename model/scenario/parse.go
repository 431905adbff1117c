package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// sourceMax is how large a file may be, in bytes.
const sourceMax = 64 << 10

// messageMax is how much of the YAML parser's message an error repeats, in
// characters.
const messageMax = 120

// Parse reads a scenario file, fills in the defaults, and validates it. The name
// of the file serves error messages only. An error is an [*Error].
func Parse(file string, source []byte) (Scenario, error) {
	source = normal(source)
	w := &walker{file: file, lines: strings.Split(string(source), "\n"), places: map[string]place{"": {1, 1}}}
	s := Defaults()
	if err := w.parse(source, &s); err != nil {
		return Scenario{}, err
	}
	return s, nil
}

func (w *walker) parse(source []byte, s *Scenario) error {
	if err := w.checkText(source); err != nil {
		return err
	}
	root, err := w.syntax(source)
	if err != nil {
		return err
	}
	w.places[""] = start(root)
	// A file of another version may differ in anything: its version is what to
	// report first.
	if err := w.checkVersion(root); err != nil {
		return err
	}
	if err := w.decodeGroup(root, reflect.ValueOf(s).Elem(), ""); err != nil {
		return err
	}
	var invalid *Invalid
	if err := s.Validate(); errors.As(err, &invalid) {
		return w.errorAt(w.placeOf(invalid.Path), invalid.Path, "%s", invalid.message())
	}
	return nil
}

// checkText refuses what no text editor should have written, before the parser
// of YAML has to make sense of it.
func (w *walker) checkText(source []byte) error {
	if len(source) > sourceMax {
		return &Error{File: w.file, Message: fmt.Sprintf("it is larger than a scenario can be; accepted is up to %d KiB", sourceMax>>10)}
	}
	for i, line := range w.lines {
		column := 1
		for rest := line; rest != ""; column++ {
			r, size := utf8.DecodeRuneInString(rest)
			at := place{i + 1, column}
			switch {
			case r == utf8.RuneError && size == 1:
				return w.errorAt(at, "", "the byte 0x%02x is not UTF-8; accepted is text in UTF-8", rest[0])
			case r == '\t' && strings.TrimLeft(line[:len(line)-len(rest)], " ") == "" && strings.TrimSpace(rest) != "":
				return w.errorAt(at, "", "a tab in the indentation; accepted are spaces")
			case r < ' ' && r != '\t' || r == 0x7f:
				return w.errorAt(at, "", "the control character %U; accepted is printable text", r)
			}
			rest = rest[size:]
		}
	}
	return nil
}

// syntax returns the mapping that the file is.
func (w *walker) syntax(source []byte) (*ast.MappingNode, error) {
	f, err := parser.ParseBytes(source, 0, parser.AllowDuplicateMapKey())
	var syntax yaml.Error
	switch {
	case errors.As(err, &syntax):
		p := syntax.GetToken().Position
		return nil, w.errorAt(place{p.Line, max(p.Column, 1)}, "", "not YAML: %s; accepted is name: value on a line of its own, indented by spaces", clip(strings.Join(strings.Fields(syntax.GetMessage()), " "), messageMax))
	case err != nil:
		return nil, &Error{File: w.file, Message: "not YAML: " + clip(err.Error(), messageMax)}
	}
	var root *ast.MappingNode
	for _, doc := range f.Docs {
		switch body := doc.Body.(type) {
		case nil, *ast.CommentGroupNode:
		case *ast.MappingNode:
			if root != nil {
				return nil, w.errorAt(start(body), "", "a second document; accepted is one scenario a file")
			}
			root = body
		case *ast.DirectiveNode:
			return nil, w.errorAt(start(body), "", "a directive (%%); accepted is a scenario without")
		default:
			if err := w.refuseExtras(body, ""); err != nil {
				return nil, err
			}
			return nil, w.errorAt(start(body), "", "%s; accepted is a mapping, as in version: 1", kindOf(body))
		}
	}
	if root == nil {
		return nil, &Error{File: w.file, Message: "no scenario in it; accepted is a mapping, which begins with version: 1"}
	}
	return root, nil
}

func (w *walker) checkVersion(root *ast.MappingNode) error {
	for _, entry := range root.Values {
		if key, ok := entry.Key.(*ast.StringNode); !ok || key.Value != "version" {
			continue
		}
		if text, _, ok := scalarText(entry.Value); ok && text != fmt.Sprint(Version) {
			return w.errorAt(start(entry.Value), "version", "%s is not known here; accepted is %d", quote(text), Version)
		}
	}
	return nil
}

// normal returns a file without a byte order mark, and with line ends that the
// parser counts as everyone does.
func normal(source []byte) []byte {
	source = bytes.TrimPrefix(source, []byte("\uFEFF"))
	return bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
}
