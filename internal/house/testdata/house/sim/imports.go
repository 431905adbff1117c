package sim

import (
	_ "fmt"

	_ "github.com/goccy/go-yaml" // want: sim-alone
	_ "stampede/internal/detmath"
	_ "stampede/internal/ordered" // want: sim-alone
	_ "stampede/model/observe"    // want: sim-alone, downwards
)
