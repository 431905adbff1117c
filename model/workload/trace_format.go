package workload

import (
	"fmt"
	"slices"
	"strings"
)

// formatNames are the formats of a trace as they are written.
var formatNames = []string{DetectFormat: "detect", PlainFormat: "plain", ProductionFormat: "production"}

// String writes the format as it is read.
func (f TraceFormat) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprint(uint8(f))
}

// MarshalText writes the format for a scenario file.
func (f TraceFormat) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a format.
func (f *TraceFormat) UnmarshalText(text []byte) error {
	i := slices.Index(formatNames, string(text))
	if i < 0 {
		return fmt.Errorf("%s is not a format of traces; accepted is %s", quote(string(text)), strings.Join(formatNames, ", "))
	}
	*f = TraceFormat(i)
	return nil
}
