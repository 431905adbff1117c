package scenario

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// The template runs as it is, and its values are the defaults.
func TestTemplateIsTheDefaults(t *testing.T) {
	s := parse(t, string(Template()))
	want := Defaults()
	want.Version, want.Name, want.About = Version, s.Name, s.About
	want.Arrivals.Poisson = &Poisson{Rate: 200}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("the template is\n%s\nwant\n%s", s.YAML(), want.YAML())
	}
}

// What stands in comments is right as well, once a person takes the marks away.
func TestTemplateShowsEveryField(t *testing.T) {
	mark := regexp.MustCompile(`(?m)^( *)# ( *(- )?[a-z-]+:|  - \{)`)
	text := mark.ReplaceAllString(string(Template()), "$1$2")
	w := &walker{file: "x.yaml", lines: strings.Split(text, "\n"), places: map[string]place{}}
	root, err := w.syntax([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := Defaults()
	if err := w.decodeGroup(root, reflect.ValueOf(&s).Elem(), ""); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, path := range paths() {
		if _, ok := w.places[path]; !ok && !strings.HasPrefix(path, "arrivals.sum[0]") && !strings.HasSuffix(path, "[0]") {
			t.Errorf("%s is missing", path)
		}
	}
}
