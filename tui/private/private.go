// Package private writes the files knack keeps for itself: what was remembered,
// copied, or written down about a crash. Which files, where and how many is for
// others to say.
package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces the file at path, which has to be absolute, in one step: nobody
// else can read it, a link in its place is not followed, and a crash leaves the old
// file or the new one. Missing directories are made, for the owner alone.
func Write(path string, data []byte) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("no directory to save in: %q is not absolute", filepath.Dir(path))
	}
	dir, name := filepath.Split(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "."+name+"-*") // created 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		if gone := os.Remove(f.Name()); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
