// Package proxy is a TCP proxy that does to real connections what the model's
// network does to modelled ones: it delays them, cuts them, one way too, and
// loses the reply to a request that took effect.
package proxy
