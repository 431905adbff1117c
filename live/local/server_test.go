package local_test

import (
	"strings"
	"testing"

	"stampede/internal/redistest"
)

// Another may take a port between the choice and the use of it. Its answer is not that
// of the server that was started.
func TestAnothersAnswerIsNoStart(t *testing.T) {
	first := redistest.Start(t)
	err := first.Rival().Start(t.Context())
	if err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("a second server on %s: %v", first.Addr, err)
	}
	if _, err := first.Do(t.Context(), "PING"); err != nil {
		t.Errorf("the first one: %v", err)
	}
}
