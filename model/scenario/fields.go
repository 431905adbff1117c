package scenario

import (
	"encoding"
	"reflect"
	"strings"
)

// field is a field of a group, by the name it has in a file. Its tags say the
// rest:
//
//	yaml:"name"             a field of every file
//	yaml:"name,omitempty"   left out of a file where it is zero
//	yaml:",inline"          a struct whose fields stand in the group itself
//	required:"ACCEPTED"     a file must give it: there is no default
//	about:"WORDS"           what it is
//	unless:"name"           but not where it gives that other field of the group
type field struct {
	name      string
	index     []int
	omitEmpty bool
	required  string // what is accepted; empty if it need not be given
	about     string // what it is
	holds     reflect.Type
	unless    string // another field, beside which it need not be given
	choice    bool   // it is one of several, of which exactly one is given
}

// fieldsOf returns the fields of a struct in the order of their declaration.
func fieldsOf(t reflect.Type) []field {
	var fields []field
	choice := choice(t)
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if option == "inline" {
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				fields = append(fields, inner)
			}
			continue
		}
		fields = append(fields, field{
			name: name, index: []int{i}, omitEmpty: option == "omitempty",
			required: f.Tag.Get("required"), unless: f.Tag.Get("unless"), about: f.Tag.Get("about"), holds: f.Type, choice: choice,
		})
	}
	return fields
}

func fieldNames(t reflect.Type) []string {
	var names []string
	for _, f := range fieldsOf(t) {
		names = append(names, f.name)
	}
	return names
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// group returns the struct type whose fields a file gives one by one, looking
// through a pointer; false if values of type t are written as one scalar.
func group(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t, t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(textUnmarshaler)
}

// list returns the type of the elements of a list; false if t is none.
func list(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() != reflect.Slice || reflect.PointerTo(t).Implements(textUnmarshaler) {
		return nil, false
	}
	return t.Elem(), true
}

// choice reports whether a struct is a choice: it has only pointers and lists, of
// which exactly one is given.
func choice(t reflect.Type) bool {
	for i := range t.NumField() {
		switch f := t.Field(i).Type; {
		case f.Kind() == reflect.Pointer, f.Kind() == reflect.Slice:
		case t.Field(i).Anonymous && choice(f):
		default:
			return false
		}
	}
	return t.NumField() > 0
}

// given returns the names of those fields of a choice that are given.
func given(v reflect.Value) []string {
	var names []string
	for _, f := range fieldsOf(v.Type()) {
		if f.choice && !v.FieldByIndex(f.index).IsNil() {
			names = append(names, f.name)
		}
	}
	return names
}

// paths returns the dotted paths of all scalars of a scenario; for a list, those
// of its first element.
func paths() []string { return pathsBelow(reflect.TypeFor[Scenario](), "") }

func pathsBelow(t reflect.Type, prefix string) []string {
	var all []string
	for _, f := range fieldsOf(t) {
		at, path := t.FieldByIndex(f.index).Type, prefix+f.name
		if element, ok := list(at); ok {
			at, path = element, path+"[0]"
		}
		if inner, ok := group(at); ok {
			all = append(all, pathsBelow(inner, path+".")...)
		} else {
			all = append(all, path)
		}
	}
	return all
}

// enumerate joins words as in a, b and c.
func enumerate(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// accepted says which names are.
func accepted(names []string) string {
	if len(names) == 1 {
		return "accepted is " + names[0]
	}
	return "accepted are " + enumerate(names)
}
