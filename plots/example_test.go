package plots_test

import (
	"bytes"
	"fmt"
	"time"

	"stampede/model/observe"
	"stampede/plots"
)

// One key expires after two seconds, and a hundred clients ask the origin at once.
func Example() {
	run := observe.Timeline{
		Duration: 4 * time.Second,
		Bucket:   100 * time.Millisecond,
		Buckets:  make([]observe.Bucket, 40),
		Expiries: []observe.Expiry{{At: 2 * time.Second}},
	}
	run.Buckets[20] = observe.Bucket{OnMiss: 1, Duplicate: 99}

	picture := plots.Picture{
		Title:  "hot-key, seed 42",
		Panels: []plots.Panel{{Label: "naive", Note: "100 recomputes, 1 expiry", Timeline: run}},
	}
	var svg bytes.Buffer
	if err := picture.Write(&svg, "svg"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Contains(svg.Bytes(), []byte("peak 100 per 100 ms")))
	// Output: true
}

// A command refuses an ending it cannot serve before it runs anything.
func ExampleFormatOf() {
	fmt.Println(plots.FormatOf("out.png"))
	fmt.Println(plots.FormatOf("out.gif"))
	// Output:
	// png <nil>
	//  plots: out.gif: unknown ending ".gif"; accepted: .png, .svg, .pdf
}
