package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The Go of the README and of the documentation is taken from sources that are
// compiled: each block stands in one of them, but for the indentation.
func TestDocumentsShowGoThatCompiles(t *testing.T) {
	var sources []string
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			source, err := os.ReadFile(path)
			sources = append(sources, unindented(string(source)))
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for _, path := range append(documents, "../../README.md") {
		for _, block := range goBlocks(t, path) {
			blocks++
			if !contains(sources, unindented(block)) {
				t.Errorf("%s: this stands in no source:\n%s", path, block)
			}
		}
	}
	if blocks < 5 {
		t.Errorf("found %d blocks; is the fence still ```go?", blocks)
	}
}

func goBlocks(t *testing.T, path string) (blocks []string) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, rest := range strings.Split(string(source), "```go\n")[1:] {
		block, _, _ := strings.Cut(rest, "```\n")
		blocks = append(blocks, block)
	}
	return blocks
}

func unindented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimLeft(line, "\t"))
	}
	return b.String()
}

// contains tells whether a text has the block, in lines of its own.
func contains(sources []string, block string) bool {
	for _, s := range sources {
		if strings.Contains("\n"+s, "\n"+block) {
			return true
		}
	}
	return false
}

// The module that the README shows how to write is one that finds this one, and whose
// tests pass, with the README's scenario.
func TestAModuleOfOnesOwnPasses(t *testing.T) {
	t.Parallel()
	const own = "../../examples/own"
	test := exec.CommandContext(t.Context(), "go", "test", "./...")
	test.Dir = own
	if out, err := test.CombinedOutput(); err != nil {
		t.Errorf("go test in %s: %v\n%s", own, err, out)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	checkout, err := os.ReadFile(filepath.Join(own, "checkout.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```yaml\n"+string(checkout)+"```\n") {
		t.Errorf("%s/checkout.yaml is not the README's", own)
	}
}
