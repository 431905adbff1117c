module stampede

go 1.26
