// Package observe turns what happens in a run into numbers: events go in, in
// order, and sinks make counters, histograms, timelines and a digest of them.
// Both worlds, the modelled and the live one, emit the same events, so every
// figure means the same in each.
package observe
