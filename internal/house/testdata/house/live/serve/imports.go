package serve

import (
	_ "stampede/model/observe"
	_ "stampede/model/redis"
	_ "stampede/model/world" // want: serve-redis
)
