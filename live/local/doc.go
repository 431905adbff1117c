// Package local starts Redis servers on this machine and takes them away again:
// one server, a primary with a replica and Sentinels, or a cluster.
//
// Everything listens on the loopback interface, on free ports, saves nothing,
// and lives in one temporary directory, which Close removes after the servers
// have ended. The servers are in a process group each, so that a Ctrl-C reaches
// them through Close alone: whoever started them can still clean up first.
package local
