package plots

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// FormatOf returns the format that a path's ending asks for: png, svg or pdf.
// It looks at nothing but the path, so a command can refuse before it runs.
func FormatOf(path string) (string, error) {
	accepted := "." + strings.Join(formats, ", .")
	ext := filepath.Ext(path)
	switch format := strings.ToLower(strings.TrimPrefix(ext, ".")); {
	case slices.Contains(formats, format):
		return format, nil
	case format == "":
		return "", fmt.Errorf("plots: %s: no ending that tells the format; accepted: %s", path, accepted)
	default:
		return "", fmt.Errorf("plots: %s: unknown ending %q; accepted: %s", path, ext, accepted)
	}
}

// Save draws the picture into a file, in the format that the path's ending asks
// for: .png, .svg or .pdf. The folder must exist. A file that was there is
// replaced only by a complete new one; on an error it stays as it was, and
// nothing is left beside it.
func (p Picture) Save(path string) error { return save(path, p.encode) }

func save(path string, encode func(format string) ([]byte, error)) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	data, err := encode(format)
	if err != nil {
		return err
	}
	if err := replaceFile(path, data); err != nil {
		return saveError(path, err)
	}
	return nil
}

// replaceFile writes a temporary file in the same folder and gives it the name
// of the old one, which is a single step.
func replaceFile(path string, data []byte) (err error) {
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // the first error is the one to tell
		}
	}()
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// createBeside creates a hidden file next to path. Unlike os.CreateTemp it
// leaves the permissions to the umask, as for any file a user makes.
func createBeside(path string) (*os.File, error) {
	const attempts = 100
	dir, _ := filepath.Split(path)
	for i := 0; ; i++ {
		name := fmt.Sprintf("%s.plot-%d-%d.tmp", dir, os.Getpid(), i)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil || !errors.Is(err, fs.ErrExist) || i == attempts {
			return f, err
		}
	}
}

// saveError says what stands in the way, in words about the path the user gave
// instead of the temporary one.
func saveError(path string, err error) error {
	dir := filepath.Dir(path)
	if info, statErr := os.Stat(dir); errors.Is(statErr, fs.ErrNotExist) {
		return fmt.Errorf("plots: cannot save %s: folder %s does not exist; an existing, writable folder is needed: %w", path, dir, fs.ErrNotExist)
	} else if statErr == nil && !info.IsDir() {
		return fmt.Errorf("plots: cannot save %s: %s is not a folder; an existing, writable folder is needed", path, dir)
	}
	if info, statErr := os.Stat(path); statErr == nil && info.IsDir() {
		return fmt.Errorf("plots: cannot save %s: it is a folder; the name of a file is needed", path)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("plots: cannot save %s: folder %s is not writable; an existing, writable folder is needed: %w", path, dir, fs.ErrPermission)
	}
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Errorf("plots: cannot save %s: %w", path, err)
}
