package safe

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// tabStop is the distance of tab stops in cells: that of Markdown.
const tabStop = 4

// Line makes s a text of one line. White space that holds a line break becomes one
// blank, and none at the ends; a tab becomes a blank. C0 controls and DEL become
// their pictures (U+2400 to U+2421). Other characters that a reader would not see,
// and bytes that are not UTF-8, become markers such as <U+200B>, <U+200B x300> and
// <FF>; tag characters are spelled out, as in <tags: be silent>.
//
// Joiners and variation selectors stay where writing needs them, and so do up to
// four combining marks on a letter.
func Line(s string) Text {
	if isPlain(s) {
		return Text{s}
	}
	b := make([]byte, 0, len(s))
	broken, end := false, 0 // end is where b ends without its trailing blanks
	for p := range pieces(s) {
		text := shown(p)
		switch {
		case p.kind == lineBreak, p.kind == control && p.r == '\r':
			broken = true
			continue
		case p.kind == blank:
			text = strings.Repeat(" ", p.n)
		}
		if broken {
			if text = strings.TrimLeft(text, " "); text == "" {
				continue
			}
			if b = b[:end]; end > 0 {
				b = append(b, ' ')
			}
			broken = false
		}
		b = append(b, text...)
		if kept := strings.TrimRight(text, " "); kept != "" {
			end = len(b) - len(text) + len(kept)
		}
	}
	if broken {
		b = b[:end]
	}
	return Text{string(b)}
}

// Block is [Line] for a text of several lines: LF and CRLF become LF, a lone CR
// becomes a picture, and tabs become blanks up to the next multiple of four cells.
func Block(s string) Text {
	if isPlain(s) {
		return Text{s}
	}
	var b strings.Builder
	b.Grow(len(s))
	col, from := 0, 0 // b's last line is col cells wide up to the byte from
	for p := range pieces(s) {
		switch p.kind {
		case lineBreak:
			b.WriteString(strings.Repeat("\n", p.n))
			col, from = 0, b.Len()
		case blank:
			col += ansi.StringWidth(b.String()[from:])
			n := tabStop - col%tabStop + (p.n-1)*tabStop
			b.WriteString(strings.Repeat(" ", n))
			col, from = col+n, b.Len()
		default:
			b.WriteString(shown(p))
		}
	}
	return Text{b.String()}
}

// shown is what stands on the screen for p. Markers are ASCII.
func shown(p piece) string {
	switch p.kind {
	case visible:
		return p.text
	case control:
		if picture := controlPicture(p.r); picture != 0 {
			return strings.Repeat(string(picture), p.n)
		}
	case invalid:
		return marker(fmt.Sprintf("%02X", p.r), p.n)
	case tags:
		if words := spelled(p.text); words != "" {
			return "<tags: " + words + ">"
		}
	}
	return marker(fmt.Sprintf("U+%04X", p.r), p.n)
}

func marker(name string, n int) string {
	if n == 1 {
		return "<" + name + ">"
	}
	return fmt.Sprintf("<%s x%d>", name, n)
}

// controlPicture is the visible form of a C0 control or DEL, 0 for C1.
func controlPicture(r rune) rune {
	switch {
	case r < ' ':
		return '\u2400' + r
	case r == 0x7f:
		return '\u2421'
	}
	return 0
}

// spelled is the ASCII text that tag characters stand for.
func spelled(s string) string {
	return strings.Map(func(r rune) rune {
		if r -= 0xe0000; r >= ' ' && r < 0x7f {
			return r
		}
		return -1
	}, s)
}
