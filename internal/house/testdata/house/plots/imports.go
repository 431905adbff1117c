package plots

import (
	_ "gonum.org/v1/plot/plotter"

	_ "stampede/study" // want: downwards
)
