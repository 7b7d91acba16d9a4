package skill

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWhy(t *testing.T) {
	top := world{
		"home/.claude/skills/tea/SKILL.md":          about("mine"),
		"home/.claude/skills/alias":                 "-> tea",
		"home/.claude/skills/poems/ode/SKILL.md":    about("too deep"),
		"home/.claude/skills/loose.md":              about("flat"),
		"home/.config/claude/skills/stray/SKILL.md": about("elsewhere"),
		"home/.claude/skills/got.zip":               "PK",
		"home/.claude/skills/empty/":                "",
		"home/.claude/skills/lost":                  "-> nowhere",
		"home/.claude/skills/name.with.dots/x":      "",
		"project/.claude/skills/tea/SKILL.md":       about("ours", "name: Green Tea"),
		"project/.claude/commands/tea.md":           "A command.",
		"project/.claude/commands/web/loud.MD":      "Not a command.",
		"project/.claude/commands/gone":             "-> nowhere",
	}.build(t)
	l := libraryOf(t, envOf(top))
	user := filepath.Join(top, "home/.claude/skills")
	project := filepath.Join(top, "project/.claude")
	tests := []struct {
		name   string
		id     string
		copies int
		near   []string // codes
	}{
		{"tea", "tea", 3, nil},
		{"/tea", "tea", 3, nil},
		{"Green Tea", "Green Tea", 0, nil}, // the label of a shadowed copy names nothing
		{filepath.Join(project, "skills/tea/SKILL.md"), "tea", 3, nil},
		{"project:" + filepath.Join(project, "skills") + ":tea/SKILL.md", "tea", 3, nil},
		{"alias", "tea", 3, nil},
		{"ode", "ode", 0, []string{"too-deep"}},
		{"/ode", "ode", 0, []string{"too-deep"}},
		{"ODE", "ODE", 0, []string{"too-deep"}},
		{"poems", "poems", 0, []string{"too-deep"}},
		{filepath.Join(user, "poems/ode/SKILL.md"), "", 0, []string{"too-deep"}},
		{filepath.Join(user, "poems"), "", 0, []string{"too-deep"}},
		{"loose", "loose", 0, []string{"flat-file"}},
		{"loose.md", "loose.md", 0, []string{"flat-file"}},
		{user, "", 0, nil},
		{filepath.Join(top, "project"), "", 0, nil},
		{filepath.Join(top, "home/.config/claude/skills/stray"), "", 0, []string{"wrong-folder", "wrong-folder"}},
		{filepath.Join(user, "loose.md"), "", 0, []string{"flat-file"}},
		{"got", "got", 0, []string{"flat-file"}},
		{"empty", "empty", 0, []string{"no-skill-file"}},
		{"lost", "lost", 0, []string{"broken-link"}},
		{"name.with.dots", "name.with.dots", 0, []string{"no-skill-file"}},
		{"loud", "loud", 0, []string{"file-name"}},
		{"web:loud", "web:loud", 0, []string{"file-name"}},
		{"gone:deeper", "gone:deeper", 0, []string{"broken-link"}},
		{"nobody", "nobody", 0, nil},
		{"", "", 0, nil},
		{filepath.Join(top, "elsewhere"), "", 0, nil},
	}
	for _, test := range tests {
		w := l.Why(test.name)
		if w.Name != test.name || (test.id != "" && w.ID != test.id) {
			t.Errorf("%q: got name %q and id %q", test.name, w.Name, w.ID)
		}
		var near []string
		copies := 0
		for i, step := range w.Steps {
			if step.Root.Rank != i {
				t.Errorf("%q: step %d is root %d", test.name, i, step.Root.Rank)
			}
			for _, k := range step.Copies {
				if k.Rank != i {
					t.Errorf("%q: %s stands at root %d", test.name, k.Key, i)
				}
				copies++
			}
			for _, p := range step.Near {
				near = append(near, p.Code)
			}
		}
		if copies != test.copies || len(w.Copies) != copies || !slices.Equal(near, test.near) || len(w.Steps) != len(l.Roots) {
			t.Errorf("%q: got %d copies, near %q, %d steps", test.name, copies, near, len(w.Steps))
		}
		if w.Found() != (test.copies > 0 || test.near != nil) {
			t.Errorf("%q: Found is %v", test.name, w.Found())
		}
	}
}

// What a plugin, or a folder below, holds is near to its name with the prefix as well, and
// in no other place.
func TestWhyWithAPrefix(t *testing.T) {
	const cache = "home/.claude/plugins/cache/m/"
	top := world{
		"home/.claude/plugins/installed_plugins.json": plugins(installed("kite@m", "@/"+cache+"kite/1"), installed("boat@m", "@/"+cache+"boat/1")),
		cache + "kite/1/skills/quiet/":                "",
		cache + "boat/1/skills/quiet/":                "",
		"home/.claude/skills/quiet/":                  "",
		"project/.git/HEAD":                           "",
		"project/sub/.claude/skills/quiet/":           "",
		"project/sub/.claude/skills/heard/SKILL.md":   about("nested"),
	}.withTop(t)
	l := libraryOf(t, envOf(top))
	for _, test := range []struct{ name, near string }{
		{"kite:quiet", cache + "kite/1/skills/quiet"},
		{"/Kite:quiet", cache + "kite/1/skills/quiet"},
		{"sub:quiet", "project/sub/.claude/skills/quiet"},
		{"kite:sub:quiet", ""},
		{"m:quiet", ""},
		{"kite:other", ""},
	} {
		var near []string
		for _, step := range l.Why(test.name).Steps {
			for _, p := range step.Near {
				rel, err := filepath.Rel(top, p.Path)
				must(t, err)
				near = append(near, filepath.ToSlash(rel))
			}
		}
		if got := strings.Join(near, " "); got != test.near {
			t.Errorf("%s: near %q", test.name, got)
		}
	}
	for id, want := range map[string]string{
		"fly":      "home/.claude/skills/fly/SKILL.md",
		"kite:fly": cache + "kite/1/skills/fly/SKILL.md",
		"sub:fly":  "project/sub/.claude/skills/fly/SKILL.md",
		"what:fly": "",
	} {
		if want != "" {
			want = filepath.Join(top, want)
		}
		if got := l.Place(id); got != want {
			t.Errorf("%s would be %q", id, got)
		}
	}
}

// A root that can't be read is near to every path below it.
func TestWhyBelowARootThatFailed(t *testing.T) {
	top := world{"project/.claude/skills": "-> skills"}.build(t)
	l := libraryOf(t, envOf(top))
	w := l.Why(filepath.Join(top, "project/.claude/skills/x/SKILL.md"))
	if near := w.Steps[2].Near; len(near) != 1 || near[0].Code != "link-loop" {
		t.Errorf("got %+v", near)
	}
}
