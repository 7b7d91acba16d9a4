package tui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
)

// A menu asks one question over the whole screen. Nothing is chosen before the
// person does.
type menu struct {
	title   safe.Text
	says    []safe.Text // what is asked, before the choices
	choices []choice
	at      int
}

// A choice is taken by its key, or with enter.
type choice struct {
	key  string
	does safe.Text
	note safe.Text // what it gives
	off  safe.Text // why it can't be taken; empty when it can
	run  func(*model) tea.Cmd
}

func (m *menu) open() bool { return len(m.choices) > 0 }

func (m *model) menuKey(k tea.KeyPressMsg, mo motion) tea.Cmd {
	mn := &m.menu
	if i := slices.IndexFunc(mn.choices, func(c choice) bool { return c.key == k.String() }); i >= 0 {
		return m.choose(mn.choices[i])
	}
	switch {
	case key.Matches(k, overlayClose):
		m.menu = menu{}
	case key.Matches(k, accept):
		return m.choose(mn.choices[mn.at])
	default:
		mn.at = max(min(mn.at+mo.by(len(mn.choices)), len(mn.choices)-1), 0)
	}
	return nil
}

func (m *model) choose(c choice) tea.Cmd {
	if c.off.Width() > 0 {
		m.say(c.off)
		return nil
	}
	m.menu = menu{}
	return c.run(m)
}

// drawMenu draws the question and its choices.
func (m *model) drawMenu(c *canvas) {
	mn := &m.menu
	r := rect{0, 0, m.w, m.h - 1}
	var said []textLine
	if len(mn.says) > 0 {
		sh := sheet{width: max(m.w-4, 1)}
		for _, t := range mn.says {
			sh.flow(seg{}, m.styles.plain, t)
		}
		sh.blank()
		said = sh.lines
	}
	rest := m.restOfNote()
	m.drawLines(c, func(y int) {
		if y == r.h {
			c.begin(m.w)
			c.blank(1)
			c.put(m.styles.keyText, safe.Lit("the key, or ↑↓ and enter; esc goes back"))
			c.end()
			return
		}
		m.drawFrame(c, r, y, true, frameTitle{left: mn.title}, func(i int) {
			c.blank(1)
			switch n := i - len(said); {
			case n < 0:
				c.styled(said[i].text, said[i].w)
			case n < len(mn.choices):
				m.drawChoice(c, mn.choices[n], n == mn.at)
			case n > len(mn.choices) && n <= len(mn.choices)+len(rest):
				c.put(m.styles.dim, rest[n-len(mn.choices)-1])
			}
		})
	})
}

// noteColumn is the cell that the notes begin in, counted from the names of the choices.
func (mn *menu) noteColumn() int {
	column := 0
	for _, ch := range mn.choices {
		column = max(column, ch.does.Width()+2)
	}
	return column
}

// says is what a choice gives, or why it can't be taken.
func (ch choice) says() safe.Text {
	if ch.off.Width() > 0 {
		return ch.off
	}
	return ch.note
}

// restOfNote is the note of the choice under the cursor, in lines, where it has no room
// beside the choice.
func (m *model) restOfNote() []safe.Text {
	const before = 5 // margin, marker, key
	inside := max(m.w-2, 2)
	note := m.menu.choices[m.menu.at].says()
	if before+m.menu.noteColumn()+note.Width() <= inside {
		return nil
	}
	return wrapWords(note.Simple(), inside-2)
}

func (m *model) drawChoice(c *canvas, ch choice, here bool) {
	s := m.styles
	m.drawMarker(c, here)
	look := s.plain
	switch {
	case ch.off.Width() > 0:
		look = s.dim
	case here:
		look = s.selected
	}
	c.put(s.key, safe.Format("%s  ", ch.key))
	c.put(look, ch.does)
	c.blank(max(m.menu.noteColumn()-ch.does.Width(), 2))
	c.put(s.dim, ch.says())
}
