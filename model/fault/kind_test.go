package fault

import (
	"slices"
	"strings"
	"testing"
)

// A name is that of one kind, and reads as that.
func TestKindsAreReadByTheirNames(t *testing.T) {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.String())
	}
	got, err := KindsNamed(strings.Join(names, ", "), Kinds())
	if err != nil || !slices.Equal(got, Kinds()) {
		t.Errorf("%v became %v, %v", names, got, err)
	}
	for list, want := range map[string]int{"all": len(Kinds()), "none": 0, "crash-redis": 1} {
		if got, err := KindsNamed(list, Kinds()); err != nil || len(got) != want {
			t.Errorf("%s became %v, %v", list, got, err)
		}
	}
}

func TestUnknownKindsAreTold(t *testing.T) {
	for list, want := range map[string]string{
		"crash,partiton": `unknown fault "partiton"; did you mean partition?`,
		"crash-server":   `unknown fault "crash-server"; accepted is crash, crash-redis, restart`,
		"none,crash":     `unknown fault "none"; accepted is`,
		"":               `unknown fault ""; accepted is`,
	} {
		if _, err := KindsNamed(list, Kinds()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s…", list, err, want)
		}
	}
}
