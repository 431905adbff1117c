package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// What a command writes in the end is tried before its work, so that a slip in a path
// does not cost the work.

// tryFile reports a file that could not be written; flag is what named it.
func tryFile(flag, path string) error {
	err := tryFolder(filepath.Dir(path))
	if info, statErr := os.Stat(path); statErr == nil && info.IsDir() {
		err = errors.New("it is a folder")
	} else if statErr == nil && !info.Mode().IsRegular() {
		return nil // such as /dev/stdout
	}
	if err != nil {
		return environmentError{fmt.Errorf("%s: %s cannot be written: %w; accepted is a file in an existing, writable folder", flag, path, err)}
	}
	return nil
}

// tryFolderToMake reports a folder that could neither be written to nor made.
func tryFolderToMake(flag, path string) error {
	var missing []string // the innermost first
	for p := filepath.Clean(path); ; p = filepath.Dir(p) {
		if _, err := os.Stat(p); !errors.Is(err, os.ErrNotExist) {
			break
		}
		missing = append(missing, p)
	}
	err := cause(os.MkdirAll(path, 0o755))
	if err == nil {
		err = tryFolder(path)
	}
	for _, p := range missing {
		_ = os.Remove(p) // until there is something to keep in it
	}
	if err != nil {
		return environmentError{fmt.Errorf("%s: %s cannot be written to: %w; accepted is a folder that can be, or be made", flag, path, err)}
	}
	return nil
}

// tryFolder makes a file in a folder, and removes it.
func tryFolder(path string) error {
	f, err := os.CreateTemp(path, ".simulate-*.tmp")
	if err != nil {
		return cause(err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// cause leaves out what an error says of the file besides the reason.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
