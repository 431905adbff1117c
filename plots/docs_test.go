package plots

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The pictures of the documents, which are made now and then only, keep their words where
// they belong in any font.
func TestTheWordsInTheDocumentsKeepTheirWidth(t *testing.T) {
	files, err := filepath.Glob("../docs/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		svg, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words, widths := strings.Count(string(svg), "<text "), strings.Count(string(svg), " textLength=")
		if words == 0 || words != widths {
			t.Errorf("%s: %d texts, %d with a width", file, words, widths)
		}
	}
}
