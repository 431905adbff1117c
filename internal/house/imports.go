package house

import "strings"

// checkPlace reports a package that the listing does not know.
func (c *checker) checkPlace(pkg *Package) {
	if floor(pkg.Folder) < 0 {
		c.report(pkg.clause(), rowRule, "package "+pkg.Folder+" is not in the listing", rowWhy)
	}
}

// checkImports judges each import declaration by its own words.
func (c *checker) checkImports(pkg *Package) {
	for _, spec := range pkg.imports() {
		path := importPath(spec)
		if standard(path) {
			continue
		}
		to := folder(path)
		what := pkg.Folder + " imports " + to
		if inHouse(path) && floor(pkg.Folder) > floor(to) {
			c.report(spec.Pos(), downwardsRule, what, downwardsWhy)
		}
		for _, rule := range importRules {
			if rule.from.match(pkg.Folder) && !rule.but.match(pkg.Folder) &&
				rule.of.match(to) && !rule.only.match(to) {
				c.report(spec.Pos(), rule.name, what, rule.why)
			}
		}
	}
}

// checkLinks follows imports through all packages, other modules' too.
func (c *checker) checkLinks(pkg *Package) {
	for _, rule := range linkRules {
		if !rule.from.match(pkg.Folder) {
			continue
		}
		for _, spec := range pkg.imports() {
			chain := c.chain(importPath(spec), rule.never, map[string]bool{})
			if chain != nil {
				what := pkg.Folder + " links " + strings.Join(chain, " → ")
				c.report(spec.Pos(), rule.name, what, rule.why)
			}
		}
	}
}

// chain is one path of imports from a package to one that is wanted, nil if
// there is none. seen holds the packages that were tried before.
func (c *checker) chain(from string, wanted patterns, seen map[string]bool) []string {
	if wanted.match(from) {
		return []string{from}
	}
	if seen[from] {
		return nil
	}
	seen[from] = true
	for _, next := range c.Imports[from] {
		if rest := c.chain(next, wanted, seen); rest != nil {
			return append([]string{folder(from)}, rest...)
		}
	}
	return nil
}
