// Package footprint measures memory in tests: how many bytes each of many like
// things takes, on the heap and in stacks.
package footprint

import (
	"runtime"
	"runtime/debug"
	"slices"
)

// Used returns how many bytes the heap and the stacks take now.
func Used() uint64 {
	runtime.GC()
	runtime.GC() // the first only finds what the second frees
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// Plain reports whether the program is built as users build it. The race
// detector makes frames larger, and stacks with them.
func Plain() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && !slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
