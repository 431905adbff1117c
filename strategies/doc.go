// Package strategies holds the protections against cache stampedes, each written
// once, as straight-line code over a small environment: what is simulated is
// what is deployed.
//
// A strategy is composed of independent choices, [Choices]: when to refresh,
// who refreshes, what the others do, how long an entry lives, and what to do
// about failures. The compositions that people name are the table of presets,
// [All]. The environment, [Env], has two implementations: virtual time over a
// modelled Redis, and wall-clock time over go-redis (package
// strategies/goredis).
//
// To see how a read goes, start at reader.go. Each other file is one concept.
package strategies
