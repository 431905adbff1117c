package scenario

import (
	"encoding"
	"reflect"
	"strings"

	"stampede/model/workload"
)

// field is a field of a group, by the name it has in a file.
type field struct {
	name  string
	index int
}

// fieldsOf returns the fields of a struct in the order of their declaration.
func fieldsOf(t reflect.Type) []field {
	var fields []field
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		fields = append(fields, field{name, i})
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

// paths returns the dotted paths of all scalars of a scenario.
func paths() []string { return pathsBelow(reflect.TypeFor[Scenario](), "") }

func pathsBelow(t reflect.Type, prefix string) []string {
	var all []string
	for _, f := range fieldsOf(t) {
		if inner, ok := group(t.Field(f.index).Type); ok {
			all = append(all, pathsBelow(inner, prefix+f.name+".")...)
		} else {
			all = append(all, prefix+f.name)
		}
	}
	return all
}

// form says how a value of a type is written.
func form(t reflect.Type) string {
	if inner, ok := group(t); ok {
		return "a mapping with " + enumerate(fieldNames(inner))
	}
	switch t {
	case reflect.TypeFor[Length]():
		return "a length of time, as in 150ms"
	case reflect.TypeFor[workload.Duration]():
		return "a length of time or a distribution, as in 5ms or 0.1ms + exp(0.4ms)"
	case reflect.TypeFor[Rate]():
		return "a number per second, as in 2000/s"
	case reflect.TypeFor[Jitter]():
		return "a share of the TTL or a length of time, as in 50% or 500ms"
	case reflect.TypeFor[Start]():
		return "cold or warm"
	case reflect.TypeFor[workload.Popularity]():
		return "uniform or zipf(EXPONENT), as in zipf(0.99)"
	}
	switch t.Kind() {
	case reflect.Int:
		return "a whole number, as in 100"
	case reflect.Float64:
		return "a number, as in 1.5"
	case reflect.Bool:
		return "true or false"
	}
	return "text"
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
