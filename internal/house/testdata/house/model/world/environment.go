package world

import (
	"os"
	"runtime"
)

func environment() {
	_ = os.Getenv("A")                            // want: environment
	_, _ = os.LookupEnv("A")                      // want: environment
	_ = os.Environ()                              // want: environment
	_ = os.ExpandEnv("$A")                        // want: environment
	_ = os.Args                                   // want: environment
	_ = os.Getpid()                               // want: environment
	_, _ = os.Hostname()                          // want: environment
	_ = runtime.GOOS                              // want: environment
	_ = runtime.GOARCH                            // want: environment
	_ = runtime.NumCPU()                          // want: environment
	_ = runtime.GOMAXPROCS(0)                     // want: environment
	_ = runtime.NumGoroutine()                    // want: environment
	runtime.SetFinalizer(new(int), nil)           // want: environment
	runtime.AddCleanup(new(int), func(int) {}, 1) // want: environment
	_ = os.ErrNotExist
}
