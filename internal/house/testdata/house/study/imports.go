package study

import (
	_ "github.com/alicebob/miniredis/v2/server" // want: redis-libraries
	_ "github.com/spf13/cobra"                  // want: command-library
	_ "stampede/plots"
	_ "stampede/props/proptest"
)
