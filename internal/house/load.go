package house

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"stampede/internal/ordered"
)

// Load reads the module in a folder: its packages with types, and who imports
// whom down to the standard library.
func Load(dir string) (*Program, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	all, err := packages.Load(&packages.Config{
		Dir:  dir,
		Fset: fset,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, "./...")
	if err != nil {
		return nil, fmt.Errorf("load the module in %s: %w", dir, err)
	}
	p := &Program{Root: root, Fset: fset}
	for _, loaded := range all {
		pkg, err := newPackage(fset, loaded)
		if err != nil {
			return nil, err
		}
		if len(pkg.Files) > 0 || len(pkg.Ignored) > 0 { // else it has nothing but tests
			p.Packages = append(p.Packages, pkg)
		}
	}
	p.Imports, err = loadImports(dir)
	return p, err
}

func newPackage(fset *token.FileSet, loaded *packages.Package) (*Package, error) {
	var errs []error
	for _, err := range loaded.Errors {
		errs = append(errs, err)
	}
	pkg := &Package{Folder: folder(loaded.PkgPath), Files: loaded.Syntax, Info: loaded.TypesInfo}
	for _, name := range loaded.IgnoredFiles {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		errs = append(errs, err)
		pkg.Ignored = append(pkg.Ignored, file)
	}
	return pkg, errors.Join(errs...)
}

// loadImports is a load of its own because it goes through all dependencies,
// for which types would be slow.
func loadImports(dir string) (map[string][]string, error) {
	mode := packages.NeedName | packages.NeedImports | packages.NeedDeps
	roots, err := packages.Load(&packages.Config{Dir: dir, Mode: mode}, "./...")
	if err != nil {
		return nil, fmt.Errorf("load the imports of the module in %s: %w", dir, err)
	}
	imports := map[string][]string{}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		imports[pkg.PkgPath] = ordered.Keys(pkg.Imports)
	})
	return imports, nil
}
