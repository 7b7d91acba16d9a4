//go:build !unix

package skill

import (
	"io/fs"
	"os"
)

// stampOf asks for a place, behind links.
func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stampFrom(info)
}

// something keeps the stamp of a file without any rights from being that of nothing.
const something = 1 << 20

func stampFrom(info fs.FileInfo) stamp {
	s := stamp{mode: uint32(info.Mode()) | something}
	if info.Mode().IsRegular() || info.IsDir() {
		s.size, s.modified = info.Size(), info.ModTime().UnixNano()
	}
	return s
}

func (s stamp) isFolder() bool { return fs.FileMode(s.mode).IsDir() }
