package workload

import "fmt"

// KeyNames returns the names of n keys: product:1, product:2, ….
func KeyNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("product:%d", i+1)
	}
	return names
}
