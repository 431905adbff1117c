package world

import (
	"maps"
	"reflect"
	"slices"
)

type index map[string]int

type indexes interface{ index | map[string]int }

func direct(m map[string]int, named index, list []string) {
	for range m { // want: map-order
	}
	for k, v := range named { // want: map-order
		_, _ = k, v
	}
	func() {
		for k := range m { // want: map-order
			delete(m, k)
		}
	}()
	for _, s := range list {
		m[s]++
	}
	clear(m)
}

func generic[M ~map[string]int, N indexes, O interface{ ~map[int]V }, S ~[]V, V any](m M, n N, o O, s S) {
	for range m { // want: map-order
	}
	for range n { // want: map-order
	}
	for range o { // want: map-order
	}
	for range s {
	}
}

func iterators(m map[string]int) []string {
	for range maps.All(m) { // want: map-order
	}
	_ = slices.Sorted(maps.Values(m))                          // want: map-order
	maps.DeleteFunc(m, func(string, int) bool { return true }) // want: map-order
	_ = reflect.ValueOf(m).MapKeys()                           // want: map-order
	_ = reflect.ValueOf(m).MapRange()                          // want: map-order
	return slices.Collect(maps.Keys(maps.Clone(m)))            // want: map-order
}
