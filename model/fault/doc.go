// Package fault says what goes wrong in a run, and when: plain verbs with a
// target, a start and a length, fixed or drawn from the seed. It is pure: what a
// fault does is up to the world that it happens in.
//
// Each fault, and each occurrence of it, draws from streams of its own: leaving
// one out leaves all others as they were.
package fault
