// Package origin is what the cache protects: a database with versioned values
// and a limited number of connections.
package origin
