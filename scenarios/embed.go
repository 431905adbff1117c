// Package scenarios holds the scenario files that come with the program:
// published experiments and templates, each named as its file is.
package scenarios

import "embed"

// Files are the scenarios, NAME.yaml each.
//
//go:embed *.yaml
var Files embed.FS
