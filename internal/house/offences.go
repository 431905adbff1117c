package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// offence names what is wrong with a node; it is empty for nearly all.
type offence func(*types.Info, ast.Node) string

// uses finds mentions of objects, called or not, however their package was
// imported. Names are written as in types.Func.FullName; builtins stand alone.
func uses(names ...string) offence {
	return func(info *types.Info, n ast.Node) string {
		if name := objectName(used(info, n)); slices.Contains(names, name) {
			return "use of " + name
		}
		return ""
	}
}

// functionsBut finds the functions of a package (not its methods, types and
// constants) that are not listed.
func functionsBut(pkg string, allowed ...string) offence {
	return func(info *types.Info, n ast.Node) string {
		fn, ok := used(info, n).(*types.Func)
		if !ok || fn.Signature().Recv() != nil || fn.Pkg().Path() != pkg || slices.Contains(allowed, fn.Name()) {
			return ""
		}
		return "use of " + fn.FullName()
	}
}

// imports finds the import of a package of which no part may be used.
func imports(paths ...string) offence {
	return func(_ *types.Info, n ast.Node) string {
		if spec, ok := n.(*ast.ImportSpec); ok && slices.Contains(paths, importPath(spec)) {
			return "import of " + importPath(spec)
		}
		return ""
	}
}

// syntax finds a kind of node.
func syntax[N ast.Node](what string) offence {
	return func(_ *types.Info, n ast.Node) string {
		if _, ok := n.(N); ok {
			return what
		}
		return ""
	}
}

func either(offences ...offence) offence {
	return func(info *types.Info, n ast.Node) string {
		for _, offence := range offences {
			if what := offence(info, n); what != "" {
				return what
			}
		}
		return ""
	}
}

func rangeOverMap(info *types.Info, n ast.Node) string {
	if loop, ok := n.(*ast.RangeStmt); ok && admits(info.TypeOf(loop.X), isMap) {
		return "range over a map"
	}
	return ""
}

func channelOperation(info *types.Info, n ast.Node) string {
	switch n := n.(type) {
	case *ast.SendStmt:
		return "send on a channel"
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "receive from a channel"
		}
	case *ast.RangeStmt:
		if admits(info.TypeOf(n.X), isChannel) {
			return "range over a channel"
		}
	}
	return ""
}

// fusedProduct finds a float product that the same expression adds or
// subtracts. Compilers may also fuse over statements; that is not seen here.
func fusedProduct(info *types.Info, n ast.Node) string {
	var terms []ast.Expr
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.ADD || n.Op == token.SUB {
			terms = []ast.Expr{n.X, n.Y}
		}
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
			terms = n.Rhs
		}
	}
	if slices.ContainsFunc(terms, func(e ast.Expr) bool { return floatProduct(info, e) }) {
		return "sum with an unrounded float product"
	}
	return ""
}

// floatProduct tells whether a run computes e as a product of floats; a sign
// or parentheses around it do not round it.
func floatProduct(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return floatProduct(info, e.X)
	case *ast.UnaryExpr:
		return floatProduct(info, e.X)
	case *ast.BinaryExpr:
		constant := info.Types[e].Value != nil
		return e.Op == token.MUL && !constant && admits(info.TypeOf(e), isFloat)
	}
	return false
}
