// Package serve lets programs in any language talk to the modelled Redis: the same
// keyspace over the network, in wall-clock time.
package serve
