package generate

import (
	"slices"
	"testing"

	"stampede/model/fault"
)

// What a scenario can say, the search draws: the table of promises has no blind spot.
func TestEveryKindOfFaultIsDrawn(t *testing.T) {
	for _, k := range fault.Kinds() {
		if !slices.Contains(kinds, k) {
			t.Errorf("%v is not drawn", k)
		}
	}
}
