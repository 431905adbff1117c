package scenario

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// sample has what the decoder reads besides scalars: a list of groups, a list of
// scalars, a choice, and a choice among the fields of a group.
type sample struct {
	Faults []sampleFault `yaml:"events"`
	Times  []Length      `yaml:"times"`
	Notes  []string      `yaml:"notes,omitempty"`
}

type sampleFault struct {
	Verb string       `yaml:"verb" required:"a verb, as in verb: crash"`
	At   Length       `yaml:"at"`
	Kind sampleChoice `yaml:",inline"`
}

type sampleChoice struct {
	Closed  *Closed  `yaml:"closed,omitempty"`
	Poisson *Poisson `yaml:"poisson,omitempty"`
}

func decodeSample(source string) (sample, error) {
	w := &walker{file: "x.yaml", lines: strings.Split(source, "\n"), places: map[string]place{}}
	var s sample
	root, err := w.syntax([]byte(source))
	if err != nil {
		return s, err
	}
	if err := w.decodeGroup(root, reflect.ValueOf(&s).Elem(), ""); err != nil {
		return s, err
	}
	return s, nil
}

func TestListsReadBack(t *testing.T) {
	for _, source := range []string{
		`events: []
times: []
`,
		`events:
  - verb: crash
    at: 5s
    closed:
      workers: 3
      think: 0s
  - verb: pause
    at: 0s
    poisson:
      rate: 2/s
times:
  - 1s
  - 150ms
notes:
  - one
  - >-
    two words, and
`,
	} {
		s, err := decodeSample(source)
		if err != nil {
			t.Error(err)
			continue
		}
		var b bytes.Buffer
		writeGroup(&b, reflect.ValueOf(s), "")
		if b.String() != source {
			t.Errorf("read back as\n%s\nnot\n%s", b.String(), source)
		}
	}
	short, err := decodeSample("events: [{verb: crash, closed: {workers: 3}}]\ntimes:\n- 1s\n- 2s # comment\n")
	if err != nil || len(short.Faults) != 1 || short.Faults[0].Kind.Closed.Workers != 3 || len(short.Times) != 2 {
		t.Errorf("%+v, %v", short, err)
	}
}

func TestListErrorsNameTheElement(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"events: crash\n", `x.yaml:1:9: events: "crash"; accepted is a list, each a mapping with verb, at, closed and poisson
   >  1 | events: crash
                  ^`},
		{"events:\n  - verb: crash\n  - verb: pause\n    att: 5s\n", `x.yaml:4:5: events[1].att: unknown field "att"; did you mean at?
      3 |   - verb: pause
   >  4 |     att: 5s
              ^`},
		{"events:\n  - verb: crash\n  - pause\n", `x.yaml:3:5: events[1]: "pause"; accepted is a mapping with verb, at, closed and poisson
      2 |   - verb: crash
   >  3 |   - pause
              ^`},
		{"events:\n  - at: 3s\n", `x.yaml:2:5: events[0].verb: missing; accepted is a verb, as in verb: crash
      1 | events:
   >  2 |   - at: 3s
              ^`},
		{"times: [1s, 2]\n", `x.yaml:1:13: times[1]: "2" has no unit; accepted is a number with one, as in 150ms or 1m30s
   >  1 | times: [1s, 2]
                      ^`},
		{"times:\n  - 1s\n  -\n", `x.yaml:3:5: times[1]: no value; accepted is a length of time, as in 150ms
      2 |   - 1s
   >  3 |   -
              ^`},
		{"times:\n  - [1s]\n", `x.yaml:2:5: times[0]: a list; accepted is a length of time, as in 150ms
      1 | times:
   >  2 |   - [1s]
              ^`},
		{"notes:\n  - {a: b}\n", `x.yaml:2:5: notes[0]: a mapping; accepted is text
      1 | notes:
   >  2 |   - {a: b}
              ^`},
	} {
		_, err := decodeSample(c.source)
		if err == nil || err.Error() != c.want {
			t.Errorf("got\n%v\nwant\n%s", err, c.want)
		}
	}
}

func TestAChoiceIsExactlyOne(t *testing.T) {
	for kinds, want := range map[string]string{
		"":                     "at is empty; accepted is exactly one of closed and poisson",
		"closed":               "",
		"poisson":              "",
		"closed, and poisson!": "at is both closed and poisson; accepted is exactly one of them",
	} {
		var s sampleChoice
		if strings.Contains(kinds, "closed") {
			s.Closed = &Closed{}
		}
		if strings.Contains(kinds, "poisson") {
			s.Poisson = &Poisson{}
		}
		var c check
		c.choice("at", s)
		if (c.failed == nil) != (want == "") || c.failed != nil && c.failed.Error() != want {
			t.Errorf("got %v, want %q", c.failed, want)
		}
	}
}
