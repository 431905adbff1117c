package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"stampede/internal/near"
	"stampede/scenarios"
)

// Load returns the scenario of that name that comes with the program, or the one
// in a file: what has a path separator in it, or ends in .yaml or .yml, is the
// path of a file. An error is an [*Error].
func Load(nameOrPath string) (Scenario, error) {
	if isPath(nameOrPath) {
		return loadFile(nameOrPath)
	}
	file := nameOrPath + extension
	source, err := fs.ReadFile(scenarios.Files, file)
	if err != nil {
		return Scenario{}, &Error{File: "scenario " + quote(nameOrPath), Message: "unknown; " + insteadOf(nameOrPath)}
	}
	return Parse(file, source)
}

// extension of a scenario file.
const extension = ".yaml"

func isPath(s string) bool {
	return strings.ContainsAny(s, `/\`) || strings.HasSuffix(s, extension) || strings.HasSuffix(s, ".yml")
}

func insteadOf(name string) string {
	names := embeddedNames()
	if n, ok := near.Name(name, names); ok {
		return "did you mean " + n + "?"
	}
	return accepted(names) + ", and the path of a file, as in ./my.yaml"
}

func loadFile(path string) (Scenario, error) {
	source, err := readFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Scenario{}, &Error{File: path, Message: "no such file; accepted is the path of a scenario file, or one of " + enumerate(embeddedNames())}
	case err != nil:
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return Scenario{}, &Error{File: path, Message: fmt.Sprintf("cannot be read: %v; accepted is the path of a scenario file", err)}
	}
	return Parse(path, source)
}

// readFile reads as much of a file as shows whether it is too large.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, sourceMax+1))
}

// Embedded returns the scenarios that come with the program, in the order of
// their names.
func Embedded() []Scenario {
	var all []Scenario
	for _, name := range embeddedNames() {
		s, err := Load(name)
		if err != nil {
			panic("scenario: Embedded: " + err.Error())
		}
		all = append(all, s)
	}
	return all
}

func embeddedNames() []string {
	entries, err := scenarios.Files.ReadDir(".")
	if err != nil {
		panic("scenario: Embedded: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), extension))
	}
	return names
}
