// Package network is the way between an application process and Redis: a request
// and a reply leg, each with its own delay.
package network
