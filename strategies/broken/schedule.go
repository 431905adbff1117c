package broken

import (
	"fmt"

	"stampede/strategies"
)

// newEachProcess has a schedule in each process, and its turns are that process's
// alone.
//
// How it breaks: P processes refresh each key P times in an interval, and all at
// about the same time, as they were started together.
//
// Caught by: one-per-period.
//
// Reported in: SumoLogic/sumologic-kubernetes-collection#952.
func newEachProcess(env strategies.Env, r strategies.Redis) strategies.Redis {
	process := env.Uint64()
	return renamed{r, func(lease string) string { return fmt.Sprintf("%s:%x", lease, process) }}
}
