package workload_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"stampede/model/workload"
)

// Visitors come at random, and on the hour a job writes one key, twice.
func ExampleMerge() {
	visitors := workload.Group{Pattern: workload.Poisson{Rate: 0.001}, Keys: 1000, Popularity: popularity("zipf(0.99)")}
	job := workload.Group{Pattern: workload.Cron{Every: time.Hour, Count: 2}, First: 1000, Keys: 1, Operation: workload.Write}

	const run = 2 * time.Hour
	fmt.Printf("%.1f requests are expected\n", visitors.Expected(run)+job.Expected(run))
	requests := workload.Merge(
		visitors.Requests(rand.NewPCG(42, 1), run),
		job.Requests(rand.NewPCG(42, 2), run),
	)
	var r workload.Request
	for requests.Next(&r) {
		fmt.Printf("%9v %-5v %s\n", r.At.Round(time.Second), r.Operation, workload.KeyName(int(r.Key)))
	}
	// Output:
	// 11.2 requests are expected
	//        0s write product:1001
	//        0s write product:1001
	//    28m29s read  product:15
	//    37m44s read  product:7
	//     38m4s read  product:576
	//    1h0m0s write product:1001
	//    1h0m0s write product:1001
}

func popularity(text string) workload.Popularity {
	p, err := workload.ParsePopularity(text)
	if err != nil {
		panic(err)
	}
	return p
}

// Most loads take 20 ms; one in twenty meets a slow query.
func ExampleParseDuration() {
	d, err := workload.ParseDuration("1ms + mix(95% 20ms, 5% exp(500ms))")
	fmt.Println(d.Mean(), err)
	_, err = workload.ParseDuration("lognormal(20ms, 0.5")
	fmt.Println(err)
	// Output:
	// 45ms <nil>
	// "lognormal(20ms, 0.5": accepted is lognormal(MEDIAN, SIGMA)
}

func ExampleNewTrace() {
	const file = `time,key,op,ttl
0.5,user:1,get,
0.5,user:2,set,1m
0.25,user:1,get,
`
	trace, err := workload.NewTrace("requests.csv", strings.NewReader(file), workload.TraceOptions{})
	if err != nil {
		panic(err)
	}
	defer trace.Close()
	var r workload.Request
	for trace.Next(&r) {
		fmt.Println(r.At, r.Operation, trace.KeyName(r.Key), r.TTL)
	}
	fmt.Println(trace.Err())
	// Output:
	// 500ms read user:1 0s
	// 500ms write user:2 1m0s
	// requests.csv:4: time 250ms is before 500ms in line 3; accepted are times that do not decrease
}
