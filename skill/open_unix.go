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

// A base is a folder that paths begin at. From an open folder on the system has fewer
// names to look up than from the root. The zero base has no folder.
type base struct {
	dir  string
	fd   int
	open bool
}

// openBase opens a folder for that; where it can't be opened, whole paths do as well.
func openBase(dir string) base {
	fd, err := unlessInterrupted(func() (int, error) {
		return unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	return base{dir, fd, err == nil}
}

func (b base) close() {
	if b.open {
		_ = unix.Close(b.fd)
	}
}

// at gives what the system calls take for a path below the base.
func (b base) at(rel string) (fd int, path string) {
	if b.open {
		return b.fd, rel
	}
	return unix.AT_FDCWD, b.path(rel)
}

// exists is the function of that name for a path below the base.
func (b base) exists(rel string) bool {
	fd, path := b.at(rel)
	var s unix.Stat_t
	_, err := unlessInterrupted(func() (int, error) { return 0, unix.Fstatat(fd, path, &s, unix.AT_SYMLINK_NOFOLLOW) })
	return err == nil
}

// openFile opens a file for reading without ever waiting for a writer, as opening
// a named pipe would. It reports whether the last part of its path is a link: trying
// without following costs nothing where there is none, and a stat per file where
// there are thousands would double the cost of a scan.
func (b base) openFile(rel string) (h handle, linked bool, err error) {
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC
	h, err = b.openWith(rel, flags|unix.O_NOFOLLOW)
	// Some BSDs say EMLINK for what the others call ELOOP.
	if !errors.Is(err, unix.ELOOP) && !errors.Is(err, unix.EMLINK) {
		return h, false, err
	}
	// A link may lead to a device, and opening some devices does something.
	info, err := os.Stat(b.path(rel))
	if err == nil {
		err = statusOf(info).usable()
	}
	if err != nil {
		return 0, true, err
	}
	h, err = b.openWith(rel, flags)
	return h, true, err
}

func (b base) openWith(rel string, flags int) (handle, error) {
	at, path := b.at(rel)
	fd, err := unlessInterrupted(func() (int, error) { return unix.Openat(at, path, flags, 0) })
	if err != nil {
		return 0, &fs.PathError{Op: "open", Path: b.path(rel), Err: err}
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
