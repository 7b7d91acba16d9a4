package skill

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"knack/bundled"
)

// maxFile is the size in bytes over which a file is not read.
const maxFile = 1 << 20

// bundledPrefix starts the path of a skill that ships with knack.
const bundledPrefix = "bundled:"

// A file is what reading one SKILL.md or command file gave.
type file struct {
	data     []byte // only valid until release
	modified time.Time
	stamp    stamp
	linked   bool
	release  func()
}

// buffers are reused between files: a scan reads thousands and keeps none.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// readFile reads a regular file, whole, up to maxFile. It never blocks on a pipe
// or device. A file that is there but can't be used gives an *unusable error; one
// that isn't gives fs.ErrNotExist. Of a file with an error only linked is set.
func readFile(path string) (file, error) { return base{}.readFile(path) }

// readFile is the function of that name for a path below the base.
func (b base) readFile(rel string) (file, error) {
	f, linked, err := b.openFile(rel)
	if err != nil {
		return file{linked: linked}, whyNotOpened(b.path(rel), err)
	}
	defer f.Close()
	status, err := f.status()
	if err == nil {
		err = status.usable()
	}
	if err != nil {
		return file{linked: linked}, err
	}
	buffer := buffers.Get().(*bytes.Buffer)
	buffer.Reset()
	buffer.Grow(int(status.size) + bytes.MinRead)
	// Whoever knows the size needn't ask for the end. Some file systems give the size 0
	// for every file; one byte more than the limit then shows what is too big.
	n, err := buffer.ReadFrom(io.LimitReader(f, cmp.Or(status.size, maxFile+1)))
	if err == nil && n > maxFile {
		err = tooBig(n)
	}
	if err != nil {
		buffers.Put(buffer)
		return file{linked: linked}, err
	}
	return file{data: buffer.Bytes(), modified: status.modified, stamp: status.stamp, linked: linked, release: func() { buffers.Put(buffer) }}, nil
}

// exists tells a link to nothing from what isn't there.
func exists(path string) bool { return base{}.exists(path) }

// path is the whole path to what lies below the base.
func (b base) path(rel string) string {
	if b.dir == "" {
		return rel
	}
	return filepath.Join(b.dir, rel)
}

// whyNotOpened looks for the reason behind the system's error: what it says of a
// socket, for one, differs from system to system and helps nobody.
func whyNotOpened(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if info, statErr := os.Stat(path); statErr == nil {
		return cmp.Or(statusOf(info).usable(), err)
	}
	return err
}

// readBundled reads a file that ships with knack, by its path without prefix.
func readBundled(name string) (file, error) {
	data, err := fs.ReadFile(bundled.FS, name)
	return file{data: data, release: func() {}}, err
}

// readAny reads a file by the Path of a Skill.
func readAny(path string) (file, error) {
	if name, ok := strings.CutPrefix(path, bundledPrefix); ok {
		return readBundled(name)
	}
	return readFile(path)
}

// unusable is the error for a file that exists and will not be read.
type unusable struct{ code, message, hint string }

func (u *unusable) Error() string { return u.message }

// status is what decides whether a file is read.
type status struct {
	kind     fs.FileMode // type bits only
	size     int64
	modified time.Time
	stamp    stamp // of an open file
}

func statusOf(info fs.FileInfo) status {
	return status{kind: info.Mode().Type(), size: info.Size(), modified: info.ModTime()}
}

// usable is nil for a file that can be read.
func (s status) usable() error {
	switch {
	case s.kind.IsRegular():
	case s.kind.IsDir():
		return &unusable{"not-a-file", "is a folder, not a file", "replace it by a text file"}
	case s.kind&fs.ModeNamedPipe != 0:
		return &unusable{"not-a-file", "is a named pipe, not a file; not opened", "replace it by a text file"}
	default:
		return &unusable{"not-a-file", "is a device or socket, not a file; not read", "replace it by a text file"}
	}
	if s.size > maxFile {
		return tooBig(s.size)
	}
	return nil
}

func tooBig(size int64) error {
	return &unusable{"too-big",
		fmt.Sprintf("is %d bytes, over the limit of 1 MiB; not loaded", size),
		"move reference material into files beside it"}
}

// fileProblem puts the error of reading a file into words.
func fileProblem(path string, err error) Problem {
	var u *unusable
	switch {
	case errors.As(err, &u):
		return Problem{Code: u.code, Severity: Error, Message: u.message, Hint: u.hint}
	case errors.Is(err, fs.ErrPermission):
		return Problem{Code: "denied", Severity: Error, Message: "cannot be read: permission denied", Hint: "check its rights and those of its folder"}
	case isLinkLoop(err):
		return Problem{Code: "link-loop", Severity: Error, Message: "is a link that leads back to itself", Hint: "remove the link"}
	case errors.Is(err, fs.ErrNotExist) && exists(path):
		return Problem{Code: "broken-link", Severity: Error, Message: "is a link to nothing", Hint: "remove the link or restore what it points to"}
	case errors.Is(err, fs.ErrNotExist):
		return Problem{Code: "gone", Severity: Error, Message: "does not exist"}
	case isNotDir(err):
		return Problem{Code: "not-a-directory", Severity: Error, Message: "cannot be there: what should be the folder above it is a file"}
	default:
		return Problem{Code: "unreadable", Severity: Error, Message: "cannot be read: " + cause(err)}
	}
}

// entryProblem is fileProblem for an entry of a root that is no skill.
func entryProblem(path string, err error) Problem {
	p := fileProblem(path, err)
	p.Path, p.Severity = path, Warning
	return p
}

// cause is the system's own words, without the operation and path that
// fs.PathError puts before them.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
