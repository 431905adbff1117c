package scenario

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"stampede/model/workload"
)

func TestEmbeddedScenariosAreSound(t *testing.T) {
	for i, name := range embeddedNames() {
		s := Embedded()[i]
		if s.Name != name {
			t.Errorf("%s.yaml has the name %s", name, s.Name)
		}
		if s.About == "" || s.Source == "" {
			t.Errorf("%s: without about or source", name)
		}
		if w := s.Warnings(); w != nil {
			t.Errorf("%s: warnings %q", name, w)
		}
		if again, err := Load(name); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("Load(%q): %v, or another scenario", name, err)
		}
	}
}

// The published experiments, field by field: a slip in a file would be measured
// as a result.
func TestEmbeddedExperimentsAreAsPublished(t *testing.T) {
	leg, err := workload.ParseDuration("0.1ms + exp(0.4ms)")
	if err != nil {
		t.Fatal(err)
	}
	hot := Defaults()
	hot.Version, hot.Name = 1, "hot-key"
	hot.Duration, hot.From, hot.Processes = Length(5*time.Second), Length(500*time.Millisecond), 5
	hot.Arrivals.Closed = &Closed{Workers: 100, Think: workload.Constant(5 * time.Millisecond)}
	hot.Network = Network{Request: leg, Reply: leg}
	hot.Origin.Recompute = workload.Constant(200 * time.Millisecond)
	hot.Cache.TTL = Length(time.Second)

	hundred := hot
	hundred.Name, hundred.Keys = "hundred-keys", 100
	hundred.Duration, hundred.From = Length(12*time.Second), Length(6*time.Second)

	law := hot
	law.Name, law.Processes, law.Start = "poisson-hot-key", 1, Warm
	law.Duration, law.From, law.Bucket = Length(20000*time.Second), 0, Length(time.Second)
	law.Arrivals = Arrivals{Kinds: Kinds{Poisson: &Poisson{200}}}
	half := workload.Constant(50 * time.Microsecond)
	law.Network = Network{Request: half, Reply: half}
	law.Cache.TTL = Length(5 * time.Second)

	for _, want := range []Scenario{hot, hundred, law} {
		got, err := Load(want.Name)
		if err != nil {
			t.Fatal(err)
		}
		want.About, want.Source = got.About, got.Source
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got\n%s\nwant\n%s", got.YAML(), want.YAML())
		}
	}
}

func TestLoadReadsAFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"mine.yaml", "mine.yml", "mine"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("version: 1\nname: mine\narrivals: {poisson: {rate: 1/s}}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if s, err := Load(path); err != nil || s.Name != "mine" {
			t.Errorf("Load(%q) = %q, %v", path, s.Name, err)
		}
	}
}

func TestLoadSaysWhatIsAccepted(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.yaml")
	if err := os.WriteFile(large, []byte(strings.Repeat("# hot\n", sourceMax)), 0o644); err != nil {
		t.Fatal(err)
	}
	wrong := filepath.Join(dir, "wrong.yaml")
	if err := os.WriteFile(wrong, []byte("version: 1\nname: a\nkey: 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"hotkey":           `scenario "hotkey": unknown; did you mean hot-key?`,
		"":                 `scenario "": unknown; accepted are cold-start, error-burst, hot-key, hundred-keys, overload, poisson-hot-key and slow-origin, and the path of a file, as in ./my.yaml`,
		"banana":           `scenario "banana": unknown; accepted are cold-start, error-burst, hot-key, hundred-keys, overload, poisson-hot-key and slow-origin, and the path of a file, as in ./my.yaml`,
		"hotkey.yaml":      `hotkey.yaml: no such file; accepted is the path of a scenario file, or one of cold-start, error-burst, hot-key, hundred-keys, overload, poisson-hot-key and slow-origin`,
		"./hot-key":        `./hot-key: no such file; accepted is the path of a scenario file, or one of cold-start, error-burst, hot-key, hundred-keys, overload, poisson-hot-key and slow-origin`,
		dir + "/":          dir + `/: cannot be read: is a directory; accepted is the path of a scenario file`,
		large:              large + `: it is larger than a scenario can be; accepted is up to 64 KiB`,
		"bad\x00name.yaml": "bad\x00name.yaml: cannot be read: invalid argument; accepted is the path of a scenario file",
		wrong:              wrong + ":3:1: key: unknown field \"key\"; did you mean keys?\n      2 | name: a\n   >  3 | key: 3\n          ^",
	} {
		_, err := Load(name)
		var e *Error
		if !errors.As(err, &e) || err.Error() != want {
			t.Errorf("Load(%q):\n got %v\nwant %s", name, err, want)
		}
	}
}

func TestTheCorpusIsNamedAsItsFiles(t *testing.T) {
	for i, name := range namesIn("corpus") {
		s := Corpus()[i]
		if s.Name != name {
			t.Errorf("corpus/%s.yaml has the name %s", name, s.Name)
		}
		if again, err := Load("corpus/" + name); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("Load(%q): %v, or another scenario", name, err)
		}
	}
	_, err := Load("corpus/D24x")
	if err == nil || err.Error() != `scenario "corpus/D24x": unknown; did you mean corpus/D24a?` {
		t.Errorf("got %v", err)
	}
}
