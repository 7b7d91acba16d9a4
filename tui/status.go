package tui

import (
	"strings"

	"knack/render/safe"
	"knack/tui/clipboard"
)

// A status is what the program says about the last key, in the footer, until the
// next one.
type status struct {
	text    safe.Text
	warning bool
}

func (m *model) say(t safe.Text) { m.status = status{text: t} }

func (m *model) warn(t safe.Text) { m.status = status{text: t, warning: true} }

func (m *model) sayResult(r clipboard.Result) {
	m.say(safe.Line(strings.Join(r.Status(), "; ")))
}
