// Package world wires the modelled parts and runs a scenario: the same seed
// gives the same events.
package world
