package strategies

import (
	_ "github.com/redis/go-redis/v9" // want: redis-libraries
	_ "stampede/live"                // want: strategies-worldless, downwards
	_ "stampede/model/observe"       // want: strategies-worldless, downwards
	_ "stampede/sim"                 // want: strategies-worldless
	_ "stampede/strategies/broken"   // want: downwards
	_ "stampede/strategies/script"
)
