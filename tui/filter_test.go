package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
)

// ids are the rows that are shown.
func (d *driver) ids() string {
	var ids []string
	for _, h := range d.m.hits {
		ids = append(ids, d.m.listed[h.Entry].ID)
	}
	return strings.Join(ids, " ")
}

func TestFilterLanguage(t *testing.T) {
	for _, tt := range []struct{ query, want string }{
		{"name:deploy source:project", "deploy old-deploy"},
		{"is:shadowed source:command", "deploy"},
		{"is:shadowed|hidden !name:notes !source:bundled", "api-style deploy"},
		{"has:commands !source:bundled", "deploy"},
		{"tool:bash source:user", "release-notes"},
		{"is:new", ""},
	} {
		d := start(t, "kim", 120, 36).keys("/", "type:"+tt.query)
		if got := d.ids(); got != tt.want {
			t.Errorf("%s shows %q, want %q", tt.query, got, tt.want)
		}
		d.checkFrame()
	}
}

func TestFilterNotes(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:soruce:user")
	d.wants("soruce: is no field; taken as text. Did")
	d.checkFrame()
	d = start(t, "kim", 50, 15).keys("/", "type:is:old")
	d.wants("is: knows active")
	d.checkFrame()
}

func TestFilterCompletes(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:sou", "tab")
	d.wants("/ source:")
	d.keys("tab")
	d.wants("managed  user  project")
	d.keys("type:us", "tab")
	d.wants("/ source:user ")
	if got := d.ids(); got == "" || strings.Contains(got, "code-review") {
		t.Errorf("rows %q", got)
	}
	d.keys("type:zebra", "tab", "esc")
	d.lacks("source:")
}

// Why a row is there can be seen, also where its text is long or says nothing of it.
func TestRowsShowWhy(t *testing.T) {
	d := start(t, "kim", 80, 24).keys("/", "type:body:channel")
	d.wants("text: ", "the channel")
	d.checkFrame()
	d.keys("ctrl+u", "type:body:nothing-has-this")
	d.wants("Nothing matches.")
	d.keys("ctrl+u", "type:body:channel !name:deploy")
	d.wants("Nothing matches.")
}

func TestWindow(t *testing.T) {
	const long = "Read the changes of a branch one after another, and say of each what may break in production when it is merged"
	for _, tt := range []struct {
		query, text string
		room        int
		want        string
	}{
		{"read", long, 30, "Read the changes"},
		{"merged", long, 40, "in production when it is merged"},
		{"production", long, 40, "in production when"},
		{"read production", long, 40, "Read the changes"}, // one is as good as the other
		{"break production read", long, 40, "may break in production"},
		{"merged", long, 200, "Read the changes"},
		{"zebra", long, 30, "Read the changes"},
		{"风险", "根据本周的提交记录和会议纪要，生成一份简洁的周报，突出进展、风险和下周计划。", 30, "风险"},
		{"e", "👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻👩‍💻e", 12, "👩‍💻e"},
	} {
		ranges := search.Parse(tt.query).Highlight(tt.text, search.Description)
		from := window(tt.text, ranges, tt.room)
		seen := tt.text[from:]
		if at := strings.Index(seen, tt.want); at < 0 || safe.Line(seen[:at]).Width() > tt.room {
			t.Errorf("%q in %d cells begins with %q", tt.query, tt.room, seen)
		}
		for _, r := range moveBack(ranges, from) {
			if !strings.Contains(tt.text, seen[r.Start:r.End]) {
				t.Errorf("%q: range %v of %q", tt.query, r, seen)
			}
		}
	}
}

func TestSort(t *testing.T) {
	d := start(t, "kim", 120, 36)
	first := d.ids()
	var seen []string
	for range skill.Orders() {
		d.keys("s")
		d.wants("sorted by " + string(d.m.sort))
		if d.m.list.cursor != 0 || d.m.selected != d.m.listed[d.m.hits[0].Entry].Key {
			t.Errorf("sorting by %s doesn't go to what is first", d.m.sort)
		}
		if d.m.sort != skill.SortRelevance {
			d.wants(" · by " + string(d.m.sort))
		}
		if d.m.sort == skill.SortModified {
			d.wants("2026-11-03 09:30 ")
		}
		d.checkFrame()
		d.keys("down")
		seen = append(seen, d.ids())
	}
	if seen[len(seen)-1] != first {
		t.Error("going through all orders changes the list")
	}
	if seen[0] == seen[3] || seen[2] == seen[3] {
		t.Errorf("some orders are the same: %q", seen)
	}
	// The order stays while something else is looked for.
	d = start(t, "kim", 120, 36).keys("s", "s", "s", "s")
	if d.m.sort != skill.SortSize {
		t.Fatal(d.m.sort)
	}
	d.keys("/", "type:e")
	last := 1 << 30
	for _, h := range d.m.hits {
		if k := d.m.listed[h.Entry]; k.Bytes > last {
			t.Errorf("%s is larger than the one before", k.ID)
		} else {
			last = k.Bytes
		}
	}
	d.wants("by size")
}

// A filter for what is new follows the disk.
func TestFilterForNews(t *testing.T) {
	var home string
	d := start(t, "kim", 120, 36, func(o *Options) { home = o.Home })
	d.keys("/", "type:is:new|changed", "enter")
	d.wants("Nothing matches.")
	path := filepath.Join(home, ".claude", "skills", "brand-new", "SKILL.md")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("---\ndescription: Just written\n---\nHello.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.keys("R")
	if got := d.ids(); got != "brand-new" {
		t.Errorf("rows %q", got)
	}
	// One that is looked for in the texts keeps its row meanwhile.
	d.keys("esc", "/", "type:body:hello", "enter", "R")
	if got := d.ids(); !strings.HasPrefix(got, "brand-new") {
		t.Errorf("rows %q", got)
	}
}

func TestSortLeavesTheDocumentAlone(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("log-reader").keys("enter", "s")
	d.wants("─ log-reader ─", "sorting is for the list")
	if d.m.sort != skill.SortRelevance {
		t.Errorf("sorted by %s", d.m.sort)
	}
}

// Rows that are only spelt alike say so, and those that have the word don't.
func TestSpeltAlike(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:relaese")
	d.wants("No skill has all these words; spelt alike:", "release-notes")
	d.keys("backspace", "backspace", "backspace", "backspace").wants("release-notes")
	d.lacks("spelt alike")
}
