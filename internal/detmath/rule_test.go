package detmath

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// exact lists what may be used of package math: functions that have one right result and no rounding.
var exact = []string{
	"Abs", "Float64bits", "Float64frombits", "Inf", "IsInf", "MaxFloat64", "NaN", "Pi", "Signbit", "Trunc",
}

// violations reads a file and reports what breaks the rules of the package. It does not know types: where the
// package multiplies integers, it does so by bits.Mul64.
func violations(t *testing.T, name string, source any, imports ...string) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	report := func(node ast.Node, what string) {
		found = append(found, files.Position(node.Pos()).String()+": "+what)
	}
	rounded := map[ast.Expr]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GenDecl:
			return node.Tok != token.CONST // constants are computed exactly
		case *ast.ImportSpec:
			if path := strings.Trim(node.Path.Value, `"`); !slices.Contains(imports, path) {
				report(node, "import of "+path)
			}
		case *ast.CallExpr:
			if f, ok := node.Fun.(*ast.Ident); ok && f.Name == "float64" {
				rounded[node.Args[0]] = true
			}
		case *ast.BinaryExpr:
			if node.Op == token.MUL && !rounded[node] {
				report(node, "a product outside float64()")
			}
		case *ast.AssignStmt:
			if node.Tok == token.MUL_ASSIGN {
				report(node, "a product outside float64()")
			}
		case *ast.SelectorExpr:
			if x, ok := node.X.(*ast.Ident); ok && x.Name == "math" && !slices.Contains(exact, node.Sel.Name) {
				report(node, "math."+node.Sel.Name)
			}
		}
		return true
	})
	return found
}

func TestSourceKeepsTheRules(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no source found", err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, v := range violations(t, name, nil, "math", "math/bits") {
			t.Error(v)
		}
	}
	// Arguments that differ would make the digests differ.
	for _, v := range violations(t, "inputs_test.go", nil, "math", "math/rand/v2") {
		t.Error(v)
	}
}

func TestRulesCatchWhatBreaksThem(t *testing.T) {
	for _, statement := range []string{
		"return a*b + c",
		"return float64(a*b*c) + a",
		"return float64(a*b + c)",
		"a *= b; return a + c",
		"p := a * b; return p + c",
		"return math.FMA(a, b, c)",
		"return math.Exp(a)",
	} {
		source := "package p\nimport \"math\"\nfunc f(a, b, c float64) float64 { " + statement + " }"
		if len(violations(t, "p.go", source, "math")) != 1 {
			t.Errorf("not reported: %s", statement)
		}
	}
	if v := violations(t, "p.go", "package p\nfunc f(a, b, c float64) float64 { return float64(a*b) + c }"); v != nil {
		t.Errorf("reported: %v", v)
	}
}
