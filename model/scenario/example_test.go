package scenario_test

import (
	"fmt"
	"os"

	"stampede/model/scenario"
)

// A file gives what differs from the defaults.
func ExampleParse() {
	s, err := scenario.Parse("shortest.yaml", []byte(`
version: 1
name: shortest
arrivals: {poisson: {rate: 200/s}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	os.Stdout.Write(s.YAML())
	// Output:
	// version: 1
	// name: shortest
	// about: ""
	//
	// duration: 10s
	// drain: 1m
	// from: 0s
	// bucket: 100ms
	// start: cold
	//
	// keys: 1
	// popularity: uniform
	// processes: 1
	// slots: 0
	// oversleep: 0s
	// arrivals:
	//   poisson:
	//     rate: 200/s
	//
	// network:
	//   request: 500µs
	//   reply: 500µs
	// redis:
	//   service: 1µs
	//
	// origin:
	//   recompute: 100ms
	//   connections: 0
	//   contention: 0%
	//   limit: 0/s
	//   burst: 1
	//   replicas: 1
	//   lag: 0s
	//   cancel-late: false
	//   absent: 0
	//   nested: false
	//   client:
	//     timeout: 0s
	//     retries: 0
	//     backoff: 0s
	//     budget: 0%
	//     admit: 0/s
	//
	// cache:
	//   ttl: 1m
	//   jitter: 0%
	//   stale: 0s
	//   logical: 0.9
	//   interval: 0s
	//   beta: 1
	//   smoothing: 0
	//   ahead: 0.2
	//   load-timeout: 0s
	//   lock:
	//     ttl: 5s
	//     poll: 10ms
	//     growth: 1.5
	//     poll-max: 200ms
	//     recheck: 1s
	//     wait: 2s
	//     fall-through: 1
	//     max-hold: 1m
	//     atomic-publish: false
	//   lease:
	//     period: 10s
	//   redlock:
	//     timeout: 50ms
	//     drift: 0.01
	//   guard:
	//     concurrent: 10
	//     rate: 0
	//     burst: 1
	//   failure:
	//     back-off: 1s
	//     back-off-max: 30s
	//     absent: 30s
	//   fallback:
	//     concurrent: 1
	//     keys: 10000
}

// An error shows the place in the file.
func ExampleParse_error() {
	_, err := scenario.Parse("hot.yaml", []byte(`version: 1
name: hot
keys: 1

arrivals:
  closed:
    workerz: 100
`))
	fmt.Println(err)
	// Output:
	// hot.yaml:7:5: arrivals.closed.workerz: unknown field "workerz"; did you mean workers?
	//       6 |   closed:
	//    >  7 |     workerz: 100
	//               ^
}

// Assignments change single settings; validation comes after the last.
func ExampleScenario_Set() {
	s, err := scenario.Load("hot-key")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, assignment := range []string{"rtt=1ms", "recompute=exp(300ms)", "lock-ttl=250ms", "workerz=3"} {
		if err := s.Set(assignment); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.Validate())
	for _, w := range s.Warnings() {
		fmt.Println(w)
	}
	// Output:
	// --set workerz=3: unknown name "workerz"; did you mean workers?
	// <nil>
	// cache.lock.ttl 250ms does not exceed the mean recompute time 300ms: a second holder will be let in during a load
}
