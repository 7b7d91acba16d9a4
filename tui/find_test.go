package tui

import (
	"path/filepath"
	"strings"
	"testing"

	"knack/skill"
)

// longBody gives every skill a body of many lines, some with a word to find.
func longBody(o *Options) {
	o.Read = func(k *skill.Skill) (skill.Document, error) {
		var b strings.Builder
		for i := range 90 {
			b.WriteString("A line of it.\n\n")
			if i%30 == 10 {
				b.WriteString("Here is the **Needle** and another needle.\n\n")
			}
		}
		return skill.Document{Frontmatter: k.Frontmatter, Body: b.String(), BodyLine: 5}, nil
	}
}

func TestFindInTheDocument(t *testing.T) {
	d := start(t, "kim", 120, 36, longBody).selectID("deploy").keys("enter", "/", "type:needle")
	d.wants("in the document / needle", "1 of 3 lines", "▌Here is the Needle")
	if d.m.filter.Value() != "" || d.m.current().ID != "deploy" {
		t.Errorf("the filter is %q, selected is %s", d.m.filter.Value(), d.m.current().ID)
	}
	d.checkFrame()
	if look := d.m.View().Content; strings.Count(look, "\x1b[7m") < 2 {
		t.Errorf("the two places aren't marked: %q", look)
	}
	first := d.m.detail.top[tabRead]
	d.keys("enter", "n").wants("2 of 3 lines", "▌Here is the Needle")
	if d.m.detail.top[tabRead] <= first {
		t.Errorf("the document didn't move on from line %d", first)
	}
	d.keys("n").wants("3 of 3 lines")
	d.keys("n").wants("1 of 3 lines")
	d.keys("N").wants("3 of 3 lines")
	d.keys("2").wants("3 of 3 lines")
	d.keys("3").wants("not on this tab")
	d.keys("esc").lacks("needle ")
	d.wants("/ to find in the document")
	d.keys("esc").wants("/ to filter by name")
}

func TestFindNothing(t *testing.T) {
	d := start(t, "kim", 120, 36, longBody).selectID("deploy").keys("n")
	d.wants("nothing is searched for")
	d.keys("enter", "/", "type:xyzzy").wants("not on this tab")
	d.keys("enter", "n").wants(`"xyzzy" is nowhere on this tab`)
	d.keys("down", "esc", "esc", "down")
	if d.m.find.text() != "" {
		t.Errorf("another skill is searched for %q", d.m.find.text())
	}
}

// A filter that is opened again is typed over, unless it is edited first.
func TestFilterIsTypedOver(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"type:b"}, "b"},
		{[]string{"backspace", "type:b"}, "invoicb"},
		{[]string{"end", "type:b"}, "invoiceb"},
		{[]string{"enter"}, "invoice"},
	} {
		d := start(t, "kim", 120, 36).keys("/", "type:invoice", "enter", "/").keys(c.keys...)
		if got := d.m.filter.Value(); got != c.want {
			t.Errorf("after %v the filter is %q, want %q", c.keys, got, c.want)
		}
	}
}

// Where nothing matches, a file that is no skill only by its name is pointed out.
func TestNothingMatchesNamesNearMisses(t *testing.T) {
	d := start(t, "", 120, 36)
	write(t, filepath.Join(d.m.opt.Home, ".claude/skills/quiet/skill.md"), "---\ndescription: Quiet.\n---\n")
	write(t, filepath.Join(d.m.opt.Home, ".claude/skills/loud/SKILL.md"), "---\ndescription: Loud.\n---\n")
	d.keys("R", "up").wants("1 problem", "! problems")
	d.keys("/", "type:quiet").wants("Nothing matches.", "holds skill.md", "w says where it was looked for")
	d.keys("enter", "w").wants("Why quiet", "quiet is not loaded", "must be called SKILL.md")
}

// A sentence is no name to be looked for.
func TestSentenceIsNotExplained(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:xyzzy plugh plover frotz", "enter")
	d.wants("Nothing matches.")
	d.keys("w").wants("why is for the name of a skill")
	d.lacks("No skill is called")
	d.keys("/", "type:xyzzy plugh", "enter", "w").wants("No skill is called xyzzy plugh")
}

// A text that changes while it is read keeps its place.
func TestRescanKeepsThePlace(t *testing.T) {
	d := start(t, "", 120, 36)
	path := filepath.Join(d.m.opt.Home, ".claude/skills/long/SKILL.md")
	write(t, path, "---\ndescription: Long.\n---\n"+strings.Repeat("An old paragraph.\n\n", 100))
	d.keys("R").selectID("long").keys("enter")
	for range 20 {
		d.keys("down")
	}
	write(t, path, "---\ndescription: Long.\n---\n"+strings.Repeat("A new paragraph.\n\n", 100))
	d.keys("R").wants("A new paragraph.")
	if top := d.m.detail.top[tabRead]; top != 20 {
		t.Errorf("the document begins at line %d, was at 20", top)
	}
}
