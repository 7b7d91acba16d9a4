//go:build unix

package skill

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A handle is a file open for reading. An os.File would ask the system for every
// one to tell when it can be read, which a regular file always can, and would have
// the garbage collector watch it.
type handle int

// openFile opens path for reading without ever waiting for a writer, as opening
// a named pipe would. It reports whether the last part of path is a link: trying
// without following costs nothing where there is none, and a stat per file where
// there are thousands would double the cost of a scan.
func openFile(path string) (h handle, linked bool, err error) {
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC
	h, err = open(path, flags|unix.O_NOFOLLOW)
	// Some BSDs say EMLINK for what the others call ELOOP.
	if !errors.Is(err, unix.ELOOP) && !errors.Is(err, unix.EMLINK) {
		return h, false, err
	}
	// A link may lead to a device, and opening some devices does something.
	info, err := os.Stat(path)
	if err == nil {
		err = statusOf(info).usable()
	}
	if err != nil {
		return 0, true, err
	}
	h, err = open(path, flags)
	return h, true, err
}

func open(path string, flags int) (handle, error) {
	fd, err := unlessInterrupted(func() (int, error) { return unix.Open(path, flags, 0) })
	if err != nil {
		return 0, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return handle(fd), nil
}

func (h handle) status() (status, error) {
	var s unix.Stat_t
	if _, err := unlessInterrupted(func() (int, error) { return 0, unix.Fstat(int(h), &s) }); err != nil {
		return status{}, err
	}
	kind := fs.ModeIrregular
	switch s.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		kind = 0
	case unix.S_IFDIR:
		kind = fs.ModeDir
	case unix.S_IFIFO:
		kind = fs.ModeNamedPipe
	}
	return status{kind: kind, size: s.Size, modified: time.Unix(s.Mtim.Unix()), stamp: stampFrom(&s)}, nil
}

func (h handle) Read(p []byte) (int, error) {
	n, err := unlessInterrupted(func() (int, error) { return unix.Read(int(h), p) })
	if n == 0 && err == nil && len(p) > 0 {
		err = io.EOF
	}
	return max(n, 0), err
}

// Close has no error worth knowing: nothing was written.
func (h handle) Close() { _ = unix.Close(int(h)) }

// unlessInterrupted makes a system call again for as long as signals interrupt it.
func unlessInterrupted(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR {
			return n, err
		}
	}
}
