package live

import (
	_ "github.com/alicebob/miniredis/v2"
	_ "github.com/redis/go-redis/v9"
	_ "pgregory.net/rapid" // want: rapid

	_ "stampede/model/fault"
	_ "stampede/model/observe"
	_ "stampede/model/redis" // want: live-pure
	_ "stampede/model/scenario"
	_ "stampede/model/workload"
	_ "stampede/model/world" // want: live-pure
)
