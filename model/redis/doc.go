// Package redis is a Redis server that answers as the real one does, command by
// command, in whatever time it is told.
//
// A [Keyspace] is the keys, an [Instance] what one server process holds and
// executes, a [Session] one client's connection to it. A [Server] is an instance
// in virtual time: it executes one command at a time, in the order they arrive,
// and an observer sees what came of each.
//
// A [Deployment] is one such server, a primary with replicas that Sentinels watch
// over, or a cluster: who serves what, who has which writes, and who takes over.
// What reaches which server is not its business but package network's.
package redis
