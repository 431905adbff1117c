package own

import (
	"context"
	"fmt"

	"stampede/model/scenario"
	"stampede/strategies"
	"stampede/study"
)

// Your strategy under your traffic and your failures, beside one that there is.
func Example() {
	checkout, err := scenario.Load("checkout.yaml")
	if err != nil {
		panic(err)
	}
	twoTier, err := strategies.Compose("singleflight+lock")
	if err != nil {
		panic(err)
	}
	mine := strategies.Preset{Name: "own", Choices: claims, New: New}

	for _, strategy := range []strategies.Preset{mine, twoTier} {
		o, err := study.Run{Scenario: checkout, Strategy: strategy, Seed: 1}.Modelled(context.Background())
		if err != nil {
			panic(err)
		}
		r := o.Result
		fmt.Printf("%s: %d reads, %d recomputes, p99 %.0f ms, %d broken promises\n",
			r.Strategy, r.Reads, r.Recomputes, r.LatencyMS.P99, r.ViolationCount)
		for _, e := range r.Expectations {
			fmt.Println(e.Holds, e.Text)
		}
	}
	// Output:
	// own: 29713 reads, 12 recomputes, p99 193 ms, 0 broken promises
	// true duplicate_recomputes == 0
	// true overlap.max == 1
	// true errors == 0
	// two-tier: 29713 reads, 12 recomputes, p99 195 ms, 0 broken promises
	// true duplicate_recomputes == 0
	// true overlap.max == 1
	// true errors == 0
}
