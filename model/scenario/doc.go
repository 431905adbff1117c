// Package scenario says what to run: the traffic, the network, the servers and
// the settings of the strategy, in one value that can be written as YAML and is
// the same in both worlds.
//
// A [Scenario] comes from a file ([Parse], [Load]) over the defaults
// ([Defaults]), is changed by assignments ([Scenario.Set]) and is sound once
// [Scenario.Validate] says so. What is wrong is said with the place, the path of
// the field, and what is accepted. The shortest file is
//
//	version: 1
//	name: shortest
//	arrivals: {poisson: {rate: 200/s}}
//
// and [Scenario.YAML] writes what it means in full.
package scenario
