package observe

import (
	_ "stampede/model/fault"   // want: downwards
	_ "stampede/model/fleet"   // want: pure, downwards
	_ "stampede/model/network" // want: pure, downwards
	_ "stampede/model/origin"  // want: pure, downwards
	_ "stampede/model/redis"   // want: pure, downwards
	_ "stampede/model/world"   // want: pure, downwards
	_ "stampede/strategies"
)
