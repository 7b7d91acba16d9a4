package skill

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Limits of a walk through folders of any depth.
const (
	maxDepth   = 8
	maxEntries = 50_000
)

// scanCommands reads every .md file below the root. Linked folders are entered,
// but none that was entered before.
func (s *scanner) scanCommands() {
	w := walk{scanner: s, left: maxEntries, entered: map[string]bool{}}
	w.folder("", s.root.RealDir, 0, false)
	for part := range slices.Chunk(w.files, chunk) {
		if s.ctx.Err() != nil {
			return
		}
		found := make([]*Skill, len(part))
		each(len(part), func(i int) { found[i] = s.commandFile(part[i]) })
		s.send(present(found))
	}
}

type walk struct {
	*scanner
	left    int             // how many more entries may be looked at
	entered map[string]bool // by real path
	files   []commandEntry
}

type commandEntry struct {
	rel    string // with the system's separators
	linked bool   // reached through a link
}

// folder collects the command files of the folder rel and of those below it.
func (w *walk) folder(rel, real string, depth int, linked bool) {
	w.entered[real] = true
	dir := filepath.Join(w.root.Dir, rel)
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil && depth == 0:
		w.fail(err)
	case err != nil:
		w.problem(entryProblem(dir, err))
	}
	for _, e := range entries {
		if w.left == 0 {
			w.stop(w.root.Dir, "holds more than "+strconv.Itoa(maxEntries)+" entries; the rest is not looked at")
		}
		if w.left--; w.left < 0 || w.ctx.Err() != nil {
			return
		}
		w.entry(filepath.Join(rel, e.Name()), filepath.Join(real, e.Name()), e.Type(), depth, linked)
	}
}

func (w *walk) entry(rel, real string, kind fs.FileMode, depth int, linked bool) {
	path := filepath.Join(w.root.Dir, rel)
	isLink := kind&fs.ModeSymlink != 0
	if isLink {
		info, err := os.Stat(path)
		if err == nil {
			real, err = filepath.EvalSymlinks(path)
		}
		if err != nil {
			w.problem(entryProblem(path, err))
			return
		}
		kind, linked = info.Mode().Type(), true
	}
	switch {
	case !kind.IsDir():
		w.file(rel, linked)
	case isLink && w.entered[real]:
		w.problem(Problem{Code: "link-loop", Severity: Note, Path: path, Message: "is a link to a folder that is looked at already; skipped"})
	case depth == maxDepth:
		w.stop(path, "lies more than "+strconv.Itoa(maxDepth)+" folders deep; not looked at")
	default:
		w.folder(rel, real, depth+1, linked)
	}
}

func (w *walk) file(rel string, linked bool) {
	switch ext := filepath.Ext(rel); {
	case ext == ".md":
		w.files = append(w.files, commandEntry{rel, linked})
	case strings.EqualFold(ext, ".md"):
		w.problem(Problem{Code: "file-name", Severity: Warning, Path: filepath.Join(w.root.Dir, rel),
			Message: "ends in " + ext + "; the file of a command must end in .md", Hint: "rename it"})
	}
}

func (w *walk) stop(path, why string) {
	w.root.Outcome = Partial
	w.problem(Problem{Code: "limit", Severity: Warning, Path: path, Message: why})
}

// commandFile reads one command.
func (s *scanner) commandFile(e commandEntry) *Skill {
	rel := filepath.ToSlash(e.rel)
	k := s.newSkill(s.commandID(rel), rel)
	f, err := readFile(k.Path)
	switch {
	case err == nil:
		k.fill(f)
	case errors.Is(err, fs.ErrNotExist):
		return nil // removed since the folder was listed
	default:
		k.breakBy(fileProblem(k.Path, err))
	}
	k.resolve(e.linked || f.linked)
	// The host ignores both keys in a command file.
	k.Name, k.Paths = "", nil
	return &k
}

// commandID turns a path below the root into the name the command is called by.
func (s *scanner) commandID(rel string) string {
	stem := strings.TrimSuffix(rel, ".md")
	if s.host.CommandIDs == "name" {
		return stem[strings.LastIndexByte(stem, '/')+1:]
	}
	return strings.ReplaceAll(stem, "/", ":")
}
