package broken

import (
	_ "stampede/sim" // want: strategies-worldless
	_ "stampede/strategies"
)
