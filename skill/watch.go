package skill

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Whether to be told by the system or to ask again and again was decided by counting,
// with strace on idle browsers over generated libraries, the calls of one look (745
// and 7,180) and of a minute of being told with one look in it. The rest is reckoned
// from these; the parts of a scan are benchmarks on a machine busy with other things.
//
//	                              1,000 skills   10,000 skills
//	calls a minute when asking          44,700         215,400
//	calls a minute when told               950           7,400
//	asking once, part of a scan           0.08            0.09
//	getting told, part of a scan          0.3             0.1
//
// So Linux tells, through inotify, and what it tells only rings a bell: what has
// changed is found by asking all places once, which forgets nothing, whoever rang.
// Everywhere else knack asks every second or two. kqueue would keep every single
// file open, Windows a buffer for every folder; and on network file systems, or when
// the user has no watches left, Linux doesn't tell either.
const (
	// quiet is how long nothing may have changed before it is read: a file that is
	// being written must not be shown half.
	quiet = 300 * time.Millisecond
	// mostRests bounds how often that starts anew: something that never rests must
	// not hold up everything else for more than about two seconds.
	mostRests = 7
	// manyPlaces are asked every two seconds instead of every one.
	manyPlaces = 5000
	// atLeast is how often all places are asked although the bell has not rung: it
	// doesn't hear of a folder far above that got another name, nor of a link in the
	// middle of others.
	atLeast = time.Minute
)

// Watch returns when something is no longer as the scan found it, and has come to
// rest. The error is that of ctx.
func Watch(ctx context.Context, t Trail) error {
	w := newWatch(t)
	bell, err := newBell(w.trail)
	if err != nil {
		return w.run(ctx) // nobody tells: ask
	}
	defer bell.close()
	w.next = bell.next
	return w.run(ctx)
}

// A watch compares a trail with the disk, again and again.
type watch struct {
	trail Trail
	// next waits until it is worth looking again, rest until what was seen to change
	// may have come to rest.
	next, rest func(context.Context) error
}

func newWatch(t Trail) *watch {
	// Each look takes over what it finds, and the trail belongs to somebody else.
	w := &watch{trail: slices.Clone(t).withMissing(), rest: sleep(quiet), next: sleep(time.Second)}
	if len(w.trail) > manyPlaces {
		w.next = sleep(2 * time.Second)
	}
	return w
}

func (w *watch) run(ctx context.Context) error {
	for !w.differs() {
		if err := w.next(ctx); err != nil {
			return err
		}
	}
	for range mostRests {
		if err := w.rest(ctx); err != nil {
			return err
		}
		if !w.differs() {
			break
		}
	}
	return nil
}

// differs looks at all places and tells whether one differs from the last look.
func (w *watch) differs() bool {
	any := false
	var folders []string
	for i := range w.trail {
		t := &w.trail[i]
		if !t.differs() {
			continue
		}
		any = true
		if t.what == whole && t.stamp.isFolder() {
			folders = append(folders, t.path)
		}
	}
	w.lookInto(folders)
	return any
}

// lookInto takes along what has come into a folder: it may still be written while
// the folder itself is at rest.
func (w *watch) lookInto(folders []string) {
	if len(folders) == 0 {
		return
	}
	known := make(map[string]bool, len(w.trail))
	for i := range w.trail {
		known[w.trail[i].path] = true
	}
	for _, dir := range folders {
		entries, _ := os.ReadDir(dir) // what can't be listed is for the scan to tell
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			for _, p := range []string{path, filepath.Join(path, "SKILL.md")} {
				if !known[p] {
					w.trail = append(w.trail, traceOf(p, whole))
				}
			}
		}
	}
}

func sleep(d time.Duration) func(context.Context) error {
	return func(ctx context.Context) error {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
			return nil
		}
	}
}
