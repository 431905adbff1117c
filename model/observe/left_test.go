package observe_test

import (
	"fmt"

	"stampede/model/observe"
)

func ExampleLeft() {
	left := observe.Left{Prefix: "stampede:1:", KeysRemoved: 12, ServersStopped: 1, ProcessesEnded: 3}
	fmt.Println(left)
	left = observe.Left{Prefix: "stampede:1:", KeysRemoved: 1, MayBe: []string{"keys of stampede:1: on redis://h"}}
	fmt.Println(left)
	// Output:
	// nothing (12 keys of stampede:1: removed, 1 server stopped, 3 client processes ended)
	// maybe keys of stampede:1: on redis://h (1 key of stampede:1: removed)
}
