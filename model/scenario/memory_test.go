package scenario

import "testing"

// A size is written in the largest unit that it is a whole number of.
func TestSizesAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]string{
		"100mb": "100mb", "1024kb": "1mb", "1.5gb": "1536mb", "0b": "0b", "1000b": "1000b", "2GB": "2gb",
	} {
		var s Size
		if err := s.UnmarshalText([]byte(text)); err != nil || s.String() != want {
			t.Errorf("%s is %v, %v; want %s", text, s, err, want)
		}
	}
	for _, text := range []string{"100", "-1b", "0.5b", "mb", "1e9gb", "NaNb"} {
		var s Size
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}
