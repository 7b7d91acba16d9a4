package skill

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"knack/skill/parallel"
)

// Limits of a walk through folders of any depth.
const (
	maxDepth   = 8
	maxEntries = 50_000
)

// walked tells whether skills may lie where one look into every folder of the root
// doesn't find them, or finds too many.
func (r *Root) walked() bool {
	return r.Layout == SkillFolders && (r.Depth > 1 || r.RootSkill || r.Links == FolderLinks || r.Links == NoLinks)
}

// scanWalk reads every file below the root that is a command, or a skill, as the
// layout has it. Linked folders are entered, but none that was entered before.
func (s *scanner) scanWalk() {
	w := walk{scanner: s, left: maxEntries, entered: map[string]bool{}}
	w.folder("", s.root.RealDir, 0, false)
	for part := range slices.Chunk(w.files, chunk) {
		if s.ctx.Err() != nil {
			return
		}
		read := make([]entryRead, len(part))
		parallel.Each(len(part), func(i int) {
			if s.root.Layout == CommandFiles {
				read[i] = s.commandFile(part[i])
			} else {
				read[i] = s.walkedSkill(part[i])
			}
		})
		found := make([]*Skill, 0, len(part))
		for _, r := range read {
			if r.skill != nil {
				found = append(found, r.skill)
			}
			s.trail = append(s.trail, r.trail...)
		}
		s.send(found)
	}
}

type walk struct {
	*scanner
	left    int             // how many more entries may be looked at
	entered map[string]bool // by real path
	files   []walkedFile
}

type walkedFile struct {
	rel    string // with the system's separators
	linked bool   // reached through a link
}

// folder collects the files of the folder rel and of those below it.
func (w *walk) folder(rel, real string, depth int, linked bool) {
	w.entered[real] = true
	dir := filepath.Join(w.root.Dir, rel)
	w.look(dir, whole)
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
	case isLink && !w.follows(kind):
		w.unfollowed(path, kind)
	case !kind.IsDir():
		w.file(rel, depth, linked)
	case w.skips(filepath.Base(rel)):
	case depth == 0 && w.ofSkills() && w.reserved(filepath.Base(rel)):
		w.root.Problems = append(w.root.Problems, w.reservedEntry(filepath.Base(rel))...)
	case isLink && w.entered[real]:
		w.problem(Problem{Code: "link-loop", Severity: Note, Path: path, Message: "is a link to a folder that is looked at already; skipped"})
	case depth == w.deepest():
		w.tooDeep(path)
	default:
		w.folder(rel, real, depth+1, linked)
	}
}

// ofSkills tells whether the walk looks for skills, not for commands.
func (w *walk) ofSkills() bool { return w.root.Layout == SkillFolders }

// deepest is how many folders down the walk goes.
func (w *walk) deepest() int {
	if w.ofSkills() {
		return max(w.root.Depth, 1)
	}
	return maxDepth
}

// follows tells whether a link to something of that kind is followed.
func (w *walk) follows(kind fs.FileMode) bool {
	return w.root.Links != NoLinks && (w.root.Links != FolderLinks || kind.IsDir())
}

// unfollowed says that a skill isn't loaded because a link leads to it.
func (w *walk) unfollowed(path string, kind fs.FileMode) {
	if kind.IsDir() && exists(filepath.Join(path, "SKILL.md")) || filepath.Base(path) == "SKILL.md" {
		w.problem(Problem{Code: "link-unfollowed", Severity: Warning, Path: path,
			Message: "is a link, and " + w.host.Title + " doesn't follow it", Hint: "put the folder itself in its place"})
	}
}

// skips tells whether the host doesn't look into a folder of that name.
func (w *walk) skips(name string) bool {
	return w.ofSkills() && slices.ContainsFunc(w.host.Skip, func(pattern string) bool {
		fits, err := path.Match(pattern, name)
		return err == nil && fits
	})
}

// tooDeep says that a folder lies below all that is looked at. Of a skill's own
// folders it says so only where they hold a skill.
func (w *walk) tooDeep(path string) {
	if !w.ofSkills() {
		w.stop(path, "lies more than "+strconv.Itoa(maxDepth)+" folders deep; not looked at")
	} else if exists(filepath.Join(path, "SKILL.md")) {
		w.problem(Problem{Code: "too-deep", Severity: Warning, Path: path,
			Message: "holds a SKILL.md more than " + Counted(w.deepest(), "folder") + " deep; not loaded", Hint: "move it up"})
	}
}

// file collects a file, or says what it comes close to.
func (w *walk) file(rel string, depth int, linked bool) {
	name := filepath.Base(rel)
	file := walkedFile{rel, linked}
	at := filepath.Join(w.root.Dir, rel)
	switch ext := filepath.Ext(rel); {
	case !w.ofSkills() && ext == ".md", w.ofSkills() && name == "SKILL.md" && (depth > 0 || w.root.RootSkill):
		w.files = append(w.files, file)
	case !w.ofSkills() && strings.EqualFold(ext, ".md"):
		w.problem(Problem{Code: "file-name", Severity: Warning, Path: at,
			Message: "ends in " + ext + "; the file of a command must end in .md", Hint: "rename it"})
	case !w.ofSkills():
	case depth == 0:
		w.root.Problems = append(w.root.Problems, flatFile(w.root.Dir, name)...)
	case strings.EqualFold(name, "SKILL.md"):
		w.problem(Problem{Code: "file-name", Severity: Warning, Path: at,
			Message: "the file of a skill must be called SKILL.md", Hint: "rename it to SKILL.md"})
	}
}

func (w *walk) stop(path, why string) {
	w.root.Outcome = Partial
	w.problem(Problem{Code: "limit", Severity: Warning, Path: path, Message: why})
}

// walkedSkill reads one SKILL.md, which is called after the folder it lies in.
func (s *scanner) walkedSkill(e walkedFile) entryRead {
	rel := filepath.ToSlash(e.rel)
	return s.walkedFile(filepath.Base(filepath.Join(s.root.Dir, path.Dir(rel))), e)
}

// walkedFile reads one file that a walk found. It gives no skill for one that was
// removed since its folder was listed.
func (s *scanner) walkedFile(id string, e walkedFile) entryRead {
	k := s.newSkill(id, filepath.ToSlash(e.rel))
	f, err := readFile(k.Path)
	switch {
	case err == nil:
		k.fill(f, s.host)
	case errors.Is(err, fs.ErrNotExist):
		return entryRead{trail: Trail{{path: k.Path}}}
	default:
		f.stamp = stampOf(k.Path)
		k.breakBy(fileProblem(k.Path, err))
	}
	k.resolve(e.linked || f.linked)
	return entryRead{skill: k, trail: followed(k, f.stamp)}
}
