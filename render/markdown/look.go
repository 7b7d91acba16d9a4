package markdown

import (
	"fmt"
	"strings"

	"charm.land/glamour/v2/ansi"
	"github.com/alecthomas/chroma/v2"
	xansi "github.com/charmbracelet/x/ansi"
)

// A palette is the colours of one background, as #rrggbb. All have a contrast of
// 4.5:1 or more on the usual backgrounds of their kind.
type palette struct {
	accent string // headings, link texts
	code   string
	dim    string // link targets, bullets, frames
	text   string // strings in code
	number string
	remove string // deleted lines of a diff
}

var (
	darkPalette  = palette{accent: "#7aa8f5", code: "#6fc3d0", dim: "#9299a8", text: "#8fc77b", number: "#c39cf0", remove: "#ef8f8f"}
	lightPalette = palette{accent: "#1f5bbf", code: "#0d6675", dim: "#5d6370", text: "#2f6f24", number: "#7438ab", remove: "#b02a2a"}
)

// A look is a Style worked out.
type look struct {
	glamour ansi.StyleConfig
	syntax  *chroma.Style
	dim     string          // the sequence that dims; "" without colour
	colours map[string]bool // as in SGR: "122;168;245"
}

const bold = "\x1b[1m"

var (
	darkLook  = newLook(darkPalette)
	lightLook = newLook(lightPalette)
	plainLook = &look{glamour: glamourStyle(palette{}), syntax: chroma.MustNewStyle("none", nil)}
)

func (s Style) look() *look {
	switch {
	case s.NoColor:
		return plainLook
	case s.Dark:
		return darkLook
	}
	return lightLook
}

func newLook(p palette) *look {
	l := &look{glamour: glamourStyle(p), syntax: syntaxStyle(p), colours: map[string]bool{}}
	for _, hex := range []string{p.accent, p.code, p.dim, p.text, p.number, p.remove} {
		l.colours[sgrColour(hex)] = true
	}
	l.dim = "\x1b[38;2;" + sgrColour(p.dim) + "m"
	return l
}

func sgrColour(hex string) string {
	c := chroma.MustParseColour(hex)
	return fmt.Sprintf("%d;%d;%d", c.Red(), c.Green(), c.Blue())
}

// glamourStyle leaves text in the terminal's own colour and adds no margins. The
// empty palette is for no colours at all.
func glamourStyle(p palette) ansi.StyleConfig {
	on, off := true, false
	bold := ansi.StylePrimitive{Bold: &on}
	underlined := ansi.StylePrimitive{Underline: &on}
	s := ansi.StyleConfig{
		Heading:  ansi.StyleBlock{StylePrimitive: bold},
		H1:       ansi.StyleBlock{StylePrimitive: underlined},
		Strong:   bold,
		LinkText: underlined,
	}
	if p == (palette{}) {
		s.H2.StylePrimitive = underlined
		s.Emph = underlined
		s.Strikethrough = ansi.StylePrimitive{Prefix: "~~", Suffix: "~~"}
		s.Code.StylePrimitive = ansi.StylePrimitive{Prefix: "`", Suffix: "`"}
		return s
	}
	s.Heading.Color = &p.accent
	for _, low := range []*ansi.StyleBlock{&s.H3, &s.H4, &s.H5, &s.H6} {
		low.Bold = &off // unlike a bold paragraph
	}
	s.LinkText.Color = &p.accent
	s.ImageText.Color = &p.dim
	s.Code.Color = &p.code
	s.Emph = ansi.StylePrimitive{Italic: &on}
	s.Strikethrough = ansi.StylePrimitive{CrossedOut: &on}
	return s
}

// syntaxStyle marks what the eye looks for in code and leaves the rest alone.
func syntaxStyle(p palette) *chroma.Style {
	return chroma.MustNewStyle("knack", chroma.StyleEntries{
		chroma.Comment:           p.dim,
		chroma.CommentPreproc:    p.accent,
		chroma.Keyword:           p.accent,
		chroma.NameBuiltin:       p.code,
		chroma.NameTag:           p.accent,
		chroma.NameAttribute:     p.code,
		chroma.LiteralString:     p.text,
		chroma.LiteralNumber:     p.number,
		chroma.GenericHeading:    "bold",
		chroma.GenericSubheading: "bold",
		chroma.GenericStrong:     "bold",
		chroma.GenericInserted:   p.text,
		chroma.GenericDeleted:    p.remove,
	})
}

// restyle is style after an SGR sequence. Sequences that no look uses, conceal and
// backgrounds among them, change nothing.
func (l *look) restyle(style, sequence string) string {
	params, isCSI := strings.CutPrefix(sequence, "\x1b[")
	params, isSGR := strings.CutSuffix(params, "m")
	switch {
	case !isCSI || !isSGR:
		return style
	case params == "" || params == "0":
		return ""
	case !l.allows(params):
		return style
	}
	return style + sequence
}

// allows reports whether all of the SGR parameters are bold, italic, underlined,
// crossed out or a colour of the look.
func (l *look) allows(params string) bool {
	for params != "" {
		if colour, ok := strings.CutPrefix(params, "38;2;"); ok {
			rgb := colour
			if parts := strings.SplitN(colour, ";", 4); len(parts) == 4 {
				rgb = strings.Join(parts[:3], ";")
			}
			if !l.colours[rgb] {
				return false
			}
			params = strings.TrimPrefix(colour[len(rgb):], ";")
			continue
		}
		var attribute string
		attribute, params, _ = strings.Cut(params, ";")
		if !strings.Contains("1 3 4 9", attribute) {
			return false
		}
	}
	return true
}

// dimmed is text as one dim piece.
func (l *look) dimmed(text string) string {
	if l.dim == "" {
		return text
	}
	return l.dim + text + xansi.ResetStyle
}

// rule is a thematic break. Skills put one between all sections: a short one is
// quiet enough.
func (l *look) rule() string { return l.dimmed(strings.Repeat("─", 8)) }
