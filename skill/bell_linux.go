package skill

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// A bell rings when something may have changed at a place of a trail: inotify, on
// the folders the places are in. A watch on a file itself would end with the first
// save that replaces it.
//
// It waits in a thread of its own. Through Go's poller, as os.File and libraries have
// it, the ticks of the browser's renderer would each cost several more system calls:
// 24,000 a minute were counted.
type bell int

const (
	// mostFolders leaves watches for other programs: all of a user share some ten to
	// a hundred thousand.
	mostFolders = 20_000
	// ringing is how long to wait after a ring: changes come in numbers, and asking
	// all places once does for all.
	ringing = 150 * time.Millisecond
	// stir is how often it is looked whether anybody still waits, in milliseconds.
	stir = 250

	// comes is what happens to the entries of a folder, written to files as well.
	comes   = unix.IN_CREATE | unix.IN_DELETE | unix.IN_MOVE | unix.IN_ATTRIB | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF
	written = comes | unix.IN_MODIFY
)

// tells are the file systems on which the system knows of every change. The others,
// most of all those over a network, change without it.
var tells = []int64{
	unix.EXT4_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.F2FS_SUPER_MAGIC,
	unix.OVERLAYFS_SUPER_MAGIC, unix.ECRYPTFS_SUPER_MAGIC, unix.MSDOS_SUPER_MAGIC, unix.RAMFS_MAGIC,
	0x2fc12fc1, // ZFS
	0xca451a4e, // bcachefs
}

// newBell fails where not every folder can be watched: then somebody has to ask.
func newBell(t Trail) (bell, error) {
	folders := make(map[string]uint32, len(t))
	for i := range t {
		above, mask := filepath.Dir(t[i].path), uint32(comes)
		switch {
		case !t[i].stamp.isFolder() && t[i].stamp != (stamp{}):
			mask = written
		case t[i].stamp.isFolder() && t[i].what != presence:
			folders[t[i].path] |= comes
		}
		folders[above] |= mask
	}
	if len(folders) > mostFolders {
		return 0, fmt.Errorf("watching %d folders: more than %d", len(folders), mostFolders)
	}
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return 0, fmt.Errorf("watching: %w", err)
	}
	b := bell(fd)
	for dir, mask := range folders {
		if err := b.hear(dir, mask); err != nil {
			b.close()
			return 0, fmt.Errorf("watching %s: %w", dir, err)
		}
	}
	return b, nil
}

// hear listens to a folder. One that isn't there or may not be read has a trace of
// its own, in the folder above.
func (b bell) hear(dir string, mask uint32) error {
	var s unix.Statfs_t
	if _, err := unlessInterrupted(func() (int, error) { return 0, unix.Statfs(dir, &s) }); err == nil && !slices.Contains(tells, int64(s.Type)) {
		return errors.ErrUnsupported
	}
	// Two paths may lead to one folder: then both masks count.
	_, err := unix.InotifyAddWatch(int(b), dir, mask|unix.IN_MASK_ADD|unix.IN_ONLYDIR)
	if isNotThere(err) || isLinkLoop(err) || errors.Is(err, unix.EACCES) {
		return nil
	}
	return err
}

// next waits for the bell, and for what rings along.
func (b bell) next(ctx context.Context) error {
	for end := time.Now().Add(atLeast); time.Now().Before(end); {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n, err := unix.Poll([]unix.PollFd{{Fd: int32(b), Events: unix.POLLIN}}, stir); n > 0 && err == nil {
			err := sleep(ringing)(ctx)
			b.hush()
			return err
		}
	}
	return nil
}

// hush takes away what has rung. What it was the next look tells.
func (b bell) hush() {
	var buffer [16 << 10]byte
	for {
		n, err := unlessInterrupted(func() (int, error) { return unix.Read(int(b), buffer[:]) })
		if n <= 0 || err != nil {
			return
		}
	}
}

// close has no error worth knowing: nothing was written.
func (b bell) close() { _ = unix.Close(int(b)) }
