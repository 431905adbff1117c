package study

import (
	"fmt"
	"os"
	"path/filepath"

	"stampede/model/scenario"
	"stampede/model/world"
)

// File returns the case as a scenario of its own, which [Reproduce] runs again.
func (f *Finding) File() scenario.Scenario {
	sc := f.Case.Scenario
	sc.Name = fmt.Sprintf("%s-%s-%d", f.Case.Strategy.Name, f.Invariant, f.Case.Seed)
	sc.About = fmt.Sprintf("A case in which %s breaks %s. Found by a search, and shrunk.", f.Case.Strategy.Name, f.Invariant)
	sc.Strategy = scenario.Strategy(f.Case.Strategy.Name)
	sc.Replay = &scenario.Replay{Seed: int(f.Case.Seed), Salt: int(f.Case.Salt), Zero: f.Case.Zero, Breaks: f.Invariant}
	return sc
}

// Save writes the case into a folder, which it makes if need be, and returns the
// path of the file.
func (f *Finding) Save(folder string) (string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	sc := f.File()
	path := filepath.Join(folder, sc.Name+".yaml")
	return path, os.WriteFile(path, sc.YAML(), 0o644)
}

// Reproduce returns the case that a scenario describes.
func Reproduce(sc scenario.Scenario) (world.Config, error) {
	r := sc.Replay
	if r == nil || sc.Strategy == "" {
		return world.Config{}, fmt.Errorf("%s is no case to replay; accepted is a file that simulate check wrote, "+
			"with strategy and replay: {seed, salt, breaks}", sc.Name)
	}
	p, err := sc.Strategy.Preset()
	return world.Config{Scenario: sc, Strategy: p, Seed: uint64(r.Seed), Salt: uint64(r.Salt), Zero: r.Zero}, err
}
