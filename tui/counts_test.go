package tui

import (
	"fmt"
	"strings"
	"testing"

	"knack/skill"
)

// filtered types a filter and gives how many rows it leaves.
func (d *driver) filtered(query string) int {
	d.t.Helper()
	d.run(d.m.clearFilter())
	d.keys("/", "type:"+query, "enter")
	return len(d.m.hits)
}

// What header, filter and the page of problems count by one word is one number.
func TestCountsAgree(t *testing.T) {
	const off = `{"skillOverrides": {"log-reader": "off"}}`
	d := start(t, "kim", 200, 90)
	d.puts(".claude/settings.json", off).puts(skills+"invoice/SKILL.md", "Again.\n").puts(skills+"late/SKILL.md", "Late.\n").
		puts(skills+"huge/SKILL.md", strings.Repeat("x", 1<<20+1)).notices()
	page := d.keys("!").screen()
	d.keys("esc")
	d.wants(fmt.Sprintf(" %d skills · ", len(d.m.listed)), fmt.Sprintf("%d of %[1]d", len(d.m.listed)))
	for _, state := range []string{"shadowed", "hidden", "disabled", "broken", "new", "changed"} {
		hits := d.filtered("is:" + state)
		if hits == 0 {
			t.Errorf("nothing is %s", state)
		}
		d.wants(fmt.Sprintf(" %d %s", hits, state), fmt.Sprintf(" %d of %d", hits, len(d.m.listed)))
		heading := fmt.Sprintf("%s (%d)", strings.ToUpper(state[:1])+state[1:], hits)
		if state != "new" && state != "changed" && !strings.Contains(page, heading) {
			t.Errorf("the page of problems lacks %q:\n%s", heading, page)
		}
	}
	d.wants(fmt.Sprintf(" %d bundled", d.filtered("source:bundled")))

	faulty, broken, lost := 0, 0, d.m.library.Wrong()
	for _, k := range d.m.listed {
		switch {
		case k.State == skill.Broken:
			broken++
		case k.Faulty():
			faulty++
		}
	}
	lost -= faulty + broken
	if hits := d.filtered("has:problems"); hits != faulty+broken {
		t.Errorf("%d have problems, want %d+%d", hits, faulty, broken)
	}
	d.wants(fmt.Sprintf(" %d problems", lost+faulty+broken))
	for _, says := range []string{
		fmt.Sprintf("Problems (%d)", lost+faulty+broken), fmt.Sprintf("Not loaded (%d)", lost),
		fmt.Sprintf("Something wrong in the file (%d)", faulty),
	} {
		if !strings.Contains(page, says) {
			t.Errorf("the page of problems lacks %q:\n%s", says, page)
		}
	}
}

// What has no room in the header isn't missing in silence, and news comes before what
// doesn't change.
func TestCountsSayThereIsMore(t *testing.T) {
	d := start(t, "kim", 80, 24)
	d.wants("21 skills · 2 problems · 3 shadowed · 2 hidden …")
	d.puts(skills+"invoice/SKILL.md", "Again.\n").notices()
	d.wants("21 skills · 1 changed · 2 problems")
	d.checkFrame()
}
