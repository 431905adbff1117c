package scenario

import (
	"slices"
	"strings"
	"testing"
)

func TestNamesAreTheSettings(t *testing.T) {
	all := paths()
	seen := map[string]bool{}
	for _, n := range Names() {
		if seen[n.Name] {
			t.Errorf("%s stands twice", n.Name)
		}
		seen[n.Name] = true
		for path := range strings.SplitSeq(n.Path, ", ") {
			if !slices.Contains(all, path) {
				t.Errorf("%s: no path %s", n.Name, path)
			}
		}
	}
	for name := range strings.FieldsSeq("ttl jitter recompute lock-ttl poll wait beta rate workers processes keys zipf think rtt " +
		"duration from bucket connections service start atomic-publish popularity") {
		if !seen[name] {
			t.Errorf("no short name %s", name)
		}
	}
}

// A table of the settings has every path that can be set.
func TestSettingsAreEveryPath(t *testing.T) {
	listed := map[string]bool{}
	for _, n := range Settings() {
		if n.About == "" || n.Form == "" || n.Default == "" {
			t.Errorf("%s %s: an empty cell in %+v", n.Name, n.Path, n)
		}
		for path := range strings.SplitSeq(n.Path, ", ") {
			listed[path] = true
		}
	}
	for _, path := range paths() {
		if !listed[path] && !isFixed(path) && !again(path) {
			t.Errorf("%s is missing", path)
		}
	}
}

func TestSettingsGiveTheRangeThatIsAccepted(t *testing.T) {
	want := map[string]string{
		"logical": "above 0, below 1", "beta": "from 0 to 1000", "workers": "from 1 to 1000000", "guard-burst": "at least 1", "ttl": "", "zipf": "",
	}
	for _, n := range Names() {
		if accepted, ok := want[n.Name]; ok && n.Accepted != accepted {
			t.Errorf("%s accepts %q, want %q", n.Name, n.Accepted, accepted)
		}
		if strings.HasSuffix(n.Form, "as in 100") && n.Accepted == "" {
			t.Errorf("%s has no range", n.Name)
		}
	}
}

// The defaults in the table are the ones that a file without them has.
func TestNamesGiveTheDefaults(t *testing.T) {
	for _, s := range []Scenario{closed(), poisson()} {
		before := string(s.YAML())
		for _, n := range Names() {
			if n.Default == "required" || n.Name == "think" || n.Name == "ramp" {
				continue
			}
			if err := s.Set(n.Name + "=" + n.Default); err != nil {
				t.Errorf("%s: %v", n.Name, err)
			}
		}
		if after := string(s.YAML()); after != before {
			t.Errorf("set to its defaults, a scenario became\n%s\nfrom\n%s", after, before)
		}
	}
}
