package goredis

import (
	_ "github.com/redis/go-redis/v9"

	_ "stampede/model/observe" // want: strategies-worldless, downwards
	_ "stampede/sim"           // want: strategies-worldless
	_ "stampede/strategies"
)
