// Package child is for processes that a program starts and that must not outlive
// it, nor hear the signals of its terminal.
package child
