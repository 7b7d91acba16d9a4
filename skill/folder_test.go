package skill

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestHolds(t *testing.T) {
	dir := world{"s/SKILL.md": "", "s/sub/a.md": "", "other.md": ""}.build(t)
	k := Skill{Path: filepath.Join(dir, "s", "SKILL.md")}
	ships := Skill{Path: "bundled:code-review/SKILL.md"}
	if k.Folder() != "s" || ships.Folder() != "code-review" {
		t.Errorf("folders %q and %q", k.Folder(), ships.Folder())
	}
	for name, want := range map[string]bool{"sub/a.md": true, "sub": true, "sub/b.md": false, "../other.md": false, "": false} {
		if k.Holds(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
	if !ships.Holds("checklist.md") || ships.Holds("other.md") {
		t.Error("what ships isn't found, or something else")
	}
}

func TestFilesBelow(t *testing.T) {
	deep := strings.Repeat("d/", deepestFile)
	dir := world{
		"a/SKILL.md": "", "a/inner/x/SKILL.md": "", "b/c/skill.md": "", "b/README.md": "",
		".claude/skills/d/SKILL.md": "", ".git/e/SKILL.md": "", "node_modules/f/SKILL.md": "",
		deep + "SKILL.md": "", deep + "d/SKILL.md": "",
	}.build(t)
	found, err := FilesBelow(context.Background(), dir)
	must(t, err)
	names := func(files []string) string {
		for i, f := range files {
			rel, err := filepath.Rel(dir, f)
			must(t, err)
			files[i] = filepath.ToSlash(rel)
		}
		slices.Sort(files)
		return strings.Join(files, " ")
	}
	if got := names(found.Files); got != ".claude/skills/d/SKILL.md a/SKILL.md b/c/skill.md "+deep+"SKILL.md" {
		t.Errorf("files %s", got)
	}
	if got := names(found.Inner); got != "a/inner/x/SKILL.md" {
		t.Errorf("inner %s", got)
	}
	linked := world{"to": "-> " + filepath.Join(dir, "b"), "one/SKILL.md": "", "file": "-> one/SKILL.md"}.build(t)
	for link, want := range map[string][]string{"to": {filepath.Join(linked, "to/c/skill.md")}, "file": nil} {
		behind, err := FilesBelow(context.Background(), filepath.Join(linked, link))
		must(t, err)
		if !slices.Equal(behind.Files, want) {
			t.Errorf("behind the link %s: %s", link, behind.Files)
		}
	}
	if len(found.Problems) != 1 || found.Problems[0].Code != "limit" {
		t.Errorf("problems %+v", found.Problems)
	}
	if _, err := FilesBelow(context.Background(), filepath.Join(dir, "nothing")); err == nil {
		t.Error("a folder that isn't there is no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := FilesBelow(ctx, dir); err == nil {
		t.Error("it doesn't stop")
	}
}
