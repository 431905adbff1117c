package house

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"path/filepath"
	"slices"
)

const (
	tagRule = "build-tag"
	tagWhy  = "one source runs in every world and on every platform, and a file left out of this build is not checked"
)

// checkTags reports build constraints, written in a file or in its name.
func (c *checker) checkTags(pkg *Package) {
	if !deterministic.match(pkg.Folder) {
		return
	}
	for _, file := range slices.Concat(pkg.Files, pkg.Ignored) {
		if line := constraintLine(file); line != nil {
			c.report(line.Pos(), tagRule, "build constraint "+line.Text, tagWhy)
		} else if name := c.Fset.Position(file.Package).Filename; constrainedByName(name) {
			c.report(file.Package, tagRule, "build constraint in the name "+filepath.Base(name), tagWhy)
		}
	}
}

func constraintLine(file *ast.File) *ast.Comment {
	for _, group := range file.Comments {
		for _, line := range group.List {
			if constraint.IsGoBuild(line.Text) {
				return line
			}
		}
	}
	return nil
}

// constrainedByName asks for a platform that no file is named after.
func constrainedByName(file string) bool {
	nowhere := build.Context{GOOS: "none", GOARCH: "none", Compiler: "gc"}
	match, err := nowhere.MatchFile(filepath.Dir(file), filepath.Base(file))
	return err != nil || !match
}
