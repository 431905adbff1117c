module stampede/bench/peers

go 1.26.0

require (
	github.com/agoussia/godes v0.0.0-20250214103310-60888010ad9d
	github.com/fschuetz04/simgo v0.7.1-0.20250225143719-aa1c91560140
	stampede v0.0.0
)

replace stampede => ../..
