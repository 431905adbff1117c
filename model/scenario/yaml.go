package scenario

import (
	"bytes"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// YAML returns the scenario as a file that gives every field and that [Parse]
// reads back as an equal scenario. It is our own writing, because a file for
// people folds long texts and sets its parts apart.
func (s Scenario) YAML() []byte {
	var b bytes.Buffer
	writeGroup(&b, reflect.ValueOf(s), "")
	return b.Bytes()
}

// paragraphs are the fields that an empty line stands before.
var paragraphs = []string{"duration", "keys", "network", "origin", "cache", "faults", "strategy", "expect", "variants", "replay"}

func writeGroup(b *bytes.Buffer, v reflect.Value, indent string) {
	for _, f := range fieldsOf(v.Type()) {
		field := v.FieldByIndex(f.index)
		if field.IsZero() && f.omitEmpty {
			continue
		}
		if indent == "" && slices.Contains(paragraphs, f.name) {
			b.WriteString("\n")
		}
		b.WriteString(indent + f.name + ":")
		if _, ok := group(field.Type()); ok {
			b.WriteString("\n")
			writeGroup(b, reflect.Indirect(field), indent+"  ")
			continue
		}
		if _, ok := list(field.Type()); ok {
			writeList(b, field, indent+"  ")
			continue
		}
		b.WriteString(" " + scalar(field, indent) + "\n")
	}
}

// writeList writes a line for each scalar of a list, and a block for each group.
func writeList(b *bytes.Buffer, v reflect.Value, indent string) {
	if v.Len() == 0 {
		b.WriteString(" []\n")
		return
	}
	b.WriteString("\n")
	for i := range v.Len() {
		element := v.Index(i)
		if _, ok := group(element.Type()); !ok {
			b.WriteString(indent + "- " + scalar(element, indent) + "\n")
			continue
		}
		var inner bytes.Buffer
		writeGroup(&inner, reflect.Indirect(element), indent+"  ")
		b.WriteString(indent + "- " + strings.TrimPrefix(inner.String(), indent+"  "))
	}
}

// scalar returns a value as a file has it.
func scalar(v reflect.Value, indent string) string {
	if m, ok := v.Interface().(encoding.TextMarshaler); ok {
		text, err := m.MarshalText()
		if err != nil {
			panic("scenario: YAML: " + err.Error()) // no field refuses to be written
		}
		return string(text)
	}
	if v.Kind() != reflect.String {
		return fmt.Sprint(v.Interface())
	}
	text := v.String()
	switch words := strings.Fields(text); {
	case namePattern.MatchString(text) && !strings.EqualFold(text, "null"):
		return text
	case len(words) > 1 && strings.Join(words, " ") == text && !strings.ContainsFunc(text, notPrintable):
		return fold(words, indent+"  ")
	}
	return strconv.QuoteToGraphic(text)
}

func notPrintable(r rune) bool { return !strconv.IsPrint(r) }

// lineWidth is how wide a folded text is, in characters.
const lineWidth = 80

// fold writes words as a block whose lines a reader joins with spaces.
func fold(words []string, indent string) string {
	var b strings.Builder
	b.WriteString(">-")
	column := lineWidth
	for _, word := range words {
		if n := len([]rune(word)); column+1+n > lineWidth {
			b.WriteString("\n" + indent + word)
			column = len(indent) + n
		} else {
			b.WriteString(" " + word)
			column += 1 + n
		}
	}
	return b.String()
}
