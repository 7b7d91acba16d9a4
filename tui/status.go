package tui

import "knack/render/safe"

// A status is what the program says about the last key, in place of the footer and, where
// it is too long for that, of the lines above, until the next one.
type status struct {
	text    safe.Text
	warning bool
	counted bool // it tells what a library holds
}

func (m *model) say(t safe.Text) { m.status = status{text: t} }

func (m *model) warn(t safe.Text) { m.status = status{text: t, warning: true} }

// mostStatus is how many lines a status may take of the screen.
const mostStatus = 3

// statusLines is the status as it stands at the bottom of the screen, none when there is
// nothing to say.
func (m *model) statusLines() []safe.Text {
	room := m.w - 2
	if m.status.text.Width() == 0 || room <= 0 {
		return nil
	}
	return wrapFew(m.status.text, room, mostStatus)
}

// drawStatus draws one line of it.
func (m *model) drawStatus(c *canvas, line safe.Text) {
	look := m.styles.accent
	if m.status.warning {
		look = m.styles.warn
	}
	c.begin(m.w)
	c.blank(1)
	c.put(look, line)
	c.end()
}

// sayCopied says what became of a copy: first that it worked, then what matters of
// the text, then the rest.
func (m *model) sayCopied(c copied) {
	var parts []safe.Text
	for i, says := range c.result.Status(c.text.what) {
		parts = append(parts, safe.Line(says))
		if i == 0 && c.text.note.Width() > 0 {
			parts = append(parts, c.text.note)
		}
	}
	m.say(safe.Join(" · ", parts...))
}
