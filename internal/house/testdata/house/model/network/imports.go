package network

import (
	_ "stampede/model/origin"
	_ "stampede/model/world" // want: downwards
)
