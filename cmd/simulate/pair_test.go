package main

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
)

// A pair is told under the names that the other commands have, with what makes it again,
// and says of each figure whether it is judged at all.
func TestAPairIsReadByMachines(t *testing.T) {
	const args = "pair --redis miniredis --strategy lock --set duration=1s --set workers=5 --runs 1 --seeds 2 --tolerance 100000"
	code, stdout, stderr := call(t, strings.Fields(args+" --format json")...)
	var out struct {
		Repeat     string
		Set        []string
		Quantities []struct {
			Name, Unit string
			Judged     bool
		}
	}
	if err := json.Unmarshal([]byte(stdout), &out); err != nil {
		t.Fatalf("%d, %v: %s%s", code, err, stdout, stderr)
	}
	if want := strings.Join([]string{"duration=1s", "workers=5"}, " "); strings.Join(out.Set, " ") != want {
		t.Errorf("set is %v, want %s", out.Set, want)
	}
	const again = "simulate pair --scenario hot-key --strategy lock --seed 1 --set duration=1s --set workers=5 --redis miniredis --runs 1 --seeds 2 --tolerance 100000"
	if out.Repeat != again {
		t.Errorf("repeat is %s\nwant %s", out.Repeat, again)
	}
	_, stdout, _ = call(t, strings.Fields(args+" --format csv")...)
	rows, err := csv.NewReader(strings.NewReader(stdout)).ReadAll()
	if err != nil || len(rows) != 1+len(out.Quantities) {
		t.Fatalf("%v: %s", err, stdout)
	}
	column := make(map[string]int)
	for i, name := range rows[0] {
		column[name] = i
	}
	for i, q := range out.Quantities {
		row := rows[i+1]
		if row[column["metric"]] != q.Name || row[column["unit"]] != q.Unit || row[column["judged"]] == "" {
			t.Errorf("%v, want %+v", row, q)
		}
	}
	_, stdout, _ = call(t, strings.Fields(args)...)
	for line := range strings.Lines(stdout) {
		if len([]rune(line)) > 150 && !strings.HasPrefix(line, "repeat") && !strings.HasPrefix(line, "by go-redis") {
			t.Errorf("a wide line: %s", line)
		}
	}
	if !strings.Contains(stdout, "\nlatency.p99, ms ") || !strings.Contains(stdout, "\nredis.commands, /s ") {
		t.Errorf("got\n%s", stdout)
	}
}
