package script

import _ "stampede/model/redis" // want: strategies-worldless, downwards
