package plots

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"out.png": "png", "a.b/out.svg": "svg", "/tmp/out.PDF": "pdf", "run.1.png": "png",
	} {
		if got, err := FormatOf(path); got != want || err != nil {
			t.Errorf("FormatOf(%q) = %q, %v; want %q", path, got, err, want)
		}
	}
	for path, want := range map[string]string{
		"out.gif":   `plots: out.gif: unknown ending ".gif"; accepted: .png, .svg, .pdf`,
		"out.png.x": `plots: out.png.x: unknown ending ".x"; accepted: .png, .svg, .pdf`,
		"out":       `plots: out: no ending that tells the format; accepted: .png, .svg, .pdf`,
		"a.png/out": `plots: a.png/out: no ending that tells the format; accepted: .png, .svg, .pdf`,
		"out.":      `plots: out.: no ending that tells the format; accepted: .png, .svg, .pdf`,
	} {
		if got, err := FormatOf(path); got != "" || err == nil || err.Error() != want {
			t.Errorf("FormatOf(%q) = %q, %v; want error %q", path, got, err, want)
		}
	}
}

// tree lists the files below a folder with their content.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		all.WriteString(path + "\n")
		if !d.IsDir() {
			data, err := os.ReadFile(path)
			all.Write(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSaveReplacesTheOldFileAndLeavesNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.svg")
	write(t, path, "old")
	p := picture(naive(), lock())
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, draw(t, p, "svg")) {
		t.Error("the file differs from what Write gives")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files in the folder, want 1", len(entries))
	}
}

func TestSaveAcceptsTheLongestName(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 251)+".svg")
	if err := picture(lock()).Save(path); err != nil {
		t.Error(err)
	}
}

func TestFailedSaveLeavesEverythingAsItWas(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "old.svg"), "old")
	write(t, filepath.Join(dir, "file"), "a file, not a folder")
	locked := filepath.Join(dir, "locked")
	for _, d := range []string{locked, filepath.Join(dir, "folder.svg")} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(locked, 0o555); err != nil {
		t.Fatal(err)
	}

	before := tree(t, dir)
	for _, c := range []struct {
		name    string
		picture Picture
		path    string
		is      error
		want    []string
	}{
		{"folder missing", picture(lock()), "none/out.svg", fs.ErrNotExist, []string{"none does not exist", "writable folder is needed"}},
		{"folder is a file", picture(lock()), "file/out.svg", nil, []string{"file is not a folder", "writable folder is needed"}},
		{"path is a folder", picture(lock()), "folder.svg", nil, []string{"it is a folder", "name of a file"}},
		{"not writable", picture(lock()), "locked/out.svg", fs.ErrPermission, []string{"locked is not writable", "writable folder is needed"}},
		{"unknown ending", picture(lock()), "old.gif", nil, []string{`".gif"`, ".png, .svg, .pdf"}},
		{"no panels", Picture{}, "old.svg", nil, []string{"no panels"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.is == fs.ErrPermission && os.Geteuid() == 0 {
				t.Skip("root may write everywhere")
			}
			err := c.picture.Save(filepath.Join(dir, c.path))
			if err == nil {
				t.Fatal("no error")
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("error %q is not %v", err, c.is)
			}
			for _, want := range append(c.want, "plots: ") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q lacks %q", err, want)
				}
			}
			if strings.Contains(err.Error(), ".tmp") {
				t.Errorf("error %q names the temporary file", err)
			}
			if after := tree(t, dir); after != before {
				t.Errorf("the folder changed:\n%s", after)
			}
		})
	}
}
