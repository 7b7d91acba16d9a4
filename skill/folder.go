package skill

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"knack/bundled"
)

// Folder is the name of the folder the skill's file stands in.
func (k *Skill) Folder() string {
	if name, ok := strings.CutPrefix(k.Path, bundledPrefix); ok {
		return path.Base(path.Dir(name))
	}
	return filepath.Base(filepath.Dir(k.Path))
}

// Unreadable puts the error of [Skill.File] into words.
func (k *Skill) Unreadable(err error) string { return fileProblem(k.Path, err).Message }

// Holds tells whether the skill's folder has a file or folder of that path, which is
// written with slashes. What leads out of the folder is none of it.
func (k *Skill) Holds(name string) bool {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	if file, ok := strings.CutPrefix(k.Path, bundledPrefix); ok {
		_, err := fs.Stat(bundled.FS, path.Join(path.Dir(file), name))
		return err == nil
	}
	_, err := os.Stat(filepath.Join(filepath.Dir(k.Path), filepath.FromSlash(name)))
	return err == nil
}

// FoundBelow is what a walk through a folder found.
type FoundBelow struct {
	// Files are the SKILL.md files, written in any case, in the order of their paths. Inner
	// are those that lie in the folder of another one, and belong to that skill.
	Files, Inner []string
	// Problems say what was not looked at.
	Problems []Problem
}

// FilesBelow finds the skills below a folder, or the one it is itself. It follows no
// links but to the folder itself, looks into no folder of version control or of packages, and neither deeper nor
// longer than a scan does.
func FilesBelow(ctx context.Context, dir string) (FoundBelow, error) {
	var b FoundBelow
	stop := func(path, why string) {
		b.Problems = append(b.Problems, Problem{Code: "limit", Severity: Warning, Path: path, Message: why})
	}
	var files []string
	left := maxEntries
	top := dir
	if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 && isFolder(dir) {
		top += string(filepath.Separator) // leads behind the link
	}
	err := filepath.WalkDir(top, func(at string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, at) // at lies below dir
		left--
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && at == top:
			return err
		case err != nil:
			b.Problems = append(b.Problems, entryProblem(at, err))
		case left < 0:
			stop(dir, "holds more than "+strconv.Itoa(maxEntries)+" entries; the rest is not looked at")
			return fs.SkipAll
		case e.IsDir() && at != top && slices.Contains(passedOver, e.Name()):
			return fs.SkipDir
		case e.IsDir() && strings.Count(rel, string(filepath.Separator)) >= deepestFile:
			stop(at, "lies more than "+strconv.Itoa(deepestFile)+" folders deep; not looked at")
			return fs.SkipDir
		case !e.IsDir() && strings.EqualFold(e.Name(), "SKILL.md"):
			files = append(files, at)
		}
		return nil
	})
	folders := map[string]bool{}
	for _, file := range files {
		folders[filepath.Dir(file)] = true
	}
	for _, file := range files {
		if liesIn(folders, filepath.Dir(file), dir) {
			b.Inner = append(b.Inner, file)
		} else {
			b.Files = append(b.Files, file)
		}
	}
	return b, err
}

// liesIn tells whether a folder lies below one of folders, up to top.
func liesIn(folders map[string]bool, folder, top string) bool {
	for folder != top && folder != filepath.Dir(folder) {
		if folder = filepath.Dir(folder); folders[folder] {
			return true
		}
	}
	return false
}

// passedOver are folders in which nobody's own skills lie.
var passedOver = []string{".git", ".hg", ".svn", "node_modules"}

// deepestFile is how many folders below the one that is named a file may lie: as many as
// two walks of a scan, since a repository may hold whole folders of skills.
const deepestFile = 2 * maxDepth
