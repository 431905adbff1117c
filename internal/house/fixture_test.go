package house

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// fixtures are folders of sources, each read as if it were the whole house.
// In bare, the functions that exceptions are made for do not need them.
var fixtures = []string{"testdata/house", "testdata/bare"}

// A fixture line is reported once for each rule that its comment announces,
// and no other line is.
func TestEachOffenceIsCaughtWhereItStands(t *testing.T) {
	for _, root := range fixtures {
		program := loadFixture(t, root)
		wants := announced(program)
		var reports []string
		for _, v := range Check(program) {
			reports = append(reports, line(v.Position, v.Rule))
		}
		for _, want := range without(wants, reports) {
			t.Errorf("%s: not caught: %s", root, want)
		}
		for _, report := range without(reports, wants) {
			t.Errorf("%s: reported, but allowed: %s", root, report)
		}
	}
}

func TestEachRuleHasAFixtureThatBreaksIt(t *testing.T) {
	var wants []string
	for _, root := range fixtures {
		wants = append(wants, announced(loadFixture(t, root))...)
	}
	for _, rule := range ruleNames() {
		if !slices.ContainsFunc(wants, func(want string) bool { return strings.HasSuffix(want, " "+rule) }) {
			t.Errorf("no fixture breaks rule %s", rule)
		}
	}
}

func ruleNames() []string {
	names := []string{rowRule, downwardsRule, tagRule, exceptionRule}
	for _, rule := range importRules {
		names = append(names, rule.name)
	}
	for _, rule := range linkRules {
		names = append(names, rule.name)
	}
	for _, rule := range sourceRules {
		names = append(names, rule.name)
	}
	return names
}

// announced collects what comments say will be reported: "want: rule, rule"
// for the comment's own line, "want below: rule" for the next.
func announced(p *Program) []string {
	var wants []string
	for _, comment := range p.comments() {
		at := p.position(comment.Pos())
		_, own, _ := strings.Cut(comment.Text, "// want: ")
		_, below, _ := strings.Cut(comment.Text, "// want below: ")
		if below != "" {
			at.Line++
		}
		if rules := cmp.Or(own, below); rules != "" {
			for rule := range strings.SplitSeq(rules, ", ") {
				wants = append(wants, line(at, rule))
			}
		}
	}
	return wants
}

func (p *Program) comments() []*ast.Comment {
	var comments []*ast.Comment
	for _, pkg := range p.Packages {
		for _, file := range pkg.Files {
			for _, group := range file.Comments {
				comments = append(comments, group.List...)
			}
		}
	}
	return comments
}

func line(at token.Position, rule string) string {
	return fmt.Sprintf("%s:%d %s", at.Filename, at.Line, rule)
}

// without removes from a, once each, the elements of b.
func without(a, b []string) []string {
	rest := slices.Clone(a)
	for _, s := range b {
		if i := slices.Index(rest, s); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return rest
}
