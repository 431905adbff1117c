package scenario

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stampede/model/workload"
)

// The values that are words stand in the documentation as the reader takes them, and
// so do the columns and the operations of a trace.
func TestTheDocumentationNamesTheWords(t *testing.T) {
	source, err := os.ReadFile("../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{workload.PlainForm, workload.ProductionForm, workload.OperationForms}
	for _, n := range Settings() {
		all := n.Accepted
		if all == "" {
			all = n.Form
		}
		for i := range scalarForms {
			if all == alternatives(i) {
				want = append(want, "| `"+n.Path+"` | "+all+" |\n")
				break
			}
		}
	}
	if len(want) < 12 {
		t.Errorf("only %d: %q", len(want), want)
	}
	text := strings.ReplaceAll(string(source), "\n  ", " ")
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("docs/scenarios.md lacks\n%s", w)
		}
	}
	for _, f := range fieldsOf(reflect.TypeFor[Trace]()) {
		if f.name == "format" && !(strings.Contains(f.about, workload.PlainForm) && strings.Contains(f.about, workload.ProductionForm)) {
			t.Errorf("what format is about does not name the columns: %s", f.about)
		}
	}
}

// The trace in the documentation can be read.
func TestTheDocumentedTraceIsRight(t *testing.T) {
	source, err := os.ReadFile("../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(source), "```csv\n")
	block, _, _ = strings.Cut(block, "```\n")
	trace, err := workload.NewTrace("docs/scenarios.md", strings.NewReader(block), workload.TraceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for r := (workload.Request{}); trace.Next(&r); {
		all = append(all, fmt.Sprintf("%v %v %s", r.At, r.Operation, trace.KeyName(r.Key)))
	}
	want := []string{"0s read product:1", "250ms read product:2", "1.5s write product:1", "2.5s read a key, with a comma"}
	if trace.Err() != nil || !slices.Equal(all, want) {
		t.Errorf("got %q, %v, want %q", all, trace.Err(), want)
	}
}

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
