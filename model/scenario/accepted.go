package scenario

import (
	"errors"
	"reflect"
)

// acceptedAt returns the range of a setting that is a plain number: what the
// validation answers to numbers that are out of any, so that the two cannot
// differ. It is empty for other settings, and where there is no range.
func acceptedAt(t reflect.Type, path string) string {
	if _, scalar := scalarForms[t]; scalar || t.Kind() != reflect.Int && t.Kind() != reflect.Float64 {
		return ""
	}
	for _, n := range []string{"-1000000000000", "1000000000000"} {
		s, err := Load("hot-key")
		if err == nil {
			err = s.Set(path + "=" + n)
		}
		if err == nil {
			err = s.Validate()
		}
		var out *Invalid
		if errors.As(err, &out) && out.Path == path {
			return out.Accepted
		}
	}
	return ""
}
