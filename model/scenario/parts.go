package scenario

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

// LoadParts reads a file that holds parts of a scenario, as in
//
//	network:
//	  request: 0.1ms
//	redis:
//	  service: 2us
//
// and returns them as assignments for [Scenario.Set]. An error is an [*Error].
func LoadParts(path string) ([]string, error) {
	source, err := readFile(path)
	if err != nil {
		return nil, &Error{File: path, Message: "cannot be read; accepted is the path of a file with parts of a scenario"}
	}
	var root yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(source, &root, yaml.UseOrderedMap()); err != nil {
		message, _, _ := strings.Cut(err.Error(), "\n")
		return nil, &Error{File: path, Message: "not parts of a scenario: " + clip(message, messageMax)}
	}
	assignments := flatten(nil, "", root)
	for _, a := range assignments {
		if strings.Count(a, "(") > strings.Count(a, ")") {
			return nil, &Error{File: path, Message: quote(a) + " is cut off at its comma; accepted is a value with commas in quotes, inside { } and [ ]"}
		}
	}
	if assignments == nil {
		return nil, &Error{File: path, Message: "it is empty; accepted are parts of a scenario, as in network: {request: 0.1ms}"}
	}
	return assignments, nil
}

// flatten appends the settings below a path.
func flatten(to []string, path string, value any) []string {
	m, ok := value.(yaml.MapSlice)
	if !ok {
		return append(to, fmt.Sprintf("%s=%v", path, value))
	}
	for _, item := range m {
		to = flatten(to, join(path, fmt.Sprint(item.Key)), item.Value)
	}
	return to
}
