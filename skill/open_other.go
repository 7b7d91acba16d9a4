//go:build !unix

package skill

import (
	"io/fs"
	"os"
)

// openFile opens path for reading and reports whether its last part is a link.
func openFile(path string) (f *os.File, linked bool, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, false, err
	}
	f, err = os.Open(path)
	return f, info.Mode()&fs.ModeSymlink != 0, err
}
