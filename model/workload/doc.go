// Package workload says who asks for what and when: pure generators of arrivals,
// keys and lengths of time, that are functions of a random stream and nothing
// else.
package workload
