package scenario

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Template returns a file to begin with: it runs as it is, gives every field that
// has a default, and says of each field what it is. The other kinds of a choice,
// and what most files leave out, stand in it as comments.
func Template() []byte {
	s := Defaults()
	s.Version, s.Name = Version, "my-scenario"
	s.About = "What it shows, in a sentence or two."
	s.Arrivals.Poisson = &Poisson{Rate: 200}
	t := template{}
	t.line("", "# A scenario of stampede: simulate run --scenario FILE runs it. What is left out")
	t.line("", "# has the value that stands here; what must be given says so.")
	t.group(reflect.ValueOf(s), "", false)
	return t.b.Bytes()
}

// template writes fields with what they are.
type template struct{ b bytes.Buffer }

// aboutColumn is where a line says what its field is, if it is short enough.
const aboutColumn = 34

func (t *template) line(indent, text string) { t.b.WriteString(indent + text + "\n") }

// field writes a field and what it is.
func (t *template) field(indent, text string, f field) {
	about := f.about
	if all := alternatives(f.holds); all != "" && !strings.Contains(about, all) && !strings.Contains(about, "simulate list") {
		about += " (" + all + ")"
	}
	if f.required != "" {
		about = "required: " + about
	}
	pad := aboutColumn - len([]rune(indent)) - len([]rune(text))
	t.line(indent, text+strings.Repeat(" ", max(pad, 1))+"# "+about)
}

// group writes the fields of a group; comment puts it, and what is in it, behind
// a mark of comments.
func (t *template) group(v reflect.Value, indent string, comment bool) {
	for _, f := range fieldsOf(v.Type()) {
		field := v.FieldByIndex(f.index)
		absent := f.omitEmpty && field.IsZero()
		if indent == "" && slices.Contains(paragraphs, f.name) {
			t.line("", "")
		}
		inner := indent
		if absent && !comment {
			inner += "# "
		}
		t.value(field, f, inner, comment || absent)
	}
}

// value writes one field.
func (t *template) value(v reflect.Value, f field, indent string, comment bool) {
	element, listed := list(v.Type())
	if inner, ok := group(v.Type()); ok {
		t.field(indent, f.name+":", f)
		if v.Kind() == reflect.Pointer && v.IsNil() {
			v = reflect.New(inner)
		}
		t.group(reflect.Indirect(v), indent+"  ", comment)
		return
	}
	if listed {
		if inner, ok := group(element); ok {
			t.field(indent, f.name+":", f)
			t.element(inner, indent+"  ")
			return
		}
	}
	t.field(indent, f.name+": "+example(v, f), f)
}

// element writes the fields of a group that a list consists of.
func (t *template) element(inner reflect.Type, indent string) {
	if inner == reflect.TypeFor[Group]() {
		t.line(indent, "- {keys: 10, poisson: {rate: 100/s}}")
		t.line(indent, "- {first: 11, cron: {every: 10s, count: 50}}")
		return
	}
	mark := "- "
	zero := reflect.New(inner).Elem()
	for _, f := range fieldsOf(inner) {
		t.field(indent, mark+f.name+": "+example(zero.FieldByIndex(f.index), f), f)
		mark = "  "
	}
}

// example returns a value as a file has it; of what must be given, and of lists and
// texts, an example.
func example(v reflect.Value, f field) string {
	element, listed := list(v.Type())
	switch {
	case listed && element.Kind() == reflect.String && exampleOf(form(element)) == none:
		return "[" + exampleOf(f.about) + "]"
	case listed:
		return "[" + exampleOf(form(element)) + "]"
	case f.required != "" && v.IsZero():
		return strings.TrimPrefix(exampleOf(f.required), f.name+": ")
	case v.IsZero() && v.Kind() == reflect.String:
		return exampleOf(form(v.Type()))
	case v.Kind() == reflect.String && strings.Contains(v.String(), " "):
		return strconv.Quote(v.String()) // in one line, so that a comment can follow
	}
	text := scalar(v, "")
	if f := scalarForms[v.Type()]; f.words != nil && !slices.Contains(f.words, text) {
		return exampleOf(f.text) // its zero value is not written
	}
	return text
}

// none is an empty text.
const none = `""`

// exampleOf returns the example at the end of a sentence about a value.
func exampleOf(sentence string) string {
	_, example, ok := strings.Cut(sentence, "as in ")
	if !ok {
		return none
	}
	return example
}
