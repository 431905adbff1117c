// Package fleet is the application in virtual time: its processes, each with a
// clock and a link to Redis, as the environment that strategies run in.
package fleet
