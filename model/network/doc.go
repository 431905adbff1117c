// Package network is the way between an application process and Redis: the
// client that chooses a server, waits for a connection and for the reply, and
// tries again; and the link to each server, a request and a reply leg, which
// delay messages and lose them. Who lost a message the client cannot tell.
package network
