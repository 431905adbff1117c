package redistest

import "flag"

// AtOnce has n parallel tests run at one time, if the command line does not say how
// many: a test on a real server waits for it more than it computes, so that there may be
// more of them than processors. It is for TestMain.
func AtOnce(n string) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(n)
	}
}
