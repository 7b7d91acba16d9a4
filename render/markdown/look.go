package markdown

import (
	"strconv"
	"strings"
)

// A colour is 0xrrggbb; 0 is the terminal's own.
type colour uint32

// A font is a set of ways to write.
type font uint8

const (
	bold font = 1 << iota
	italic
	underlined
	struck
)

// A style is all that a piece of text can look like: its sequences are the only
// ones in a document. The zero style is the terminal's own.
type style struct {
	colour colour
	font   font
}

// with is t inside s.
func (s style) with(t style) style {
	if t.colour != 0 {
		s.colour = t.colour
	}
	s.font |= t.font
	return s
}

const reset = "\x1b[m"

// sequence switches from the zero style to s.
func (s style) sequence() string {
	b := []byte("\x1b[")
	if s.colour != 0 {
		b = append(b, "38;2;"...)
		for _, shift := range []int{16, 8, 0} {
			b = strconv.AppendUint(b, uint64(s.colour>>shift&0xff), 10)
			b = append(b, ';')
		}
	}
	for i, code := range []byte("1349") {
		if s.font>>i&1 != 0 {
			b = append(b, code, ';')
		}
	}
	b[len(b)-1] = 'm'
	return string(b)
}

// A look is the colours for one background, none for the plain one. All have a
// contrast of 4.5:1 or more on the usual backgrounds of their kind.
type look struct {
	accent colour // headings, link texts; keywords and keys in code
	code   colour // code in prose; variables in code
	dim    colour // link targets, bullets, frames, comments
	text   colour // strings in code, added lines of a diff
	number colour
	remove colour // deleted lines of a diff
}

var (
	darkLook  = look{accent: 0x7aa8f5, code: 0x6fc3d0, dim: 0x9299a8, text: 0x8fc77b, number: 0xc39cf0, remove: 0xef8f8f}
	lightLook = look{accent: 0x1f5bbf, code: 0x0d6675, dim: 0x5d6370, text: 0x2f6f24, number: 0x7438ab, remove: 0xb02a2a}
	plainLook = look{}
)

func (s Style) look() look {
	switch {
	case s.NoColor:
		return plainLook
	case s.Dark:
		return darkLook
	}
	return lightLook
}

// heading tells the levels apart: without colour only two, as a heading has to
// differ from a bold paragraph.
func (l look) heading(level int) style {
	switch {
	case level == 1, level == 2 && l == plainLook:
		return style{l.accent, bold | underlined}
	case level == 2, l == plainLook:
		return style{l.accent, bold}
	}
	return style{l.accent, 0}
}

func (l look) link() style { return style{l.accent, underlined} }

// quiet is for what stands beside the text.
func (l look) quiet() style { return style{colour: l.dim} }

// emphasis, struckOut and inlineCode use only bold, underlines and marks without
// colour. A mark goes on either side.
func (l look) emphasis(level int) style {
	switch {
	case level > 1:
		return style{font: bold}
	case l == plainLook:
		return style{font: underlined}
	}
	return style{font: italic}
}

func (l look) struckOut() (s style, mark string) {
	if l == plainLook {
		return style{}, "~~"
	}
	return style{font: struck}, ""
}

func (l look) inlineCode() (s style, mark string) {
	if l == plainLook {
		return style{}, "`"
	}
	return style{colour: l.code}, ""
}

// dimmed is text as one quiet piece.
func (l look) dimmed(text string) string {
	if l == plainLook {
		return text
	}
	return l.quiet().sequence() + text + reset
}

// rule is a thematic break. Skills put one between all sections: a short one is
// quiet enough.
func (l look) rule() string { return l.dimmed(strings.Repeat("─", 8)) }
