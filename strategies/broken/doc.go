// Package broken is a gallery of strategies that are wrong, as found in
// articles and in public bug reports. Each departs from the right code in one
// place, and names the invariant that must catch it.
//
// Most are the right strategy over a Redis, or an environment, that does one
// thing otherwise; the others are what it takes to leave one step out.
package broken
