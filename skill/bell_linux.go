package skill

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// A bell rings when something may have changed at a place of a trail: inotify, on
// the folders the places are in. A watch on a file itself would end with the first
// save that replaces it.
type bell struct {
	watcher *fsnotify.Watcher
	// places are those that ring; true where entries that come and go ring too.
	places map[string]bool
}

const (
	// mostFolders leaves watches for other programs: all of a user share some ten to
	// a hundred thousand.
	mostFolders = 20_000
	// ringing is how long a bell is listened to after the first ring: changes come in
	// numbers, and asking all places once does for all.
	ringing = 150 * time.Millisecond
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
func newBell(t Trail) (*bell, error) {
	b := &bell{places: make(map[string]bool, len(t))}
	folders := make(map[string]bool, len(t))
	for i := range t {
		whole := t[i].what != presence && t[i].stamp.isFolder()
		b.places[t[i].path] = b.places[t[i].path] || whole
		folders[filepath.Dir(t[i].path)] = true
		if whole {
			folders[t[i].path] = true
		}
	}
	if len(folders) > mostFolders {
		return nil, fmt.Errorf("watching %d folders: more than %d", len(folders), mostFolders)
	}
	var err error
	if b.watcher, err = fsnotify.NewWatcher(); err != nil {
		return nil, err
	}
	for dir := range folders {
		if err := b.hear(dir); err != nil {
			b.close()
			return nil, fmt.Errorf("watching %s: %w", dir, err)
		}
	}
	return b, nil
}

// hear listens to a folder. One that isn't there or may not be read has a trace of
// its own, in the folder above.
func (b *bell) hear(dir string) error {
	var s unix.Statfs_t
	if _, err := unlessInterrupted(func() (int, error) { return 0, unix.Statfs(dir, &s) }); err == nil && !slices.Contains(tells, int64(s.Type)) {
		return errors.ErrUnsupported
	}
	err := b.watcher.Add(dir)
	if isNotThere(err) || isLinkLoop(err) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// next waits for the bell, and listens on for a moment.
func (b *bell) next(ctx context.Context) error {
	t := time.NewTimer(atLeast)
	defer t.Stop()
	rung := false
	for {
		ring := false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			return nil
		case e := <-b.watcher.Events:
			ring = b.rings(e)
		case <-b.watcher.Errors:
			ring = true // there was too much to tell
		}
		if ring && !rung {
			rung = true
			t.Reset(ringing)
		}
	}
}

// rings tells whether an event may be about a place.
func (b *bell) rings(e fsnotify.Event) bool {
	if _, known := b.places[e.Name]; known {
		return true
	}
	return b.places[filepath.Dir(e.Name)] && e.Op&(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) != 0
}

// close has no error worth knowing: nothing was written.
func (b *bell) close() { _ = b.watcher.Close() }
