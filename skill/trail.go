package skill

import (
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
)

// A Trail is where a scan has looked, and how it found what is there as far as the
// file system tells without opening it. It holds missing places as well: what isn't
// there may come.
type Trail []trace

// A trace is one place of a trail. The stamp was taken before the place was read,
// or from the very file that was: whatever changes afterwards differs from it.
type trace struct {
	path  string
	what  regard
	stamp stamp
	names uint64 // for folderNames
}

// regard says what of a place counts. Of a file everything does.
type regard uint8

const (
	// whole: everything, of a folder which entries it has.
	whole regard = iota
	// folderNames: which folders are in it. Files come and go there all the time.
	folderNames
	// presence: that it is there.
	presence
)

// A stamp differs between any two states of a file that a program can tell apart by
// asking for it. The zero value is a place where nothing is, or where nobody may look.
//
// It has no inode number: some network file systems give a file another one each
// time they are asked.
type stamp struct {
	mode              uint32
	size              int64
	modified, changed int64 // nanoseconds
}

// traceOf looks at a place.
func traceOf(path string, what regard) trace {
	return trace{path: path, what: what, stamp: stampOf(path).as(what)}
}

// as leaves of a folder's stamp what counts.
func (s stamp) as(what regard) stamp {
	if what == presence && s.isFolder() {
		return stamp{mode: s.mode}
	}
	return s
}

// followed is the trace of a file that was read, and that of the file behind it
// where a link leads to it.
func followed(k *Skill, s stamp) Trail {
	t := Trail{{path: k.Path, stamp: s}}
	if k.linked && k.RealPath != k.Path {
		t = append(t, trace{path: k.RealPath, stamp: s})
	}
	return t
}

// differs looks at the place again, takes over what it finds and tells whether that
// is something else.
func (t *trace) differs() bool {
	now := stampOf(t.path).as(t.what)
	if now == t.stamp {
		return false
	}
	both := now.isFolder() && t.stamp.isFolder()
	t.stamp = now
	if t.what != folderNames || !both {
		return true
	}
	found, err := os.ReadDir(t.path)
	names := namesOf(found)
	same := err == nil && names == t.names
	t.names = names
	return !same
}

// seed is that of every sum of this run.
var seed = maphash.MakeSeed()

// namesOf gives a sum of the names of folders, and of the file that says which of
// them to ignore. The names come in alphabetical order.
func namesOf(found []fs.DirEntry) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, e := range found {
		if e.IsDir() || e.Name() == gitIgnore {
			h.WriteString(e.Name())
			h.WriteByte(0)
		}
	}
	return h.Sum64()
}

// withMissing adds the missing folders above missing places: they come first.
func (t Trail) withMissing() Trail {
	known := make(map[string]bool, len(t))
	for i := range t {
		known[t[i].path] = true
	}
	for i := 0; i < len(t); i++ {
		if t[i].stamp != (stamp{}) {
			continue
		}
		above := filepath.Dir(t[i].path)
		if known[above] {
			continue
		}
		if a := traceOf(above, presence); a.stamp == (stamp{}) {
			known[above] = true
			t = append(t, a)
		}
	}
	return t
}
