package tui

import "knack/render/safe"

// A status is what the program says about the last key, in the footer, until the
// next one.
type status struct {
	text    safe.Text
	warning bool
}

func (m *model) say(t safe.Text) { m.status = status{text: t} }

func (m *model) warn(t safe.Text) { m.status = status{text: t, warning: true} }

// sayCopied says what became of a copy: first that it worked, then what matters of
// the text, then the rest.
func (m *model) sayCopied(c copied) {
	var parts []safe.Text
	for i, says := range c.result.Status() {
		parts = append(parts, safe.Line(says))
		if i == 0 && c.note.Width() > 0 {
			parts = append(parts, c.note)
		}
	}
	m.say(safe.Join(" · ", parts...))
}
