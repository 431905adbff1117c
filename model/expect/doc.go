// Package expect is what a run must show, said in lines such as
//
//	recomputes <= episodes
//	latency.p99 < 50ms
//	stale_share in 90s..120s < 1%
//	recomputes between 757 and 843
//
// A line names a metric of the run, or of a window of it, and bounds it by a
// value of the metric's unit or by another metric. [Metrics] lists what there
// is: every figure of an [observe.Result], under its name in JSON but without
// the unit, which stands at the value instead.
package expect
