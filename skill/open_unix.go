//go:build unix

package skill

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// openFile opens path for reading without ever waiting for a writer, as opening
// a named pipe would. It reports whether the last part of path is a link: trying
// without following costs nothing where there is none, and a stat per file where
// there are thousands would double the cost of a scan.
func openFile(path string) (f *os.File, linked bool, err error) {
	const flags = os.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC
	f, err = os.OpenFile(path, flags|unix.O_NOFOLLOW, 0)
	// Some BSDs say EMLINK for what the others call ELOOP.
	if !errors.Is(err, unix.ELOOP) && !errors.Is(err, unix.EMLINK) {
		return f, false, err
	}
	// A link may lead to a device, and opening some devices does something.
	info, err := os.Stat(path)
	if err == nil {
		err = usable(info)
	}
	if err != nil {
		return nil, true, err
	}
	f, err = os.OpenFile(path, flags, 0)
	return f, true, err
}
