package workload

import "strconv"

// KeyName returns the name of key i, from 0: product:1, product:2, ….
func KeyName(i int) string { return "product:" + strconv.Itoa(i+1) }

// KeyNames returns the names of n keys.
func KeyNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = KeyName(i)
	}
	return names
}
