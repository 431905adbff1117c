package scenario

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema returns the JSON Schema of a scenario file, for editors: they complete
// names and mark slips. It is made from the types that [Parse] reads into, and
// lets some files through that Parse refuses, never the other way round.
func Schema() []byte {
	s := schemaOf(reflect.TypeFor[Scenario](), reflect.ValueOf(Defaults()))
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	s.Title = "stampede scenario"
	s.Description = "What a run of stampede depends on, but for the seed."
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("scenario: Schema: " + err.Error())
	}
	return append(text, '\n')
}

// schemaOf returns the schema of a type; standard is its default, invalid if it
// has none.
func schemaOf(t reflect.Type, standard reflect.Value) *jsonschema.Schema {
	if inner, ok := group(t); ok {
		return groupSchema(inner, standard)
	}
	if element, ok := list(t); ok {
		return &jsonschema.Schema{Type: "array", Items: schemaOf(element, reflect.Value{})}
	}
	return scalarSchema(t)
}

func groupSchema(t reflect.Type, standard reflect.Value) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type:                 "object",
		Properties:           make(map[string]*jsonschema.Schema),
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
	for _, f := range fieldsOf(t) {
		var inner reflect.Value
		if standard.IsValid() && standard.Kind() == reflect.Struct {
			inner = standard.FieldByIndex(f.index)
		}
		property := schemaOf(t.FieldByIndex(f.index).Type, inner)
		property.Description = f.about
		switch {
		case f.unless != "":
			s.AnyOf = []*jsonschema.Schema{{Required: []string{f.name}}, {Required: []string{f.unless}}}
		case f.required != "":
			s.Required = append(s.Required, f.name)
		}
		if text, ok := scalarDefault(inner); ok && !f.omitEmpty && f.required == "" {
			property.Default = text
		}
		if f.choice {
			s.OneOf = append(s.OneOf, &jsonschema.Schema{Required: []string{f.name}})
		}
		s.Properties[f.name] = property
		s.PropertyOrder = append(s.PropertyOrder, f.name)
	}
	return s
}

// scalarDefault writes the default of a scalar as a file would.
func scalarDefault(v reflect.Value) (json.RawMessage, bool) {
	if !v.IsValid() {
		return nil, false
	}
	if _, ok := group(v.Type()); ok || v.Kind() == reflect.Slice {
		return nil, false
	}
	switch v.Kind() {
	case reflect.Int, reflect.Bool:
		return fmt.Append(nil, v.Interface()), true
	case reflect.Float64:
		return []byte(formatNumber(v.Float())), true
	}
	text, err := json.Marshal(fmt.Sprint(v.Interface()))
	return text, err == nil
}

func scalarSchema(t reflect.Type) *jsonschema.Schema {
	f, formed := scalarForms[t]
	switch {
	case t == reflect.TypeFor[Strategy]():
		return &jsonschema.Schema{Type: "string", AnyOf: []*jsonschema.Schema{{Enum: anyOf(strategyNames())}, {Pattern: `^[a-z]+(\+[a-z]+)+$`}}}
	case f.words != nil:
		return &jsonschema.Schema{Enum: anyOf(f.words)}
	case f.or0:
		// A bare 0 is a number in YAML.
		zero := 0.0
		return &jsonschema.Schema{Types: []string{"string", "integer"}, Pattern: f.pattern, Minimum: &zero, Maximum: &zero}
	case formed:
		return &jsonschema.Schema{Type: "string", Pattern: f.pattern}
	}
	switch t.Kind() {
	case reflect.Int:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	}
	// YAML takes a name such as 007 for a number.
	return &jsonschema.Schema{Types: []string{"string", "number", "boolean"}}
}

func anyOf(names []string) []any {
	all := make([]any, len(names))
	for i, n := range names {
		all[i] = n
	}
	return all
}
