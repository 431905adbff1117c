package ordered_test

import (
	"fmt"
	"slices"
	"testing"

	"stampede/internal/ordered"
)

func TestKeysAscendInEveryCall(t *testing.T) {
	m := map[int]string{}
	for i := range 100 {
		m[i*37%100] = ""
	}
	for range 20 {
		if keys := ordered.Keys(m); len(keys) != len(m) || !slices.IsSorted(keys) {
			t.Fatalf("Keys of 0..99 = %v", keys)
		}
	}
}

func ExampleKeys() {
	ttlSeconds := map[string]int{"user:2": 30, "user:1": 60, "user:3": 90}
	for _, key := range ordered.Keys(ttlSeconds) {
		fmt.Println(key, ttlSeconds[key])
	}
	// Output:
	// user:1 60
	// user:2 30
	// user:3 90
}
