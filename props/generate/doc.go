// Package generate draws scenarios to search for broken promises. The same code
// draws them for property tests, which shrink by drawing again, and for the
// command's own search: both only choose where its numbers come from.
package generate
