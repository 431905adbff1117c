// Package scenario says what to run: the traffic, the network, the servers and
// the settings of the strategy, in one value that can be written as YAML and is
// the same in both worlds.
package scenario
