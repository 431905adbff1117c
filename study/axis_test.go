package study_test

import (
	"slices"
	"strings"
	"testing"

	"stampede/study"
)

func TestParseAxis(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ttl=1s,2s, 5s":         "1s 2s 5s",
		"beta=0.25:4:log9":      "0.25 0.3536 0.5 0.7071 1 1.414 2 2.828 4",
		"beta=0:1:lin5":         "0 0.25 0.5 0.75 1",
		"beta=1:0.5:lin2":       "1 0.5",
		"jitter=0%:50%:lin3":    "0% 25% 50%",
		"ttl=1s:10s:log3":       "1s 3.162s 10s",
		"workers=10:1000:log5":  "10 32 100 316 1000",
		"cache.lock.ttl=5s,1s":  "5s 1s",
		"think=5ms, exp(5ms)":   "5ms exp(5ms)",
		"workers=10:20000:lin2": "10 20000",
	} {
		a, err := study.ParseAxis(text, load(t, "hot-key"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := strings.Join(a.Values, " "); got != want || a.Name != strings.Split(text, "=")[0] {
			t.Errorf("%s: %s=%s, want %s", text, a.Name, got, want)
		}
	}
}

func TestParseAxisSaysWhatIsAccepted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"beta":              "accepted is NAME=VALUE",
		"beta=":             "accepted is NAME=VALUE",
		"bta=1,2":           "did you mean beta?",
		"beta=1,x":          "beta=x",
		"beta=1,2,1":        "1 stands twice",
		"beta=1:2:log1":     "from 2 to 10000",
		"beta=1:2:cubic3":   "lin or log",
		"beta=0:2:log3":     "accepted is lin3, or ends above 0",
		"ttl=500ms:2s:log3": "the same unit",
		"beta=a:b:lin3":     "are no range",
		"workers=1:2:lin5":  "stands twice", // rounded to whole numbers
	} {
		if _, err := study.ParseAxis(text, load(t, "hot-key")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", text, err, want)
		}
	}
}

// The values of a range must not depend on the platform's floats, and reach both
// ends exactly.
func TestRangesReachTheirEnds(t *testing.T) {
	t.Parallel()
	for _, steps := range []string{"lin2", "lin7", "log2", "log101"} {
		a, err := study.ParseAxis("beta=0.3:7.1:"+steps, load(t, "hot-key"))
		if err != nil {
			t.Fatal(err)
		}
		if a.Values[0] != "0.3" || a.Values[len(a.Values)-1] != "7.1" {
			t.Errorf("%s: %v", steps, a.Values)
		}
		if slices.ContainsFunc(a.Values, func(v string) bool { return len(v) > 6 }) {
			t.Errorf("%s: more than four digits in %v", steps, a.Values)
		}
	}
}
