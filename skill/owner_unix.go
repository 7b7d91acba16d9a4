//go:build unix

package skill

import (
	"io/fs"
	"syscall"
)

// anotherOwner tells whether a file belongs to somebody else than another one does,
// and not to root.
func anotherOwner(own, other fs.FileInfo) bool {
	a, okA := own.Sys().(*syscall.Stat_t)
	b, okB := other.Sys().(*syscall.Stat_t)
	return okA && okB && a.Uid != b.Uid && b.Uid != 0
}
