package world

import (
	_ "stampede/cmd/simulate" // want: model-below-users, downwards
	_ "stampede/live/serve"   // want: model-below-users, downwards
	_ "stampede/model/redis"
	_ "stampede/plots"          // want: model-below-users, downwards
	_ "stampede/props/proptest" // want: model-below-users, downwards
	_ "stampede/sim"
	_ "stampede/study" // want: model-below-users, downwards
)
