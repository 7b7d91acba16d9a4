package tui

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"knack/render/safe"
)

// A palette is all the colours there are. The default foreground and background
// are the terminal's own.
type palette struct {
	accent  color.Color // where am I
	warn    color.Color // something needs a look
	dim     color.Color // what can be passed over
	frame   color.Color
	value   color.Color // argument text in a prompt
	builtin color.Color // a ${VARIABLE}
	command color.Color // a command, not run
	tail    color.Color // arguments the host appends
}

var (
	darkPalette = palette{
		accent: lipgloss.Color("#7aa8f5"), warn: lipgloss.Color("#e3b262"),
		dim: lipgloss.Color("#9299a8"), frame: lipgloss.Color("#565c6b"),
		value: lipgloss.Color("#8fc77b"), builtin: lipgloss.Color("#c39cf0"),
		command: lipgloss.Color("#ef8f8f"), tail: lipgloss.Color("#6fc3d0"),
	}
	lightPalette = palette{
		accent: lipgloss.Color("#1f5bbf"), warn: lipgloss.Color("#8a5a00"),
		dim: lipgloss.Color("#5d6370"), frame: lipgloss.Color("#a9aeb8"),
		value: lipgloss.Color("#2f6f24"), builtin: lipgloss.Color("#7438ab"),
		command: lipgloss.Color("#b02a2a"), tail: lipgloss.Color("#0d6675"),
	}
)

// styles is every look on the screen. Each differs from the plain text by more
// than colour where its meaning matters: bold, underline, or a mark beside it.
type styles struct {
	plain, bold, dim, warn style
	accent, title          style
	frame, focused         style
	selected, marker       style
	match, matchDim        style
	tab, tabActive         style
	key, keyText           style
	value, builtin         style
	command, tail          style
	valueEdge, builtinEdge style // their marks in the margin
	heading, here          style
	found                  lipgloss.Style // drawn over other looks
	border                 border
}

// A border is the signs a frame is drawn with, each one cell wide.
type border struct {
	topLeft, topRight, bottomLeft, bottomRight safe.Text
	flat, upright                              safe.Text
}

func newBorder(b lipgloss.Border) border {
	return border{
		safe.Line(b.TopLeft), safe.Line(b.TopRight), safe.Line(b.BottomLeft), safe.Line(b.BottomRight),
		safe.Line(b.Top), safe.Line(b.Left),
	}
}

func newStyles(dark, noColor, ascii bool) *styles {
	p := lightPalette
	if dark {
		p = darkPalette
	}
	base := lipgloss.NewStyle()
	in := func(c color.Color) lipgloss.Style {
		if noColor {
			return base
		}
		return base.Foreground(c)
	}
	s := &styles{
		plain:     newStyle(base),
		bold:      newStyle(base.Bold(true)),
		dim:       newStyle(in(p.dim)),
		warn:      newStyle(in(p.warn)),
		accent:    newStyle(in(p.accent)),
		title:     newStyle(in(p.accent).Bold(true)),
		frame:     newStyle(in(p.frame)),
		focused:   newStyle(in(p.accent)),
		selected:  newStyle(in(p.accent).Bold(true)),
		marker:    newStyle(in(p.accent).Bold(true)),
		match:     newStyle(in(p.accent).Bold(true).Underline(true)),
		matchDim:  newStyle(in(p.accent).Underline(true)),
		tab:       newStyle(in(p.dim)),
		tabActive: newStyle(in(p.accent).Bold(true).Underline(true)),
		key:       newStyle(base.Bold(true)),
		keyText:   newStyle(in(p.dim)),
		value:     newStyle(in(p.value).Underline(true)),
		builtin:   newStyle(in(p.builtin).Underline(true)),
		command:   newStyle(in(p.command).Bold(true)),

		valueEdge:   newStyle(in(p.value)),
		builtinEdge: newStyle(in(p.builtin)),

		tail:    newStyle(in(p.tail).Underline(true)),
		heading: newStyle(base.Bold(true)),
		here:    newStyle(base.Reverse(true)),
		found:   base.Reverse(true),
		border:  newBorder(lipgloss.RoundedBorder()),
	}
	if ascii {
		s.border = newBorder(lipgloss.ASCIIBorder())
	}
	return s
}
