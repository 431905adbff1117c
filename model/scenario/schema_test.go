package scenario

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

func schema(t *testing.T) *validator.Schema {
	t.Helper()
	document, err := validator.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	if err := c.AddResource("scenario.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("scenario.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// judge returns what the schema says of a file.
func judge(t *testing.T, s *validator.Schema, source []byte) error {
	t.Helper()
	inJSON, err := yaml.YAMLToJSON(source)
	if err != nil {
		t.Fatal(err)
	}
	document, err := validator.UnmarshalJSON(bytes.NewReader(inJSON))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(document)
}

func TestSchemaAcceptsWhatParseAccepts(t *testing.T) {
	s := schema(t)
	names := embeddedNames()
	for _, c := range Corpus() {
		names = append(names, corpus+c.Name)
	}
	for _, name := range names {
		source, err := readEmbedded(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := judge(t, s, source); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	all := append(Embedded(), closed(), poisson())
	for _, set := range []string{"zipf=1.5", "jitter=0", "jitter=33.3%", "jitter=1h", "recompute=0", "recompute=0.1ms+exp(1m30s)", "ttl=1h0m1.5s", "beta=0.25", "rtt=0", "atomic-publish=true"} {
		changed := closed()
		if err := changed.Set(set); err != nil {
			t.Fatal(err)
		}
		all = append(all, changed)
	}
	full, err := Parse("x.yaml", []byte(varied))
	if err != nil {
		t.Fatal(err)
	}
	for _, scenario := range append(all, full) {
		if err := judge(t, s, scenario.YAML()); err != nil {
			t.Errorf("%v\n%s", err, scenario.YAML())
		}
	}
}

// What a schema can say, it does: names, kinds, units, and exactly one of a
// choice.
func TestSchemaRefusesSlips(t *testing.T) {
	s := schema(t)
	good := "version: 1\nname: a\narrivals: {poisson: {rate: 1/s}}\n"
	if err := judge(t, s, []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, slip := range []string{
		"name: a\narrivals: {poisson: {rate: 1/s}}\n",
		"version: 1\nname: a\n",
		"version: 1\nname: a\narrivals: {}\n",
		"version: 1\nname: a\narrivals: {poisson: {}}\n",
		"version: 1\nname: a\narrivals: {poisson: {rate: 1/s}, closed: {workers: 3}}\n",
		good + "keyz: 1\n",
		good + "keys: many\n",
		good + "cache: {ttl: 5}\n",
		good + "cache: {ttl: 5 s}\n",
		good + "cache: {lock: {atomic-publish: often}}\n",
		good + "start: tepid\n",
		good + "strategy: lok\n",
		good + "expect: recomputes <= expiries\n",
		good + "expect: [recomputes]\n",
		good + "variants: [{strategy: lock}]\n",
	} {
		if judge(t, s, []byte(slip)) == nil {
			t.Errorf("accepted\n%s", slip)
		}
	}
}

func TestSchemaDescribesEveryField(t *testing.T) {
	text := string(Schema())
	for _, path := range paths() {
		name := path[strings.LastIndex(path, ".")+1:]
		if !strings.Contains(text, `"`+strings.TrimSuffix(name, "[0]")+`"`) {
			t.Errorf("%s is missing", path)
		}
	}
	if !slices.Contains(strings.Fields(text), `"xfetch-lock",`) {
		t.Error("the strategies are missing")
	}
}
