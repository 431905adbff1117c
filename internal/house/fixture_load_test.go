package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

// loadFixture reads a folder as Load reads a module, but takes only the
// standard library from outside: all other imports are empty packages.
func loadFixture(t *testing.T, root string) *Program {
	t.Helper()
	p, err := parseFixture(root)
	if err != nil {
		t.Fatal(err)
	}
	stubs, err := loadStandard(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range p.Packages {
		pkg.Info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: stubs}
		if _, err := config.Check(pkg.Folder, p.Fset, pkg.Files, pkg.Info); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func parseFixture(root string) (*Program, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	p := &Program{Root: root, Fset: token.NewFileSet(), Imports: map[string][]string{}}
	packages := map[string]*Package{}
	return p, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := parser.ParseFile(p.Fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(p.position(file.Package).Filename))
		pkg := packages[folder]
		if pkg == nil {
			pkg = &Package{Folder: folder}
			packages[folder] = pkg
			p.Packages = append(p.Packages, pkg)
		}
		pkg.Files = append(pkg.Files, file)
		for _, spec := range file.Imports {
			from := module + "/" + folder
			p.Imports[from] = append(p.Imports[from], importPath(spec))
		}
		return nil
	})
}

// stubs imports the packages it holds, and an empty one for any other path.
type stubs map[string]*types.Package

func (s stubs) Import(importPath string) (*types.Package, error) {
	if pkg := s[importPath]; pkg != nil {
		return pkg, nil
	}
	pkg := types.NewPackage(importPath, path.Base(importPath))
	pkg.MarkComplete()
	return pkg, nil
}

func loadStandard(p *Program) (stubs, error) {
	paths := []string{"builtin"} // a load of no path would mean the current folder
	for _, imports := range p.Imports {
		for _, imported := range imports {
			if standard(imported) {
				paths = append(paths, imported)
			}
		}
	}
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes}, paths...)
	if err != nil {
		return nil, err
	}
	s := stubs{}
	for _, pkg := range loaded {
		s[pkg.PkgPath] = pkg.Types
	}
	return s, nil
}
