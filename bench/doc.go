// Package bench measures stampede's simulator beside simgo and godes: the same
// workload, in turns, in one process, so that the ratios hold although the
// machine's speed does not.
//
//	go test -bench . -benchtime 5x
//
// It is a module of its own, so that users of stampede do not download the
// others. simpy_bench.py runs the same workloads on SimPy.
package bench
