package skill

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// costed gives what Cost found, a line each: the totals, the skills, and the files that
// are the same with the called ones marked.
func costed(c Cost) string {
	var lines []string
	for _, s := range append(c.Sources, SourceCost{"all", c.All}) {
		lines = append(lines, fmt.Sprintf("%s: %d skills, %d listed, %d+%d bytes", s.Source, s.Skills, s.Listed, s.Lines, s.Texts))
	}
	for _, k := range c.Skills {
		lines = append(lines, fmt.Sprintf("%d. %s %d+%d", k.Place, k.Skill.ID, k.Line, k.Text))
	}
	for i, same := range append(slices.Clone(c.Same), c.SameBody...) {
		line := "same:"
		if i >= len(c.Same) {
			line = "same body:"
		}
		for _, k := range same.Files {
			line += " " + filepath.Base(k.Dir)
		}
		for _, k := range same.Files {
			if k.State == Active {
				line += " called=" + filepath.Base(k.Dir)
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// saying is a SKILL.md with that body.
func saying(body, description string, lines ...string) string {
	return "---\ndescription: " + description + "\n" + strings.Join(append(lines, ""), "\n") + "---\n" + body
}

func TestCost(t *testing.T) {
	const skills, commands = "home/.claude/skills/", "project/.claude/commands/"
	tests := []struct {
		name string
		w    world
		want []string
	}{
		{"nothing", world{}, []string{"all: 0 skills, 0 listed, 0+0 bytes"}},
		{"sources and the longest text first", world{
			skills + "a/SKILL.md":    saying("12345\n", "One"),
			skills + "b/SKILL.md":    saying("1234567\n", "Two"),
			commands + "tidy.md":     saying("12345\n", "Three"),
			skills + "user/SKILL.md": saying("1\n", "Four", "disable-model-invocation: true"),
		}, []string{
			"user: 3 skills, 2 listed, 18+16 bytes",
			"command: 1 skills, 1 listed, 14+6 bytes",
			"all: 4 skills, 3 listed, 32+22 bytes",
			"1. b 9+8", "2. tidy 14+6", "2. a 9+6", "4. user 0+2",
			"same body: a commands called=a called=commands",
		}},
		{"what can't be called costs nothing", world{
			skills + "a/SKILL.md":               saying("12345\n", "One"),
			"project/.claude/skills/a/SKILL.md": saying("12345\n", "Shadowed"),
			skills + "waits/SKILL.md":           saying("12\n", "Hidden", "paths: '*.go'"),
			skills + "nobody/SKILL.md":          saying("12\n", "Hidden", "disable-model-invocation: true", "user-invocable: false"),
			skills + "off/SKILL.md":             saying("12\n", "Off"),
			"home/.claude/settings.json":        `{"skillOverrides": {"off": "off"}}`,
			skills + "broken/SKILL.md":          strings.Repeat("x", 1<<20+1),
		}, []string{
			"user: 1 skills, 1 listed, 9+6 bytes",
			"all: 1 skills, 1 listed, 9+6 bytes",
			"1. a 9+6",
			"same body: a a called=a",
			"same body: nobody off waits",
		}},
		// The host reads none of the keys that would hide it.
		{"listed though hidden", world{
			skills + "odd/SKILL.md": "---\ndescription: \"a\" b\ndisable-model-invocation: true\nuser-invocable: false\n---\nText.\n",
		}, []string{
			"user: 1 skills, 1 listed, 13+6 bytes",
			"all: 1 skills, 1 listed, 13+6 bytes",
			"1. odd 13+6",
		}},
		{"the same text", world{
			skills + "a/SKILL.md":               saying("1\n", "Same"),
			"project/.claude/skills/a/SKILL.md": saying("1\n", "Same"),
			skills + "other/SKILL.md":           saying("1\n", "Same"),
			skills + "off/SKILL.md":             saying("1\n", "Unlike"),
			"project/.claude/skills/x/SKILL.md": saying("1\n", "Unlike"),
			"home/.claude/settings.json":        `{"skillOverrides": {"off": "off", "x": "off"}}`,
			skills + "empty/SKILL.md":           "",
			skills + "blank/SKILL.md":           "",
			skills + "link":                     "-> a",
		}, []string{
			"user: 4 skills, 4 listed, 40+4 bytes",
			"all: 4 skills, 4 listed, 40+4 bytes",
			"1. other 14+2", "1. a 10+2", "3. blank 8+0", "3. empty 8+0",
			"same: a other a called=a called=other",
			"same: off x",
			"same body: a off other a x called=a called=other",
		}},
		{"the same body", world{
			skills + "a/SKILL.md":     saying("One.\nTwo.\n", "Same"),
			skills + "again/SKILL.md": saying("One.\nTwo.\n", "Same"),
			skills + "b/SKILL.md":     saying("\r\nOne.\r\nTwo.", "Unlike"),
			skills + "c/SKILL.md":     saying("\n", "Nothing"),
			skills + "d/SKILL.md":     saying("", "Nothing more"),
			skills + "e/SKILL.md":     saying("One. Two.\n", "Other words"),
			skills + "f/SKILL.md":     "One. Two.",
		}, []string{
			"user: 7 skills, 7 listed, 99+52 bytes",
			"all: 7 skills, 7 listed, 99+52 bytes",
			"1. b 12+12", "2. e 17+10", "2. again 14+10", "2. a 10+10", "5. f 15+9", "6. c 13+1", "7. d 18+0",
			"same: a again called=a called=again",
			"same body: a again b called=a called=again called=b",
			"same body: e f called=e called=f",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.w["project/.git/HEAD"] = ""
			l := libraryOf(t, envOf(test.w.build(t)))
			if got, want := costed(l.Cost(ListingOptions{})), strings.Join(test.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestCostOfOne(t *testing.T) {
	top := world{
		"home/.claude/skills/a/SKILL.md":    saying("1\n", "Same"),
		"project/.claude/skills/a/SKILL.md": saying("1\n", "Same"),
		"home/.claude/skills/b/SKILL.md":    saying("12\n", "Alone"),
		"home/.claude/skills/c/SKILL.md":    saying("1\n", "Unlike"),
		"project/.git/HEAD":                 "",
	}.build(t)
	l := libraryOf(t, envOf(top))
	c := l.Cost(ListingOptions{})
	copies := l.Copies("a")
	if same := c.SameAs(copies[0]); len(same) != 1 || same[0].Key != copies[1].Key {
		t.Errorf("the same as the first copy: %v", same)
	}
	if same := c.SameAs(copies[1]); len(same) != 1 || same[0].Key != copies[0].Key {
		t.Errorf("the same as the second copy: %v", same)
	}
	if same := c.SameBodyAs(copies[0]); len(same) != 1 || same[0].ID != "c" {
		t.Errorf("the same body as the first copy: %v", same)
	}
	if same := c.SameBodyAs(one(t, l, "c")); len(same) != 2 || same[0].Key != copies[0].Key {
		t.Errorf("the same body as c: %v", same)
	}
	b := one(t, l, "b")
	if same := c.SameAs(b); same != nil {
		t.Errorf("the same as b: %v", same)
	}
	if got, ok := c.Of(b); !ok || got.Place != 1 || got.TextTokens() != 1 || got.LineTokens() != 3 {
		t.Errorf("b costs %+v, %v", got, ok)
	}
	if _, ok := c.Of(copies[1]); ok {
		t.Error("a copy that isn't called costs something")
	}
	if c.OfSource(User) != c.All || c.OfSource(Project) != (Spent{}) {
		t.Errorf("user %+v, project %+v, all %+v", c.OfSource(User), c.OfSource(Project), c.All)
	}
}

// What ships with knack counts when it is asked for, and is no copy of anything before.
func TestCostBundled(t *testing.T) {
	l := libraryOf(t, envOf(world{"home/": "", "project/": ""}.build(t)))
	without, with := l.Cost(ListingOptions{}), l.Cost(ListingOptions{Bundled: true})
	if len(without.Skills) > 0 || len(with.Skills) == 0 || with.OfSource(Bundled) != with.All || with.All.Listed == 0 {
		t.Errorf("without %+v, with %+v", without.All, with.All)
	}
	if got, want := with.All.Lines, len(with.Listing.Lines()); got != want {
		t.Errorf("the lines are %d bytes, those of the listing %d", got, want)
	}
}
