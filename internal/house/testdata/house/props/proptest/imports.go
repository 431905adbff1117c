package proptest

import (
	_ "pgregory.net/rapid"

	_ "stampede/props"
)
