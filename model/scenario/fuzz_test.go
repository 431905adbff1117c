package scenario

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// FuzzParse: whatever the file holds, Parse gives an error with a place that
// exists, or a valid scenario that reads back from its own YAML.
func FuzzParse(f *testing.F) {
	for _, name := range embeddedNames() {
		source, err := readEmbedded(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(source)
	}
	for _, c := range badFiles {
		f.Add([]byte(c.source))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		s, err := Parse("x.yaml", source)
		if err != nil {
			requirePlace(t, err, source)
			return
		}
		back, err := Parse("x.yaml", s.YAML())
		if err != nil {
			t.Fatalf("%v\n%s", err, s.YAML())
		}
		if !reflect.DeepEqual(back, s) {
			t.Fatalf("read back as\n%s\nnot\n%s", back.YAML(), s.YAML())
		}
	})
}

func requirePlace(t *testing.T, err error, source []byte) {
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T, want *Error: %v", err, err)
	}
	if e.Message == "" || strings.Contains(e.Message, "\n") || len(e.Message) > 2000 {
		t.Fatalf("the message is not one line: %q", e.Message)
	}
	if lines := bytes.Split(normal(source), []byte("\n")); e.Line < 0 || e.Line > len(lines) || (e.Line > 0) != (e.Column > 0) {
		t.Fatalf("no such place: %d:%d of %d lines", e.Line, e.Column, len(lines))
	}
	if (e.Line > 0) != (e.Excerpt != "") {
		t.Fatalf("place and excerpt do not go together: %d, %q", e.Line, e.Excerpt)
	}
}

// FuzzSet: whatever the assignment, Set gives an *Error and changes nothing, or
// sets something that a file can say.
func FuzzSet(f *testing.F) {
	for _, n := range Names() {
		f.Add(n.Name + "=" + n.Default)
		f.Add(n.Path + "=1.5ms")
	}
	f.Fuzz(func(t *testing.T, assignment string) {
		s, before := closed(), closed()
		if err := s.Set(assignment); err != nil {
			var e *Error
			if !errors.As(err, &e) || !reflect.DeepEqual(s, before) {
				t.Fatalf("%T, or the scenario changed: %v", err, err)
			}
			return
		}
		if s.Validate() != nil {
			return
		}
		back, err := Parse("x.yaml", s.YAML())
		if err != nil || !reflect.DeepEqual(back, s) {
			t.Fatalf("%v, or read back as\n%s\nnot\n%s", err, back.YAML(), s.YAML())
		}
	})
}
