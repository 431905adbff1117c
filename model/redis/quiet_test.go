package redis_test

import (
	"runtime"
	"testing"
)

// quiet is a test that may fail without anyone minding.
type quiet struct {
	testing.TB
	failed bool
}

func (q *quiet) Fail()                 { q.failed = true }
func (q *quiet) Failed() bool          { return q.failed }
func (q *quiet) Error(...any)          { q.failed = true }
func (q *quiet) Errorf(string, ...any) { q.failed = true }
func (q *quiet) Log(...any)            {}
func (q *quiet) Logf(string, ...any)   {}
func (q *quiet) FailNow()              { q.failed = true; runtime.Goexit() }
func (q *quiet) Fatal(...any)          { q.FailNow() }
func (q *quiet) Fatalf(string, ...any) { q.FailNow() }
