// Package live runs a scenario in wall-clock time, on a real Redis or on an
// embedded one: the same strategies, the same events, and the same sinks as the
// modelled world of package model/world.
//
// From the same seed come the same arrivals, keys, think times and loads as in
// the model, as far as goroutines allow. The delays of the scenario's network
// and of its server are not added: here they are what they are.
//
// A run observes Redis from the outside, by the replies. Two replies may
// overtake each other on their way back, so a run is not repeated exactly.
// Commands whose reply is lost are not seen.
//
// The first run silences the log of go-redis in the whole process.
package live
