package tui

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/skill"
)

func TestVariantsShowTheDifferenceToTheWinner(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("release-notes").keys("v")
	d.wants("Variants of release-notes", "From the user release-notes (-) to this one (+):", "-", "+")
	if d.m.overlay.link() == d.m.selected {
		t.Errorf("the cursor begins on the winner, where there is no difference")
	}
	d.keys("up")
	d.wants("This is the one that is called.")
	d.checkFrame()
}

func TestVariantsOfSameContent(t *testing.T) {
	d := start(t, "", 120, 36)
	for _, place := range []string{".claude", "shop/.claude"} {
		write(t, filepath.Join(d.m.opt.Home, place, "skills/twin/SKILL.md"), "---\ndescription: Twice.\n---\n\nText.\n")
	}
	d.keys("R").selectID("twin").keys("v")
	d.wants("The file is the same as that of the user twin, byte for byte.")
}

func TestVariantThatCantBeRead(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.File = func(*skill.Skill) ([]byte, error) { return nil, errors.New("gone for good") }
	})
	d.selectID("release-notes").keys("v")
	d.wants("gone for good")
}

func TestVariantTooLongToCompare(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.File = func(*skill.Skill) ([]byte, error) { return make([]byte, largestCompared+1), nil }
	})
	d.selectID("release-notes").keys("v")
	d.wants("too long to compare")
}

func TestLongDifferenceIsCut(t *testing.T) {
	n := 0
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.File = func(*skill.Skill) ([]byte, error) {
			n++
			return []byte(strings.Repeat(string(rune('a'+n))+"\n", linesCompared)), nil
		}
	})
	d.selectID("release-notes").keys("v", "G")
	d.wants("and 2001 more lines")
}

// Any variant can be read and copied: enter goes there, past a filter that hides it.
func TestEnterGoesToTheVariant(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("release-notes").keys("v")
	want := d.m.overlay.link()
	d.keys("enter")
	if want == "" || d.m.overlay.open() || d.m.selected != want || d.m.doc.key != want {
		t.Errorf("selected %q, open %q, overlay %v; want %q", d.m.selected, d.m.doc.key, d.m.overlay.open(), want)
	}
	d.wants("shadowed: the user skill wins")
}

func TestGoingThereClearsAFilterThatHidesIt(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:invoice", "enter", "!", "enter")
	k := d.m.current()
	if k == nil || k.ID == "invoice" || d.m.filter.Value() != "" || d.m.rowOf(k.Key) != d.m.list.cursor {
		t.Errorf("selected %+v with the filter %q", k, d.m.filter.Value())
	}
}

func TestNoVariants(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice").keys("v")
	d.wants("there is no other skill of this name")
}

// The eight things people lose hours over, each named on one page and one key away.
func TestProblemsNameEveryCause(t *testing.T) {
	d := start(t, "", 140, 80)
	home := d.m.opt.Home
	for path, text := range map[string]string{
		".claude/skills/colon/SKILL.md":                      "---\ndescription: Use when: always\n---\n\nText.\n",
		".claude/skills/group/deep/SKILL.md":                 "---\ndescription: Too deep.\n---\n",
		".claude/skills/twin/SKILL.md":                       "Text.\n",
		"shop/.claude/skills/twin/SKILL.md":                  "Text.\n",
		"off/skills/sink/SKILL.md":                           "Text.\n",
		".claude/skills/quiet/SKILL.md":                      "---\ndisable-model-invocation: true\nuser-invocable: false\n---\n\nText.\n",
		".config/claude/skills/misplaced/SKILL.md":           "Text.\n",
		".claude/plugins/cache/m/kite/1/skills/fly/SKILL.md": "Text.\n",
		".claude/skills/folder/SKILL.md/x":                   "",
		".claude/settings.json":                              `{"enabledPlugins": {"off@m": false}}`,
		".claude/plugins/installed_plugins.json":             `{"plugins": {"off@m": {"installPath": "` + filepath.ToSlash(home) + `/off"}}}`,
	} {
		write(t, filepath.Join(home, path), text)
	}
	loop := "round: is a link that leads back to itself"
	if err := os.Symlink("round", filepath.Join(home, ".claude/skills/round")); err != nil {
		t.Log("links can't be made here:", err)
		loop = "Problems"
	}
	d.keys("R", "!").wants(
		"a colon in the text", "one folder too deep", "the user skill wins", "is switched off in",
		"neither the model nor you", "doesn't look there", loop, "is a copy of kite@m with 1 skill; not loaded",
		"Broken (1)", "SKILL.md is a folder")
}

func TestNoProblems(t *testing.T) {
	start(t, "", 120, 36).keys("!").wants("nothing is wrong")
}

// What is searched for is found with what belongs to it.
func TestSearchKeepsEntriesWhole(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("!", "/", "type:managed and user", "enter")
	d.wants("Shadowed", "▌  release-notes", "the user skill wins: managed and user skills win")
	d.lacks("Hidden")
}

func TestOverlayFollowsTheSize(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("w")
	d.send(tea.WindowSizeMsg{Width: 50, Height: 15})
	d.checkFrame()
	for _, line := range d.m.overlay.shown {
		if line.w > 46 {
			t.Errorf("a line is %d cells wide on a screen of 50", line.w)
		}
	}
}

// The cursor goes from link to link; where none is in sight the page scrolls, and
// everything on it comes by.
func TestCursorSeesEveryLine(t *testing.T) {
	d := start(t, "kim", 60, 12).keys("!")
	o := &d.m.overlay
	seen := map[int]bool{}
	look := func() {
		for i := o.top; i < min(o.top+o.height, len(o.shown)); i++ {
			seen[i] = true
		}
	}
	look()
	for range 3 * len(o.shown) {
		d.keys("down")
		if slices.ContainsFunc(o.links, o.sees) && !o.sees(o.links[o.at]) {
			t.Fatalf("the cursor is out of sight: line %d, from %d, %d fit", o.links[o.at], o.top, o.height)
		}
		look()
	}
	if len(seen) != len(o.shown) {
		t.Errorf("%d of %d lines came by", len(seen), len(o.shown))
	}
	for range 3 * len(o.shown) {
		d.keys("up")
	}
	if o.top != 0 || o.at != 0 {
		t.Errorf("back at line %d, link %d; want the start", o.top, o.at)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// To the start and to the end means the first and the last entry, not only the page.
func TestOverlayEnds(t *testing.T) {
	d := start(t, "kim", 80, 24).keys("!", "G")
	if o := &d.m.overlay; o.at != len(o.links)-1 {
		t.Errorf("at %d of %d", o.at, len(o.links))
	}
	d.keys("g")
	if o := &d.m.overlay; o.at != 0 {
		t.Errorf("at %d of %d", o.at, len(o.links))
	}
}
