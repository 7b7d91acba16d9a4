package skill

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Random trees of folders, files and links, right ones and wrong ones. Whatever
// stands in a skills folder has to end as a skill, as another path of one, or as a
// problem; only what can't have been meant as a skill may pass without a word.
func TestNothingIsPassedOverInSilence(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		top := world{"home/": "", "project/": "", "store/": ""}.build(t)
		for _, dir := range []string{
			"store", "home/.claude/skills", "project/.claude/skills", "home/.claude/commands", "project/sub/.claude/skills", "project/sub/a/.claude/skills",
			"home/.claude/plugins/cache/m/p/1/skills", "home/.claude/plugins/cache/m/p/1/commands", "home/.claude/plugins/cache/m/q/1/skills", "home/.claude/plugins/cache/m/q/0/skills",
		} {
			growTree(t, r, top, filepath.Join(top, dir), 3)
		}
		world{
			"home/.claude/plugins/installed_plugins.json":                 `{"version":2,"plugins":{"p@m":[{"scope":"user","installPath":"` + top + `/home/.claude/plugins/cache/m/p/1"}],"q@m":[{"scope":"user","installPath":"` + top + `/home/.claude/plugins/cache/m/q/1"}]}}`,
			"home/.claude/settings.json":                                  `{"enabledPlugins":{"q@m":false},"skillOverrides":{"a":"off"}}`,
			"home/.claude/skills/plug/.claude-plugin/plugin.json":         `{"name":"plug"}`,
			"home/.claude/skills/plug/SKILL.md":                           about("a plugin of one skill"),
			"home/.claude/plugins/cache/m/p/1/.claude-plugin/plugin.json": `{"name":"p"}`,
		}.addTo(t, top)
		var found []*Skill
		batches := batchesOf(t, envOf(top))
		for _, b := range batches {
			found = append(found, b.Skills...)
		}
		l := Merge(claudeCode(t), batches[len(batches)-1].Roots, found)
		checkFate(t, l, found)
		r.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
		checkEqualLibraries(t, fmt.Sprintf("seed %d, another order", seed), l, Merge(claudeCode(t), l.Roots, found))
		for _, root := range l.Roots {
			if root.Source != Bundled && root.Outcome == Read && holdsSkills(root) {
				checkMentioned(t, seed, l, root)
			}
		}
	}
}

// checkMentioned looks at the entries of a root with its own eyes.
func checkMentioned(t *testing.T, seed uint64, l *Library, root Root) {
	t.Helper()
	entries, err := os.ReadDir(root.Dir)
	must(t, err)
	for _, e := range entries {
		path := filepath.Join(root.Dir, e.Name())
		below := func(other string) bool { return within(other, path) }
		mentioned := slices.ContainsFunc(root.Problems, func(p Problem) bool { return below(p.Path) }) ||
			slices.ContainsFunc(l.Skills, func(k *Skill) bool { return below(k.Path) || slices.ContainsFunc(k.Also, below) })
		if !mentioned && !innocent(root.Layout, path) {
			t.Errorf("seed %d: nothing is said of %s", seed, path)
		}
		if root.Layout == SkillFolders {
			file := filepath.Join(path, "SKILL.md")
			info, err := os.Stat(file)
			loads := err == nil && info.Mode().IsRegular()
			active := slices.ContainsFunc(l.Skills, func(k *Skill) bool {
				return k.State != Broken && (k.Path == file || slices.Contains(k.Also, file))
			})
			if loads != active {
				t.Errorf("seed %d: %s: loads %v, is in the library %v", seed, file, loads, active)
			}
		}
	}
}

// innocent tells whether an entry can't have been meant as a skill or command.
func innocent(layout Layout, path string) bool {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return false
	case !info.IsDir():
		return !strings.EqualFold(filepath.Ext(path), ".md")
	case layout == SkillFolders:
		return false
	}
	files, err := filepath.Glob(filepath.Join(path, "*"))
	return err == nil && !slices.ContainsFunc(files, func(f string) bool { return !innocent(layout, f) })
}

// growTree fills a folder at random, links into the whole world included.
func growTree(t *testing.T, r *rand.Rand, top, dir string, depth int) {
	must(t, os.MkdirAll(dir, 0o755))
	targets := []string{".", "..", "nothing", filepath.Join(top, "store"), filepath.Join(top, "store", "a"), filepath.Join(top, "home"), filepath.Join(top, "project/.claude/skills/b")}
	for range r.IntN(7) {
		path := filepath.Join(dir, []string{"a", "b", "c", "SKILL.md", "skill.md", "d.md", "e.MD", "f.txt"}[r.IntN(8)])
		if exists(path) {
			continue
		}
		switch n := r.IntN(10); {
		case n < 3 && depth > 0:
			growTree(t, r, top, path, depth-1)
		case n < 5:
			must(t, os.Symlink(targets[r.IntN(len(targets))], path))
		case n < 8 && depth > 0 && filepath.Ext(path) == "":
			must(t, os.Mkdir(path, 0o755))
			must(t, os.WriteFile(filepath.Join(path, "SKILL.md"), []byte(about(fmt.Sprint(r.IntN(9)))), 0o644))
		default:
			must(t, os.WriteFile(path, []byte(about(fmt.Sprint(r.IntN(9)))), 0o644))
		}
	}
}
