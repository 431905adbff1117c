package scenario

import (
	"os"
	"strings"
	"testing"
)

// Every block of YAML in the documentation is right, by itself or together with
// the shortest scenario.
func TestTheDocumentationIsRight(t *testing.T) {
	source, err := os.ReadFile("../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for _, part := range strings.Split(string(source), "```yaml\n")[1:] {
		block, _, _ := strings.Cut(part, "```\n")
		text := block
		if !strings.HasPrefix(block, "version:") {
			text = "version: 1\nname: example\n" + block
		}
		if !strings.Contains(block, "arrivals:") && !strings.Contains(block, "clients:") {
			text += "arrivals: {poisson: {rate: 200/s}}\n"
		}
		if _, err := Parse("docs/scenarios.md", []byte(text)); err != nil {
			t.Errorf("%v\nin\n%s", err, block)
		}
		blocks++
	}
	if blocks < 10 {
		t.Errorf("%d blocks of YAML; is the fence still ```yaml?", blocks)
	}
}
