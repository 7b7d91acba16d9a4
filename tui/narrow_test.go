package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
)

// On a narrow screen nothing that is said is cut.
func TestNarrowScreensSayAll(t *testing.T) {
	said := func(d *driver) string {
		joined := strings.ReplaceAll(strings.ReplaceAll(d.screen(), "│", " "), "\n", " ")
		return strings.Join(strings.Fields(joined), " ")
	}
	for _, width := range []int{40, 50, 60} {
		d := start(t, "kim", width, 15).keys("/", "type:is:", "tab")
		if s := said(d); !strings.HasSuffix(s, "active shadowed hidden disabled broken changed new") {
			t.Errorf("in %d cells the choices are %q", width, s)
		}
		d = start(t, "kim", width, 60).keys("?")
		for _, line := range strings.Split(d.screen(), "\n") {
			if strings.Contains(line, "…") {
				t.Errorf("in %d cells the help cuts %q", width, line)
			}
		}
		d = start(t, "kim", width, 15)
		d.m.warn(safe.Line(strings.Repeat("many words ", 40)))
		lines := strings.Split(d.screen(), "\n")
		if last := strings.TrimRight(lines[14], " "); !strings.HasSuffix(last, " …") || !strings.HasPrefix(lines[12], " many words") || strings.Contains(lines[11], "words") {
			t.Errorf("a long status in %d cells:\n%s", width, d.screen())
		}
		for y, line := range lines {
			if w := ansi.StringWidth(line); w != width {
				t.Errorf("line %d is %d cells wide, want %d", y, w, width)
			}
		}
		if d.keys("down"); strings.Contains(d.screen(), "many words") {
			t.Error("the status stays")
		}
	}
}

// The order of the rows is worth more than how to filter them.
func TestNarrowScreensSayTheOrder(t *testing.T) {
	d := start(t, "kim", 50, 15).keys("s", "s", "s", "s", "s")
	d.wants("\n / to filter", "of 21 · by tokens")
	d.checkFrame()
}

// What is typed shows on which side it goes on.
func TestNarrowFilter(t *testing.T) {
	d := start(t, "kim", 50, 15).keys("/", "type:"+strings.Repeat("deploy or ", 8)+"end")
	d.wants("/ …", "or end")
	d.checkFrame()
	d.keys("home").wants("/ deploy or", "…")
	d = start(t, "kim", 50, 15).keys("enter", "/", "type:staging")
	d.wants("\n find / staging")
	d.lacks("in the document")
}

// What a choice gives stands below the choices where it has no room beside its name.
func TestNarrowMenu(t *testing.T) {
	d := start(t, "kim", 50, 15).selectID("deploy").keys("Y", "down", "down", "down", "down", "down")
	d.wants("▌p  the path", "\n│ ~/shop/.claude/skills/deploy/SKILL.md")
	d.checkFrame()
	d.keys("home").lacks("SKILL.md")
}
