// Package props holds the invariants: sentences about a run that must hold, each
// with a monitor that watches the events and explains what broke it.
//
// A monitor sees a modelled and a live run alike, and remembers only what is in
// progress, so that a run may be of any length.
package props
