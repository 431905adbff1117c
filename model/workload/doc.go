// Package workload says who asks for what and when: pure generators of requests,
// keys and lengths of time, that are functions of a random stream and nothing
// else. One seed gives the same requests on every platform and in both worlds.
//
// A [Pattern] says when requests arrive: [Steady], [Poisson], [Bursts], [Ramp],
// [Flash], [Daily], [Cron] or [WarmUp]. A [Group] gives a pattern its keys, their
// [Popularity] and what is done with them. [Merge] makes one stream of several
// groups and of a [Trace], which replays a file. A rate is always the total over
// the keys of its group.
//
// A [Duration] is a distribution of lengths of time: of loads, of messages under
// way, of a worker's thinking.
package workload
