package house

import (
	"go/ast"
	"go/types"
)

// checkSource walks every declaration of a package past the source rules.
func (c *checker) checkSource(pkg *Package) {
	for _, rule := range sourceRules {
		if !rule.in.match(pkg.Folder) || rule.but.match(pkg.Folder) {
			continue
		}
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				function := functionName(decl)
				ast.Inspect(decl, func(n ast.Node) bool {
					what := rule.offence(pkg.Info, n)
					if what != "" && !c.excused(rule.name, pkg.Folder, function) {
						c.report(n.Pos(), rule.name, what, rule.why)
					}
					return true
				})
			}
		}
	}
}

// excused tells whether a function may break a rule, and notes that it did.
func (c *checker) excused(rule, folder, function string) bool {
	for _, e := range exceptions {
		if e.rule == rule && e.folder == folder && e.function == function {
			c.used[e] = true
			return true
		}
	}
	return false
}

// checkExceptions reports exceptions for a package that nothing in it needs.
func (c *checker) checkExceptions(pkg *Package) {
	for _, e := range exceptions {
		if e.folder == pkg.Folder && !c.used[e] {
			what := "exception for " + e.function + " from " + e.rule + " excuses nothing"
			c.report(pkg.clause(), exceptionRule, what, exceptionWhy)
		}
	}
}

// functionName is "Keys" or "(*Task).work", empty outside functions. A
// function literal belongs to the declaration that it stands in.
func functionName(decl ast.Decl) string {
	fn, ok := decl.(*ast.FuncDecl)
	switch {
	case !ok:
		return ""
	case fn.Recv == nil:
		return fn.Name.Name
	default:
		return "(" + types.ExprString(fn.Recv.List[0].Type) + ")." + fn.Name.Name
	}
}
