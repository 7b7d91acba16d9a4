//go:build unix

package skill

import "golang.org/x/sys/unix"

// stampOf asks for a place, behind links.
func stampOf(path string) stamp {
	var s unix.Stat_t
	if _, err := unlessInterrupted(func() (int, error) { return 0, unix.Stat(path, &s) }); err != nil {
		return stamp{}
	}
	return stampFrom(&s)
}

// stampFrom leaves out what changes by itself: of a device, everything but that it
// is there.
func stampFrom(s *unix.Stat_t) stamp {
	switch s.Mode & unix.S_IFMT {
	case unix.S_IFREG, unix.S_IFDIR:
		return stamp{uint32(s.Mode), s.Size, s.Mtim.Nano(), s.Ctim.Nano()}
	}
	return stamp{mode: uint32(s.Mode)}
}

func (s stamp) isFolder() bool { return s.mode&unix.S_IFMT == unix.S_IFDIR }
