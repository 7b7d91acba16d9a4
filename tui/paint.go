package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
)

// A style is what switches a look on and off, worked out once: painting a row
// must not cost an allocation per piece.
type style struct{ on, off string }

func newStyle(s lipgloss.Style) style {
	on, off, _ := strings.Cut(s.Render("x"), "x")
	return style{on, off}
}

// A canvas builds one screen, line by line. Only safe.Text can be put on it.
type canvas struct {
	b    strings.Builder
	left int // cells left in the line being written
}

// begin starts a piece of a line that is width cells wide.
func (c *canvas) begin(width int) { c.left = width }

// put writes t, cut to what is left of the line. Emoji of several characters are
// put in a simpler form: terminals don't agree how wide they are, and a border
// must not move.
func (c *canvas) put(s style, t safe.Text) {
	t = t.Simple()
	w := t.Width()
	if w > c.left {
		t = t.Cut(c.left)
		w = t.Width()
	}
	if w == 0 {
		return
	}
	c.b.WriteString(s.on)
	c.b.WriteString(t.String())
	c.b.WriteString(s.off)
	c.left -= w
}

// putHard writes what fits of t, without a sign that the rest is cut.
func (c *canvas) putHard(s style, t safe.Text) {
	if c.left <= 0 {
		return
	}
	if t = t.Simple(); t.Width() > c.left {
		t = safe.Line(ansi.Truncate(t.String(), c.left, ""))
	}
	c.put(s, t)
}

// styled writes a finished line that is w cells wide and carries its own looks.
func (c *canvas) styled(line string, w int) {
	c.b.WriteString(line)
	c.left -= w
}

// fill writes n times a sign that is one cell wide.
func (c *canvas) fill(s style, sign safe.Text, n int) {
	n = min(n, c.left)
	if n <= 0 {
		return
	}
	c.b.WriteString(s.on)
	for range n {
		c.b.WriteString(sign.String())
	}
	c.b.WriteString(s.off)
	c.left -= n
}

// line gives what was written to a line that had width cells.
func (c *canvas) line(width int) textLine { return textLine{c.b.String(), width - c.left} }

// blank writes n blanks, or as many as there is room for.
func (c *canvas) blank(n int) {
	n = min(n, c.left)
	for range n {
		c.b.WriteByte(' ')
	}
	c.left -= max(n, 0)
}

// end fills the piece up to its width.
func (c *canvas) end() { c.blank(c.left) }

func (c *canvas) newline() { c.b.WriteByte('\n') }
