// Package redis is a Redis server in virtual time: it executes one command at a
// time, in the order they arrive, and answers as the real server does.
//
// A [Deployment] is one such server, a primary with replicas that Sentinels watch
// over, or a cluster: who serves what, who has which writes, and who takes over.
// What reaches which server is not its business but package network's.
package redis
