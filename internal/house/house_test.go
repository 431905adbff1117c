package house

import (
	"slices"
	"strings"
	"testing"
)

func TestHouseStands(t *testing.T) {
	program, err := Load("../..")
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
