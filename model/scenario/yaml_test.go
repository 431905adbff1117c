package scenario

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestYAMLReadsBackAsAnEqualScenario(t *testing.T) {
	for _, s := range append(Embedded(), closed(), poisson()) {
		requireReadsBack(t, s)
	}
}

func TestYAMLReadsBackWhateverIsSet(t *testing.T) {
	values := map[string][]string{
		"a length of time, as in 150ms":                                                   strings.Fields("1ms 3ms 999999us 1.5s 1m30s 90m 1h1m1.001s 17h"),
		"a length of time or a distribution, as in 5ms or 0.1ms + exp(0.4ms)":             {"0", "5ms", "exp(3ms)", "0.1ms + exp(0.4ms)", "uniform(1ms, 1m)+exp(1h)"},
		"a number per second, as in 2000/s":                                               {"0.001/s", "1/s", "12345.678/s", "1e6/s"},
		"a share of the TTL or a length of time, as in 50% or 500ms":                      {"0%", "0", "55%", "33.3%", "0.1%", "1h"},
		"uniform, zipf(EXPONENT), hot(KEYS, SHARE) or weights(W, W, …), as in zipf(0.99)": {"uniform", "zipf(0.99)", "zipf(3)", "zipf(0.0000001)", "hot(10%, 90%)", "hot(1, 50%)", "weights(1)"},
		"cold, warm or aged":            {"cold", "warm", "aged"},
		"a share in percent, as in 25%": {"0%", "12.5%", "100%"},
		"a whole number, as in 100":     {"1", "2", "1000", "1000000"},
		"a number, as in 1.5":           {"0", "0.1", "1", "1e-9", "123.456"},
		"a number from 0 to 3":          {"0", "0.99", "3", "1e-7"},
		"true or false":                 {"true", "false"},
	}
	random := rand.New(rand.NewPCG(1, 2))
	names, read := Names(), 0
	for range 2000 {
		s := closed()
		if random.IntN(2) == 0 {
			s = poisson()
		}
		for range 1 + random.IntN(8) {
			n := names[random.IntN(len(names))]
			forms := values[n.Form]
			if forms == nil {
				t.Fatalf("no values of the form %q", n.Form)
			}
			// It fails for the settings of the other kind of arrivals.
			_ = s.Set(n.Name + "=" + forms[random.IntN(len(forms))])
		}
		if s.Validate() == nil {
			requireReadsBack(t, s)
			read++
		}
	}
	if read < 1000 {
		t.Errorf("only %d of 2000 scenarios were valid: the test shows little", read)
	}
}

func TestYAMLReadsBackAnyText(t *testing.T) {
	for _, text := range []string{
		"", " ", "null", "~", "true", "12", "1e3", "0x1p3", "plain", "two words", "two  spaces", " leading", "trailing ",
		"colon: in it", "hash # in it", "- item", "? key", "'single'", `"double"`, `back\slash`, "%", "@", "`", "{", "[]", "&a *b", "!tag",
		"lines\nof\ntext", "\n", "ends in a line\n", "--- x", "... x", "µ é 世界 🙂", "\u00a0no-break", "\u2028separator", "\u200b", "\uFEFFmark",
		"a " + strings.Repeat("very ", 60) + "long text", strings.Repeat("x", 200), "a - b\u00a0c #d", "| literal", "> folded", ">- a",
	} {
		s := closed()
		s.About, s.Source = text, text
		requireReadsBack(t, s)
	}
	for _, name := range []string{"null", "true", "1", "1e3", "0x1f", "no", "nan", "a-b-c", "007", "Null", "NULL", "True", "NaN", "D06a"} {
		s := closed()
		s.Name = name
		requireReadsBack(t, s)
	}
}

func requireReadsBack(t *testing.T, s Scenario) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Fatalf("%q: %v", s.About, err)
	}
	source := s.YAML()
	back, err := Parse("x.yaml", source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if !reflect.DeepEqual(back, s) {
		t.Fatalf("read back as\n%s\nnot\n%s", back.YAML(), source)
	}
	for i, line := range strings.Split(string(source), "\n") {
		if strings.HasSuffix(line, " ") {
			t.Errorf("line %d ends in a blank: %q", i+1, line)
		}
	}
}
