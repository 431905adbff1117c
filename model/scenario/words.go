package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// words are the values of a setting that is one of several, as they are written;
// the first is the zero value.
type words[T ~uint8] []string

func (w words[T]) text(v T) string {
	if int(v) < len(w) {
		return w[v]
	}
	return fmt.Sprint(uint8(v))
}

func (w words[T]) parse(text []byte) (T, error) {
	i := slices.Index(w, string(text))
	if i < 0 {
		return 0, fmt.Errorf("%s is not accepted; accepted is %s", quote(string(text)), w.alternatives())
	}
	return T(i), nil
}

// alternatives joins the words as in a, b or c.
func (w words[T]) alternatives() string {
	last := len(w) - 1
	return strings.Join(w[:last], ", ") + " or " + w[last]
}
