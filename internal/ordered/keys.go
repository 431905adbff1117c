// Package ordered walks maps in an order that is the same in each run. It is
// the one place of the deterministic packages where a map may be ranged over.
package ordered

import (
	"cmp"
	"maps"
	"slices"
)

// Keys returns the keys of m in ascending order; an empty slice if m has none.
func Keys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	keys := slices.AppendSeq(make([]K, 0, len(m)), maps.Keys(m))
	slices.Sort(keys)
	return keys
}
