// Package redis is a Redis server in virtual time: it executes one command at a
// time, in the order they arrive, and answers as the real server does.
package redis
