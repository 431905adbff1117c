// Package scenarios holds the scenario files that come with the program:
// published experiments, and the cases of the bug corpus, each named as its file is.
package scenarios

import "embed"

// Files are the scenarios, NAME.yaml each.
//
//go:embed *.yaml corpus/*.yaml
var Files embed.FS
