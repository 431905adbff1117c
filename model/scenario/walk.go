package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"stampede/internal/near"
)

// place is a position in a file, from 1; the column in characters.
type place struct{ line, column int }

// walker decodes the syntax tree of a file into a scenario. It is our own
// because an error must name the place, the path and what is accepted, also for
// what an UnmarshalText refuses.
type walker struct {
	file   string
	lines  []string
	places map[string]place // of each path the file gives: a scalar's value, a group's key, a list's element
}

func (w *walker) errorAt(p place, path, format string, args ...any) *Error {
	return &Error{
		File: w.file, Line: p.line, Column: p.column, Path: path,
		Message: fmt.Sprintf(format, args...), Excerpt: excerpt(w.lines, p.line, p.column),
	}
}

// placeOf returns where a path is given, or else the nearest group around it.
func (w *walker) placeOf(path string) place {
	for path != "" {
		if p, ok := w.places[path]; ok {
			return p
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return w.places[""]
}

// decode reads a node into v.
func (w *walker) decode(n ast.Node, v reflect.Value, path string) *Error {
	if err := w.refuseExtras(n, path); err != nil {
		return err
	}
	if t, ok := group(v.Type()); ok {
		m, ok := n.(*ast.MappingNode)
		if !ok {
			return w.errorAt(start(n), path, "%s; accepted is %s", kindOf(n), form(v.Type()))
		}
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.New(t))
			v = v.Elem()
		}
		return w.decodeGroup(m, v, path)
	}
	if _, ok := list(v.Type()); ok {
		return w.decodeList(n, v, path)
	}
	w.places[path] = start(n)
	text, quoted, ok := scalarText(n)
	if !ok {
		return w.errorAt(start(n), path, "%s; accepted is %s", kindOf(n), form(v.Type()))
	}
	if quoted && v.Kind() != reflect.String && !v.Addr().Type().Implements(textUnmarshaler) {
		return w.errorAt(start(n), path, "%s is text, for it stands in quotes; accepted is %s", quote(text), form(v.Type()))
	}
	if err := setScalar(v, text); err != nil {
		if whole, cut := w.cutOff(text, quoted, start(n)); cut {
			err = inQuotes(v, text, whole)
		}
		return w.errorAt(start(n), path, "%v", err)
	}
	return nil
}

// decodeList reads the elements of a list, whose paths end in [0], [1], ….
func (w *walker) decodeList(n ast.Node, v reflect.Value, path string) *Error {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return w.errorAt(start(n), path, "%s; accepted is %s", kindOf(n), form(v.Type()))
	}
	v.SetZero()
	for i, element := range s.Values {
		inner := fmt.Sprintf("%s[%d]", path, i)
		w.places[inner] = start(element)
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		if err := w.decode(element, v.Index(i), inner); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) decodeGroup(m *ast.MappingNode, v reflect.Value, path string) *Error {
	fields := fieldsOf(v.Type())
	places := make([]place, len(fields))
	for _, entry := range m.Values {
		at := start(entry.Key)
		name, err := w.keyText(entry.Key, path)
		if err != nil {
			return err
		}
		inner := join(path, name)
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
		if i < 0 {
			hint := ""
			if _, empty := entry.Value.(*ast.NullNode); empty && m.IsFlowStyle {
				hint = "; a value with a comma in it stands in quotes inside { }"
			}
			return w.errorAt(at, inner, "unknown field %s; %s%s", quote(name), instead(name, v.Type()), hint)
		}
		if first := places[i]; first != (place{}) {
			return w.errorAt(at, inner, "a second %s; accepted is one, and line %d has it", name, first.line)
		}
		places[i] = at
		w.places[inner] = at
		if err := w.decode(entry.Value, v.FieldByIndex(fields[i].index), inner); err != nil {
			return err
		}
	}
	for i, f := range fields {
		if f.required != "" && places[i] == (place{}) && !hasField(fields, places, f.unless) {
			return w.errorAt(w.places[path], join(path, f.name), "missing; accepted is %s", f.required)
		}
	}
	return nil
}

// hasField reports whether a file gives the field of that name.
func hasField(fields []field, places []place, name string) bool {
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == name })
	return i >= 0 && places[i] != (place{})
}

func (w *walker) keyText(key ast.MapKeyNode, path string) (string, *Error) {
	if err := w.refuseExtras(key, path); err != nil {
		return "", err
	}
	if s, ok := key.(*ast.StringNode); ok {
		return s.Value, nil
	}
	text := key.GetToken().Value
	return "", w.errorAt(start(key), path, "%s is not the name of a field; accepted is a plain word, as in ttl: 1s", quote(text))
}

// refuseExtras refuses the parts of YAML that a scenario has no need of: its
// reader should find a value where the name stands.
func (w *walker) refuseExtras(n ast.Node, path string) *Error {
	what := ""
	switch n.(type) {
	case *ast.AnchorNode:
		what = "an anchor (&)"
	case *ast.AliasNode:
		what = "an alias (*)"
	case *ast.MergeKeyNode:
		what = "a merge key (<<)"
	case *ast.TagNode:
		what = "a tag (!)"
	case *ast.MappingKeyNode:
		what = "a complex key (?)"
	default:
		return nil
	}
	return w.errorAt(start(n), path, "%s; accepted is the value itself, written out", what)
}

// instead says what could have been meant by an unknown field of a group: one of
// this name elsewhere, one with a similar name here, or any of the group's.
func instead(name string, t reflect.Type) string {
	for _, p := range slices.Concat(shortNames(), paths()) {
		elsewhere := pathOf(p)
		if strings.Contains(elsewhere, "[") {
			continue // those of a list are many
		}
		if p == name || strings.HasSuffix(elsewhere, "."+name) {
			return "did you mean " + elsewhere + "?"
		}
	}
	fields := fieldNames(t)
	if s, ok := near.Name(name, fields); ok {
		return "did you mean " + s + "?"
	}
	return accepted(fields)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
