package house

import (
	"slices"
	"strings"
)

// module is the path of this module. The tables name its packages by their
// folder ("model/world") and other modules' packages by their full path.
const module = "stampede"

// listing is the house from top to bottom: a package imports only packages
// that stand below it. Every package has a row.
var listing = patterns{
	"internal/house",
	"cmd/...",
	"bench/...",
	"study",
	"plots",
	"props/proptest",
	"props",
	"props/generate",
	"live",
	"live/serve",
	"model/world",
	"model/fleet",
	"model/network",
	"model/redis",
	"model/origin",
	"model/scenario",
	"model/expect",
	"model/fault",
	"model/workload",
	"model/observe",
	"strategies/broken",
	"strategies/goredis",
	"strategies/prom",
	"strategies",
	"strategies/script",
	"sim",
	"internal/detmath",
	"internal/ordered",
	"internal/near",
	"internal/footprint",
	"internal/redistest",
	"live/local",
	"internal/child",
	"internal/proxy",
	"scenarios",
}

// floor is the row of listing that a package stands on, -1 if it has none.
func floor(path string) int {
	return slices.IndexFunc(listing, func(row string) bool { return patterns{row}.match(path) })
}

// patterns name packages: "sim" is that package alone, "model/..." a package
// and all below it, "..." every package.
type patterns []string

func (ps patterns) match(path string) bool {
	return slices.ContainsFunc(ps, func(pattern string) bool {
		if root, ok := strings.CutSuffix(pattern, "..."); ok {
			return strings.HasPrefix(path+"/", root)
		}
		return path == pattern
	})
}

// inHouse tells whether an import path belongs to this module.
func inHouse(path string) bool { return patterns{module + "/..."}.match(path) }

// folder shortens an import path of this module to the form the tables use.
func folder(path string) string { return strings.TrimPrefix(path, module+"/") }

// standard tells whether an import path belongs to the standard library: the
// first element of any other module's path is a host name, which has a dot.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !inHouse(path) && !strings.Contains(first, ".")
}
