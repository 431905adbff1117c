package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stampede/model/scenario"
)

// Nothing is run if what comes of it could not be written, and nothing is left of the
// attempt.
func TestAPathIsTriedBeforeTheWork(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("of somebody else"), 0o644); err != nil {
		t.Fatal(err)
	}
	const accepted = "; accepted is a file in an existing, writable folder\n"
	for _, c := range []struct{ args, want string }{
		{"run --plot " + dir + "/none/x.png", "--plot: " + dir + "/none/x.png cannot be written: no such file or directory" + accepted},
		{"compare --plot " + file + "/x.png", "--plot: " + file + "/x.png cannot be written: not a directory" + accepted},
		{"pair --redis miniredis --plot " + dir + "/none/x.png", "--plot: " + dir + "/none/x.png cannot be written: no such file or directory" + accepted},
		{"sweep --strategy lock --vary ttl=1s,2s --plot " + dir + "/none/x.png", "--plot: " + dir + "/none/x.png cannot be written: no such file or directory" + accepted},
		{"calibrate --redis miniredis --out " + dir, "--out: " + dir + " cannot be written: it is a folder" + accepted},
		{"check --failures " + file, "--failures: " + file + " cannot be written to: not a directory; accepted is a folder that can be, or be made\n"},
		{"check --failures " + file + "/x", "--failures: " + file + "/x cannot be written to: not a directory; accepted is a folder that can be, or be made\n"},
	} {
		if code, stdout, stderr := call(t, strings.Fields(c.args)...); code != exitEnvironment || stdout != "" || stderr != "simulate: "+c.want {
			t.Errorf("simulate %s: exit status %d, stdout %q, stderr\n%swant\n%s", c.args, code, stdout, stderr, c.want)
		}
	}
	if code, _, stderr := call(t, "check", "--strategy", "naive", "--seeds", "1", "--failures", dir+"/a/b"); code != exitHolds {
		t.Errorf("a folder that can be made: exit status %d, %s", code, stderr)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left are %v, %v", entries, err)
	}
}

// spoiler is an output at whose first line a path ceases to be writable.
type spoiler struct {
	text bytes.Buffer
	t    *testing.T
	path string
}

func (s *spoiler) Write(b []byte) (int, error) {
	if s.text.Len() == 0 {
		if err := os.RemoveAll(s.path); err != nil {
			s.t.Error(err)
		}
		if err := os.WriteFile(s.path, nil, 0o644); err != nil {
			s.t.Error(err)
		}
	}
	return s.text.Write(b)
}

// What cannot be written in the end is printed.
func TestAnUnwritableFileLosesNothing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "x")
	spoilt := func(flags string) (code int, stdout, stderr string) {
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		out, errs := &spoiler{t: t, path: folder}, &spoiler{t: t, path: folder}
		code = simulate(t.Context(), strings.Fields(flags), out, errs)
		return code, out.text.String(), errs.text.String()
	}
	code, stdout, stderr := spoilt("run --plot " + folder + "/x.png")
	if code != exitEnvironment || !strings.Contains(stderr, folder) || !strings.Contains(stdout, "recomputes") {
		t.Errorf("run: exit status %d, stderr %q, stdout %q", code, stderr, stdout)
	}
	code, stdout, stderr = spoilt("calibrate --redis miniredis --set workers=5 --out " + folder + "/parts.yaml")
	if code != exitEnvironment || !strings.Contains(stderr, folder) || !strings.Contains(stdout, "\nnetwork:\n") {
		t.Errorf("calibrate: exit status %d, stderr %q, stdout %q", code, stderr, stdout)
	}
	code, stdout, stderr = spoilt("check --strategy lock-plain-del --seeds 200 --failures " + folder)
	_, file, _ := strings.Cut(stdout, "could not be saved:\n\n")
	file, _, _ = strings.Cut(file, "\n\nsizes are")
	if code != exitEnvironment || !strings.Contains(stderr, folder) || !strings.Contains(stdout, "no-foreign-delete is broken") {
		t.Errorf("check: exit status %d, stderr %q, stdout %q", code, stderr, stdout)
	}
	if _, err := scenario.Parse("printed", []byte(file)); err != nil {
		t.Errorf("%v in\n%s", err, file)
	}
}

func TestACalibrationIsWrittenInEitherForm(t *testing.T) {
	out := filepath.Join(t.TempDir(), "measured")
	calibrate := func(form string) []byte {
		code, stdout, stderr := call(t, strings.Fields("calibrate --redis miniredis --set workers=5 --out "+out+" --format "+form)...)
		text, err := os.ReadFile(out)
		if code != exitHolds || stdout != "" || err != nil {
			t.Fatalf("exit status %d, stdout %q, stderr %q, %v", code, stdout, stderr, err)
		}
		return text
	}
	if code, _, stderr := call(t, "--parts", out); code != exitUsage {
		t.Errorf("the file is there before: exit status %d, %s", code, stderr)
	}
	calibrate("yaml")
	if code, _, stderr := call(t, "--parts", out); code != exitHolds {
		t.Errorf("exit status %d, %s", code, stderr)
	}
	var fields map[string]any
	if err := json.Unmarshal(calibrate("json"), &fields); err != nil {
		t.Fatal(err)
	}
	if _, ok := fields["service_ms"].(float64); !ok || fields["service"] != nil {
		t.Errorf("got %v", fields)
	}
	if info, err := os.Stat(out); err != nil || info.Mode()&fs.ModeType != 0 {
		t.Errorf("%v, %v", info, err)
	}
}
