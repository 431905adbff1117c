package own

import (
	"testing"

	"stampede/props/proptest"
)

func TestOwn(t *testing.T) {
	proptest.Check(t, New, proptest.Options{Choices: claims})
}
