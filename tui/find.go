package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
)

// A finder looks for a text in the document that is shown, whichever tab it is on.
type finder struct {
	field  textinput.Model
	typing bool
	// lines hold the text, in order; places says where in each of them, in cells.
	lines  []int
	places map[int][]span
	at     int // the one among lines that is looked at
}

// A span is a part of a line, in cells.
type span struct{ start, end int }

func (f *finder) text() string { return f.field.Value() }

// look searches all lines. Case doesn't matter.
func (f *finder) look(lines []textLine) {
	f.lines, f.places = f.lines[:0], map[int][]span{}
	want := strings.ToLower(f.text())
	if want == "" {
		return
	}
	for i, line := range lines {
		if places := placesOf(strings.ToLower(ansi.Strip(line.text)), want); places != nil {
			f.lines = append(f.lines, i)
			f.places[i] = places
		}
	}
	f.at = max(min(f.at, len(f.lines)-1), 0)
}

func placesOf(text, want string) []span {
	var places []span
	for from := 0; ; {
		i := strings.Index(text[from:], want)
		if i < 0 {
			return places
		}
		start := from + i
		from = start + len(want)
		places = append(places, span{ansi.StringWidth(text[:start]), ansi.StringWidth(text[:from])})
	}
}

// mark draws the places of a line on top of its own looks.
func (f *finder) mark(i int, text string, look lipgloss.Style) string {
	places := f.places[i]
	if len(places) == 0 {
		return text
	}
	ranges := make([]lipgloss.Range, len(places))
	for n, p := range places {
		ranges[n] = lipgloss.NewRange(p.start, p.end, look)
	}
	return lipgloss.StyleRanges(text, ranges...)
}

// isAt tells whether line i is the one looked at.
func (f *finder) isAt(i int) bool {
	return len(f.lines) > 0 && f.lines[f.at] == i
}

// search opens the field that fits what is in use: the list is filtered, the
// document is searched.
func (m *model) search() tea.Cmd {
	if !m.inDetail {
		return m.startFilter()
	}
	m.find.typing = true
	m.find.field.CursorEnd()
	return m.find.field.Focus()
}

func (m *model) findKey(msg tea.Msg) tea.Cmd {
	f := &m.find
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(k, moveUp):
			return m.stepFind(-1)
		case key.Matches(k, moveDown):
			return m.stepFind(1)
		case key.Matches(k, acceptFilter):
			f.typing = false
			return nil
		}
	}
	before := f.text()
	var cmd tea.Cmd
	f.field, cmd = f.field.Update(msg)
	if f.text() != before {
		f.look(m.detail.lines)
		m.nearestFind()
	}
	return cmd
}

// nearestFind goes to the first line from the top of the screen on that holds the
// text, or the first of all.
func (m *model) nearestFind() {
	f, d := &m.find, &m.detail
	if len(f.lines) == 0 {
		return
	}
	f.at = max(slices.IndexFunc(f.lines, func(line int) bool { return line >= d.top[d.tab] }), 0)
	d.reveal(f.lines[f.at])
}

// stepFind goes to the next line that holds the text, round at the ends.
func (m *model) stepFind(by int) tea.Cmd {
	f := &m.find
	if len(f.lines) == 0 {
		return nil
	}
	f.at = (f.at + by + len(f.lines)) % len(f.lines)
	m.detail.reveal(f.lines[f.at])
	return nil
}

func (m *model) endFind() {
	m.find.typing = false
	m.find.field.SetValue("")
	m.find.look(nil)
}

// nothingFound says why there is no next place.
func (m *model) nothingFound() safe.Text {
	switch {
	case m.find.text() == "":
		return safe.Lit("nothing is searched for: / in the document searches it")
	case len(m.find.lines) == 0:
		return safe.Format("%q is nowhere on this tab", m.find.text())
	}
	return safe.Text{}
}

// found counts the places for the line above the panes.
func (m *model) found() safe.Text {
	f := &m.find
	switch {
	case f.text() == "":
		return safe.Text{}
	case len(f.lines) == 0:
		return safe.Lit("not on this tab")
	case len(f.lines) == 1:
		return safe.Lit("1 line")
	}
	return safe.Format("%d of %d lines", f.at+1, len(f.lines))
}
