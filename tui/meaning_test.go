package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A filter no skill has all words of shows what comes closest, and everything works
// on that as on other rows.
func TestByMeaning(t *testing.T) {
	for _, tt := range []struct{ query, first string }{
		{"shipping my service", "deploy"},
		{"draft some note", "release-notes"},
		{"logs with erors", "log-reader"},
		{"please write migrations now", "db:migrate"},
		{"审查合同", "代码审查"},
	} {
		d := start(t, "kim", 120, 36).keys("/", "type:"+tt.query)
		if k := d.m.current(); k == nil || k.ID != tt.first {
			t.Errorf("%q finds %v first, want %s\n%s", tt.query, k, tt.first, d.screen())
			continue
		}
		d.wants("No skill has all these words; by", "by meaning", " 0 of ", "╭─ "+tt.first+" ", "▌"+tt.first)
		d.checkFrame()
	}
}

func TestByMeaningIsTaken(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:shipping my service", "enter", "ctrl+y")
	if len(d.copied) != 1 {
		t.Fatalf("%d copies", len(d.copied))
	}
	d.keys("R") // reading again keeps the selection
	d.wants("▌deploy", "by meaning")
	d.keys("esc")
	d.lacks("by meaning")
}

func TestByMeaningAtTheStart(t *testing.T) {
	d := start(t, "kim", 80, 24, func(o *Options) { o.Query = "shipping my service" })
	d.wants("▌deploy", "by meaning")
}

func TestByMeaningFindsNothing(t *testing.T) {
	for _, query := range []string{"xyzzy", "how would you do this"} {
		d := start(t, "kim", 120, 36).keys("/", "type:"+query)
		d.wants("Nothing matches.", "esc clears the filter")
		d.lacks("by meaning")
	}
}

// press gives a key to the model and keeps what comes of it for later.
func (d *driver) press(key rune) tea.Cmd {
	next, cmd := d.m.Update(tea.KeyPressMsg{Code: key, Text: string(key)})
	d.m = next.(model)
	return cmd
}

// The next key doesn't wait for the search by meaning, and drops it.
func TestByMeaningIsDropped(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:shipping my servic")
	late := d.press('e')
	d.wants("looking by meaning…")
	d.keys("type:q")
	before := d.screen()
	d.run(late)
	if after := d.screen(); after != before {
		t.Errorf("a late answer changed the screen:\n%s", after)
	}

	late = d.press('q')
	d.keys("ctrl+u", "type:deploy")
	before = d.screen()
	d.run(late)
	if after := d.screen(); after != before {
		t.Errorf("a late answer changed the screen:\n%s", after)
	}
	d.lacks("by meaning")
}

// Where only letters are wrong, those rows are there at once, and what fits by meaning
// comes below them.
func TestByMeaningBelow(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:deploy productoi")
	late := d.press('n')
	d.wants("▌deploy ", " 1 of ")
	d.lacks("by meaning", "Deploy with the old script.")
	d.run(late)
	d.wants("1 spelt alike", "the others by meaning:", " 1 of ", " · 1 by meaning", "▌deploy ", "Deploy with the old script.")
	d.checkFrame()
	d.keys("down", "enter")
	below := d.m.selected
	d.keys("R")
	if d.m.selected != below || d.m.list.cursor != 1 {
		t.Errorf("reading again goes from %s to %s in row %d", below, d.m.selected, d.m.list.cursor)
	}
	d.keys("s") // sorted, each part for itself
	d.wants(" · 1 by meaning", "▌deploy ")
}

func TestByMeaningIsHonest(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:error lgo")
	d.wants("nothing fits", "the closest:", "▌log-reader")
	d.lacks("by meaning:")
}
