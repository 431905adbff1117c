package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// Package is one package of this module without its test files.
type Package struct {
	Folder  string // "model/world"
	Files   []*ast.File
	Ignored []*ast.File // left out of this build by a constraint; not type-checked
	Info    *types.Info
}

// clause is where to report what concerns the package as a whole.
func (pkg *Package) clause() token.Pos {
	if len(pkg.Files) == 0 {
		return pkg.Ignored[0].Package
	}
	return pkg.Files[0].Package
}

func (pkg *Package) imports() []*ast.ImportSpec {
	var specs []*ast.ImportSpec
	for _, file := range pkg.Files {
		specs = append(specs, file.Imports...)
	}
	return specs
}

func importPath(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		panic("house: importPath: " + spec.Path.Value + " is no string literal, yet it was parsed")
	}
	return path
}
