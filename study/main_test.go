package study_test

import (
	"os"
	"testing"

	"stampede/internal/redistest"
)

// Those that compute are parallel, and so come after those on real servers, which are
// parallel within: they do not disturb each other.
func TestMain(m *testing.M) {
	redistest.AtOnce(4)
	os.Exit(m.Run())
}
