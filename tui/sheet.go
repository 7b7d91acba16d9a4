package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
)

// A textLine is a finished line with its looks, and its width in cells.
type textLine struct {
	text string
	w    int
}

// A seg is a piece of text in one style.
type seg struct {
	style style
	text  safe.Text
}

// A sheet is a page of lines being written, each at most width cells wide.
type sheet struct {
	width int
	tight bool // without gaps
	lines []textLine
}

// add writes one line, cut at the width.
func (s *sheet) add(segs ...seg) {
	c := canvas{left: s.width}
	for _, g := range segs {
		c.put(g.style, g.text)
	}
	s.lines = append(s.lines, c.line(s.width))
}

func (s *sheet) blank() { s.lines = append(s.lines, textLine{}) }

// gap sets what comes apart from what there is, if there is room for that.
func (s *sheet) gap() {
	if len(s.lines) > 0 && !s.tight {
		s.blank()
	}
}

// flow writes text wrapped at words, each line after the first indented like the
// text behind the lead.
func (s *sheet) flow(lead seg, body style, t safe.Text) {
	indent := min(lead.text.Width(), s.width/2)
	room := max(s.width-indent, 1)
	for _, line := range t.Simple().Lines() {
		for _, part := range wrapWords(line, room) {
			c := canvas{left: s.width}
			c.put(lead.style, lead.text)
			if pad := indent - (s.width - c.left); pad > 0 {
				c.blank(pad)
			}
			c.put(body, part)
			s.lines = append(s.lines, c.line(s.width))
			lead.text = safe.Text{}
		}
	}
}

// hang writes an indented line wrapped at words, each line after the first further in, so
// that it can't be taken for another one. What isn't indented is prose and stays flush.
func (s *sheet) hang(indent int, look style, t safe.Text) {
	const further = 2
	room, more := max(s.width-indent, 1), 0
	if indent > 0 && t.Width() > room {
		room, more = max(room-further, 1), further
	}
	for i, part := range wrapWords(t.Simple(), room) {
		c := canvas{left: s.width}
		c.blank(indent + min(i, 1)*more)
		c.put(look, part)
		s.lines = append(s.lines, c.line(s.width))
	}
}

// keepHyphens joins what stands on either side of a hyphen between digits, as in a date,
// and of those that begin a word, as in a flag. It puts a character in their place that no
// line ends behind.
func keepHyphens(s string) string {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	var b strings.Builder
	for i, r := range s {
		begins := i == 0 || s[i-1] == ' ' || s[i-1] == '-'
		if r == '-' && (begins || digit(i-1) && digit(i+1)) {
			r = safe.StandIn
		}
		b.WriteRune(r)
	}
	return b.String()
}

// wrapWords breaks one line at blanks and hyphens, but not in a date or flag, and inside words
// that are wider than room.
func wrapWords(t safe.Text, room int) []safe.Text {
	if t.Width() <= room {
		return []safe.Text{t}
	}
	var parts []safe.Text
	for _, line := range strings.Split(ansi.Wrap(keepHyphens(t.String()), room, ""), "\n") {
		line = strings.ReplaceAll(line, string(safe.StandIn), "-")
		// The library leaves a word of hyphens on a line it doesn't fit into.
		for at := strings.LastIndexByte(line, ' '); at > 0 && safe.Line(line).Width() > room; at = strings.LastIndexByte(line, ' ') {
			parts = append(parts, safe.Line(line[:at]))
			line = line[at+1:]
		}
		parts = append(parts, safe.Line(line))
	}
	return parts
}

// wrapFew is wrapWords with at most so many lines; the last of them shows that there
// would be more.
func wrapFew(t safe.Text, room, most int) []safe.Text {
	lines := wrapWords(t.Simple(), room)
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = safe.Format("%s …", lines[most-1].Cut(room-2))
	}
	return lines
}

// cutLine cuts a finished line to width cells and closes its looks.
func cutLine(l textLine, width int) textLine {
	return textLine{ansi.Truncate(l.text, max(width, 0), ""), min(l.w, max(width, 0))}
}
