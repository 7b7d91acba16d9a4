//go:build !unix

package skill

import (
	"io/fs"
	"os"
)

// A handle is a file open for reading.
type handle struct{ *os.File }

// openFile opens path for reading and reports whether its last part is a link.
func openFile(path string) (h handle, linked bool, err error) {
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
