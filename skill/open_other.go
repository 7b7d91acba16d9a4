//go:build !unix

package skill

import (
	"io/fs"
	"os"
)

// A handle is a file open for reading.
type handle struct{ *os.File }

// A base is a folder that paths begin at. The zero base has no folder.
type base struct{ dir string }

func openBase(dir string) base { return base{dir} }

func (base) close() {}

// exists is the function of that name for a path below the base.
func (b base) exists(rel string) bool {
	_, err := os.Lstat(b.path(rel))
	return err == nil
}

// openFile opens a file for reading and reports whether the last part of its path is a
// link.
func (b base) openFile(rel string) (h handle, linked bool, err error) {
	path := b.path(rel)
	info, err := os.Lstat(path)
	if err != nil {
		return handle{}, false, err
	}
	f, err := os.Open(path)
	return handle{f}, info.Mode()&fs.ModeSymlink != 0, err
}

func (h handle) status() (status, error) {
	info, err := h.Stat()
	if err != nil {
		return status{}, err
	}
	s := statusOf(info)
	s.stamp = stampFrom(info)
	return s, nil
}
