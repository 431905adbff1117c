package house

import (
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
)

// Program is what the rules judge.
type Program struct {
	Root     string // the module's folder; positions are told relative to it
	Fset     *token.FileSet
	Packages []*Package
	Imports  map[string][]string // the direct imports of every package that is linked, by path
}

// Violation is one place where a rule is broken.
type Violation struct {
	Position token.Position
	Rule     string
	What     string
	Why      string
}

// String is one line: where, what, and why the rule exists.
func (v Violation) String() string {
	return fmt.Sprintf("%s:%d: %s [%s]: %s", v.Position.Filename, v.Position.Line, v.What, v.Rule, v.Why)
}

// Check returns every violation of the house's rules, by file and line.
func Check(p *Program) []Violation {
	c := &checker{Program: p, used: map[exception]bool{}}
	for _, pkg := range p.Packages {
		c.checkPlace(pkg)
		c.checkImports(pkg)
		c.checkLinks(pkg)
		c.checkSource(pkg)
		c.checkTags(pkg)
		c.checkExceptions(pkg)
	}
	slices.SortStableFunc(c.violations, func(a, b Violation) int {
		return cmp.Or(
			cmp.Compare(a.Position.Filename, b.Position.Filename),
			cmp.Compare(a.Position.Line, b.Position.Line),
		)
	})
	return c.violations
}

type checker struct {
	*Program
	violations []Violation
	used       map[exception]bool // exceptions that excused something
}

func (c *checker) report(at token.Pos, rule, what, why string) {
	c.violations = append(c.violations, Violation{c.position(at), rule, what, why})
}

func (p *Program) position(at token.Pos) token.Position {
	position := p.Fset.Position(at)
	if file, err := filepath.Rel(p.Root, position.Filename); err == nil {
		position.Filename = file
	}
	return position
}
