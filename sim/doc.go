// Package sim is virtual time: a run with the same seed is the same run, event
// for event.
//
// A [Sim] owns a clock and a queue of events. Code that waits is a task: a
// coroutine that belongs to a [Process], which is what has a clock of its own,
// pauses and crashes. Code that only reacts is a [Handler], called when its
// event is due. Exactly one of them runs at any moment, so none needs a lock.
//
// Virtual time is a [time.Duration] since the start of the run. Events at one
// instant run in the order of their [Class], and in the order they were
// scheduled within one.
//
// The package knows nothing of caches.
package sim
