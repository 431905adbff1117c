package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"stampede/internal/near"
	"stampede/scenarios"
)

// Load returns the scenario of that name that comes with the program, or the one
// in a file: what has a path separator in it, or ends in .yaml or .yml, is the
// path of a file. An error is an [*Error].
func Load(nameOrPath string) (Scenario, error) {
	source, err := readEmbedded(nameOrPath)
	switch {
	case err == nil:
		return Parse(nameOrPath+extension, source)
	case strings.HasPrefix(nameOrPath, corpus):
		return Scenario{}, &Error{File: "scenario " + quote(nameOrPath), Message: "unknown; " + insteadOfCase(nameOrPath)}
	case isPath(nameOrPath):
		return loadFile(nameOrPath, "the path of a scenario file, or one of "+enumerate(embeddedNames()))
	}
	return Scenario{}, &Error{File: "scenario " + quote(nameOrPath), Message: "unknown; " + insteadOf(nameOrPath)}
}

func readEmbedded(name string) ([]byte, error) { return fs.ReadFile(scenarios.Files, name+extension) }

// corpus is what the names of cases of the bug corpus begin with.
const corpus = "corpus/"

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

func insteadOfCase(name string) string {
	var names []string
	for _, s := range Corpus() {
		names = append(names, corpus+s.Name)
	}
	if n, ok := near.Name(name, names); ok {
		return "did you mean " + n + "?"
	}
	return accepted(names)
}

// LoadFile returns the scenario in a file, whatever its name. An error is an [*Error].
func LoadFile(path string) (Scenario, error) { return loadFile(path, "the path of a scenario file") }

func loadFile(path, accepted string) (Scenario, error) {
	source, err := readFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Scenario{}, &Error{File: path, Message: "no such file; accepted is " + accepted}
	case err != nil:
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return Scenario{}, &Error{File: path, Message: fmt.Sprintf("cannot be read: %v; accepted is the path of a scenario file", err)}
	}
	s, err := Parse(path, source)
	if err == nil {
		s.findTraces(filepath.Dir(path))
	}
	return s, err
}

// findTraces makes the paths of traces, which are relative to the folder of the
// scenario, relative to the present one.
func (s *Scenario) findTraces(folder string) {
	find := func(k Kinds) {
		if k.Trace != nil && !filepath.IsAbs(k.Trace.File) {
			k.Trace.File = filepath.Join(folder, k.Trace.File)
		}
	}
	find(s.Arrivals.Kinds)
	for _, g := range s.Arrivals.Sum {
		find(g.Kinds)
	}
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

// Corpus returns the cases of the bug corpus, in the order of their names; they
// are loaded as corpus/NAME.
func Corpus() []Scenario {
	var all []Scenario
	for _, name := range namesIn(strings.TrimSuffix(corpus, "/")) {
		s, err := Load(corpus + name)
		if err != nil {
			panic("scenario: Corpus: " + err.Error())
		}
		all = append(all, s)
	}
	return all
}

func embeddedNames() []string { return namesIn(".") }

func namesIn(folder string) []string {
	entries, err := scenarios.Files.ReadDir(folder)
	if err != nil {
		panic("scenario: " + err.Error())
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), extension); ok {
			names = append(names, name)
		}
	}
	return names
}
