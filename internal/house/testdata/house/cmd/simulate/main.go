package main

import (
	_ "github.com/spf13/cobra"
	_ "gonum.org/v1/plot" // want: plot-library

	_ "stampede/model/origin"
	_ "stampede/study" // want: rapid-unlinked
)
