package skill

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Near misses are entries of a skills folder that are no skill and look as if
// somebody meant them to be one. Nothing loads them, and nothing else tells why.

// nearMissEntries bounds how much of a folder is looked at for an explanation.
const nearMissEntries = 1000

func isLinkLoop(err error) bool { return errors.Is(err, syscall.ELOOP) }

func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

// isNotThere tells whether an error only says that there is no such file.
func isNotThere(err error) bool { return errors.Is(err, fs.ErrNotExist) || isNotDir(err) }

// flatFile explains a file that lies directly in a skills folder: Markdown, or a
// skill as it was downloaded.
func flatFile(dir, name string) []Problem {
	ext := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	p := Problem{Code: "flat-file", Severity: Warning, Path: filepath.Join(dir, name)}
	switch strings.ToLower(ext) {
	case ".md":
		p.Message = "lies directly in the skills folder; a skill is a folder with a SKILL.md in it"
		p.Hint = "move it to " + filepath.Join(dir, stem, "SKILL.md")
	case ".skill", ".zip":
		p.Message = "is a packed skill; a skill is a folder with a SKILL.md in it"
		p.Hint = "unpack it to " + filepath.Join(dir, stem)
	default:
		return nil
	}
	switch strings.ToLower(stem) {
	case "readme":
		return nil
	case "skill":
		p.Hint = "move it into a folder named like the skill"
	}
	return []Problem{p}
}

// nearMiss explains an entry without a SKILL.md.
func (s *scanner) nearMiss(e fs.DirEntry) []Problem {
	path := filepath.Join(s.root.Dir, e.Name())
	isDir := e.IsDir()
	if e.Type()&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		if err != nil {
			return []Problem{entryProblem(path, err)}
		}
		if isDir = info.IsDir(); !isDir {
			return flatFile(s.root.Dir, e.Name())
		}
		if real, err := filepath.EvalSymlinks(path); err == nil && within(s.root.RealDir, real) {
			return []Problem{{Code: "link-loop", Severity: Warning, Path: path, Message: "is a link back to a folder it lies in; skipped", Hint: "remove the link"}}
		}
	}
	if !isDir || strings.HasPrefix(e.Name(), ".") {
		return nil // such as .DS_Store and .git
	}
	if s.host.Plugins.Manifest != "" && !s.takesPlugins() && exists(filepath.Join(path, s.host.Plugins.Manifest)) {
		return []Problem{{Code: "plugin-place", Severity: Warning, Path: path,
			Message: "is a plugin, and a plugin is not loaded from here", Hint: "start in the folder that holds the skills folder, or install the plugin"}}
	}
	return missingSkillFile(path)
}

// lookElsewhere says of the folders people mistake for this root which skills they
// hold. Those that the root has as well, often as links to there, are no news.
func (s *scanner) lookElsewhere() {
	if s.root.Outcome == Same {
		return
	}
	for _, dir := range s.root.elsewhere {
		if dir == "" || slices.ContainsFunc(s.roots, func(r Root) bool { return r.Dir == dir }) || sameFile(dir, s.root.Dir) {
			continue
		}
		count := 0
		for _, name := range s.listFolders(dir) {
			path := filepath.Join(dir, name, "SKILL.md")
			if !exists(path) || exists(filepath.Join(s.root.Dir, name)) {
				continue
			}
			count++
			s.root.near = append(s.root.near, nearMiss{[]string{name}, Problem{
				Code: "wrong-folder", Severity: Warning, Path: path,
				Message: "is not loaded: " + s.host.Title + " doesn't look there", Hint: "move or link its folder to " + filepath.Join(s.root.Dir, name),
			}})
		}
		if count > 0 {
			s.problem(Problem{Code: "wrong-folder", Severity: Note, Path: dir,
				Message: "holds " + Counted(count, "skill") + ", and " + s.host.Title + " doesn't look there", Hint: "move or link them to " + s.root.Dir})
		}
	}
}

// within tells whether path is dir or lies below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// missingSkillFile says what a folder without SKILL.md holds instead.
func missingSkillFile(dir string) []Problem {
	entries, err := readSome(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // removed since the root was listed
	}
	if err != nil {
		return []Problem{entryProblem(dir, err)}
	}
	var problems []Problem
	for _, e := range entries {
		name := e.Name()
		if strings.EqualFold(name, "SKILL.md") {
			return []Problem{{Code: "file-name", Severity: Warning, Path: dir,
				Message: "holds " + name + "; the file must be called SKILL.md", Hint: "rename it to SKILL.md"}}
		}
		if inner := filepath.Join(dir, name); exists(filepath.Join(inner, "SKILL.md")) {
			problems = append(problems, Problem{Code: "too-deep", Severity: Warning, Path: inner,
				Message: "holds a SKILL.md one folder too deep to be loaded", Hint: "move " + name + " up into " + filepath.Dir(dir)})
		}
	}
	if len(problems) == 0 {
		problems = []Problem{{Code: "no-skill-file", Severity: Note, Path: dir, Message: "has no SKILL.md"}}
	}
	return problems
}

// NoSkill says why a folder is no skill, wherever it lies; ok is false for one that is, and
// for what is no folder.
func NoSkill(dir string) (p Problem, ok bool) {
	if !isFolder(dir) || exists(filepath.Join(dir, "SKILL.md")) {
		return Problem{}, false
	}
	p = Problem{Code: "no-skill-file", Severity: Note, Path: dir, Message: "has no SKILL.md, so it isn't a skill"}
	if found := missingSkillFile(dir); len(found) > 0 && found[0].Code != p.Code && found[0].Code != "too-deep" {
		p = found[0]
	}
	return p, true
}

// readSome lists a folder up to nearMissEntries.
func readSome(dir string) ([]fs.DirEntry, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(nearMissEntries)
	if errors.Is(err, io.EOF) {
		err = nil // an empty folder
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}
