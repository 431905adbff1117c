package house

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const moduleRoot = "../.."

func TestHouseStands(t *testing.T) {
	touchFolders(t)
	program, err := Load(moduleRoot)
	if err != nil {
		t.Fatal(err)
	}
	if len(program.Packages) == 0 {
		t.Fatal("no packages were loaded")
	}
	for _, violation := range Check(program) {
		t.Error(violation)
	}
}

// touchFolders opens each folder of the module, because go test reuses a result
// until something changes that the test itself has opened, and the go command
// finds new files in a process of its own.
func touchFolders(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(moduleRoot, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == ".git" {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A pattern that is misspelt would match nothing and forbid nothing. Every
// package must have its row in the listing, so a row cannot be misspelt.
func TestRulesNameRowsOfTheListing(t *testing.T) {
	named := slices.Concat(deterministic, production, pure)
	for _, rule := range importRules {
		named = slices.Concat(named, rule.from, rule.but, rule.of, rule.only)
	}
	for _, rule := range linkRules {
		named = slices.Concat(named, rule.from)
	}
	for _, rule := range sourceRules {
		named = slices.Concat(named, rule.in, rule.but)
	}
	for _, e := range exceptions {
		named = append(named, e.folder)
	}
	for _, pattern := range named {
		otherModule := strings.Contains(strings.TrimSuffix(pattern, "..."), ".")
		matchesRow := func(row string) bool {
			return patterns{pattern}.match(strings.TrimSuffix(row, "/..."))
		}
		if !otherModule && !slices.ContainsFunc(listing, matchesRow) {
			t.Errorf("%q matches no row of the listing", pattern)
		}
	}
}

func TestExceptionsNameSourceRules(t *testing.T) {
	for _, e := range exceptions {
		if !slices.ContainsFunc(sourceRules, func(rule sourceRule) bool { return rule.name == e.rule }) {
			t.Errorf("exception for %s of %s names no rule: %q", e.function, e.folder, e.rule)
		}
	}
}
