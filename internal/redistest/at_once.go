package redistest

import (
	"flag"
	"strconv"
)

// AtOnce has n parallel tests run at one time, if the command line does not say how
// many: a test on a real server waits for it more than it computes, so that there may be
// more of them than processors. It is for TestMain.
func AtOnce(n int) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		_ = flag.Set("test.parallel", strconv.Itoa(n))
	}
}
