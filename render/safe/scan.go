package safe

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// A kind says what a terminal or a reader would make of a character.
type kind uint8

const (
	visible   kind = iota
	blank          // a tab
	lineBreak      // LF or CRLF
	control        // the rest of C0, DEL, C1
	bidi           // reorders the text around it
	zeroWidth
	tags      // U+E0000 to U+E007F: spell ASCII invisibly
	variation // a variation selector that selects nothing
	filler    // takes room, shows nothing
	format    // other Cf
	separator // line and paragraph separator
	private
	unassigned
	mark    // a combining mark without a base, or one too many
	invalid // a byte that isn't UTF-8
)

const (
	zwnj = '\u200c'
	zwj  = '\u200d'
	vs15 = '\ufe0e'
	vs16 = '\ufe0f'

	maxMarks = 4  // on one base; no living script stacks more
	maxJoins = 10 // in one emoji
)

// A piece is a run of one kind. Where the kind is neither visible nor tags it is a
// run of one character or byte.
type piece struct {
	kind kind
	text string
	r    rune // the first character; of an invalid piece, the byte
	n    int  // how many characters, or bytes if invalid
}

// pieces splits s without gaps.
func pieces(s string) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		var c context
		var run piece
		start := 0
		for at := 0; at < len(s); {
			k, r, size := c.next(s[at:])
			if at > start && (k != run.kind || r != run.r && k != visible && k != tags) {
				run.text = s[start:at]
				if !yield(run) {
					return
				}
				start, run.n = at, 0
			}
			if at == start {
				run.kind, run.r = k, r
			}
			run.n++
			at += size
		}
		if run.n > 0 {
			run.text = s[start:]
			yield(run)
		}
	}
}

// A context is what the characters before allow the next one to be. It depends
// only on what will be shown, so showing a shown text again changes nothing.
type context struct {
	base  rune // what a mark would attach to; 0 at a line start or after a blank
	last  rune // the character before, if visible
	marks int  // on base
	joins int  // in the emoji that base belongs to
}

// next tells the kind, the value and the length of the first character of s.
func (c *context) next(s string) (kind, rune, int) {
	if b := s[0]; b < utf8.RuneSelf {
		return c.ascii(b, s[1:])
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 {
		c.replaced()
		return invalid, rune(s[0]), 1
	}
	if isCommon(r) {
		*c = context{base: r, last: r}
		return visible, r, size
	}
	rest := s[size:]
	k := kindOf(r)
	switch {
	case r == zwj || r == zwnj:
		if c.joinable(r, rest) {
			k = visible
			c.joins++
		}
	case r == vs15 || r == vs16:
		if c.selectable(rest) {
			k = visible
		}
	case k == visible && attaches(r):
		if c.base == 0 || c.marks >= maxMarks {
			k = mark
		} else if unicode.In(r, unicode.Mn, unicode.Me) {
			c.marks++
		}
	case k == visible:
		if c.last != zwj {
			c.joins = 0
		}
		c.base, c.marks = r, 0
		size += regionFlag(r, rest)
	}
	if k == visible {
		c.last = r
	} else {
		c.replaced()
	}
	return k, r, size
}

func (c *context) ascii(b byte, rest string) (kind, rune, int) {
	switch {
	case b > ' ' && b < 0x7f:
		*c = context{base: rune(b), last: rune(b)}
		return visible, rune(b), 1
	case b == ' ':
		*c = context{}
		return visible, ' ', 1
	case b == '\t':
		*c = context{}
		return blank, '\t', 1
	case b == '\n':
		*c = context{}
		return lineBreak, '\n', 1
	case b == '\r' && strings.HasPrefix(rest, "\n"):
		*c = context{}
		return lineBreak, '\n', 2
	case b == '\r': // Line makes it a blank
		*c = context{}
		return control, '\r', 1
	}
	c.replaced()
	return control, rune(b), 1
}

// replaced notes that something else will be shown in this place. Marks can attach
// to it as to a letter. A base with too many marks stays one.
func (c *context) replaced() {
	if c.marks < maxMarks {
		*c = context{base: '>'}
	}
	c.last = 0
}

// selectable reports whether a variation selector here picks the text or the emoji
// form of the character before it. Digits have emoji forms only as keycaps.
func (c *context) selectable(rest string) bool {
	if c.last == 0 || c.last != c.base || c.marks > 0 {
		return false
	}
	if c.last < utf8.RuneSelf {
		return strings.ContainsRune("0123456789#*", c.last) && strings.HasPrefix(rest, "\u20e3")
	}
	return unicode.Is(variationBases, c.last)
}

// joinable reports whether the joiner r here is part of the writing: ZWJ inside an
// emoji, either one between letters of a script that is spelled with them, and ZWJ
// behind a virama.
func (c *context) joinable(r rune, rest string) bool {
	if c.last == 0 || c.last == zwj || c.last == zwnj || c.joins >= maxJoins {
		return false
	}
	next, _ := utf8.DecodeRuneInString(rest)
	if unicode.In(c.last, joiningScripts...) && unicode.In(c.base, joiningScripts...) {
		if unicode.In(next, joiningScripts...) && kindOf(next) == visible {
			return unicode.IsLetter(next) || c.marks < maxMarks
		}
		return r == zwj && c.marks > 0
	}
	if r == zwnj || kindOf(next) != visible || attaches(next) {
		return false
	}
	// The segmentation rules know which characters are pictures.
	pair := string([]rune{c.base, zwj, next})
	g := graphemes.FromString(pair)
	return g.Next() && len(g.Value()) == len(pair)
}

// attaches reports whether a terminal draws r onto the character before it.
func attaches(r rune) bool {
	return unicode.Is(unicode.M, r) ||
		r == thaiAm || r == laoAm || // half mark, half letter
		isTone(r)
}

// regionFlag is the length of the tag characters that make r the flag of England,
// Scotland or Wales, the only ones in general use; 0 if they don't.
func regionFlag(r rune, rest string) int {
	if r != '\U0001f3f4' {
		return 0
	}
	for _, region := range []string{
		"\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
		"\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
		"\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
	} {
		if strings.HasPrefix(rest, region) {
			return len(region)
		}
	}
	return 0
}

// isCommon reports, for most text and without a table, that r is a visible
// character that attaches to nothing.
func isCommon(r rune) bool {
	return r >= 0xa0 && r < 0x300 && r != 0xad || r >= 0x3041 && r < 0x3097 || r >= 0x30a1 && r < 0x30ff ||
		r >= 0x4e00 && r < 0xa000 || r >= 0xac00 && r < 0xd7a4
}

// kindOf tells the kind of a character outside of any context.
func kindOf(r rune) kind {
	switch {
	case r >= ' ' && r < 0x7f, isCommon(r):
		return visible
	case r < 0xa0:
		return control
	case unicode.Is(unicode.Bidi_Control, r):
		return bidi
	case unicode.Is(zeroWidths, r):
		return zeroWidth
	case r >= 0xe0000 && r <= 0xe007f:
		return tags
	case unicode.Is(unicode.Variation_Selector, r):
		return variation
	case unicode.Is(fillers, r):
		return filler
	case unicode.In(r, unicode.Zl, unicode.Zp):
		return separator
	case unicode.Is(unicode.Cf, r):
		return format
	case unicode.Is(unicode.Co, r):
		return private
	case !unicode.IsGraphic(r):
		return unassigned
	}
	return visible
}

var (
	zeroWidths = runes('\u034f', '\u17b4', '\u17b5', '\u180e', '\u200b', zwnj, zwj, '\u2060', '\u2061', '\u2062', '\u2063', '\u2064', '\ufeff')
	fillers    = runes('\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', '\U0001d159')

	// variationBases are the blocks that hold every character with a text and an
	// emoji form (emoji-variation-sequences.txt), but for the ASCII ones.
	variationBases = &unicode.RangeTable{
		R16: []unicode.Range16{
			{Lo: 0xa9, Hi: 0xa9, Stride: 1}, {Lo: 0xae, Hi: 0xae, Stride: 1},
			{Lo: 0x203c, Hi: 0x203c, Stride: 1}, {Lo: 0x2049, Hi: 0x2049, Stride: 1},
			{Lo: 0x2122, Hi: 0x2122, Stride: 1}, {Lo: 0x2139, Hi: 0x2139, Stride: 1},
			{Lo: 0x2194, Hi: 0x21aa, Stride: 1}, {Lo: 0x231a, Hi: 0x23ff, Stride: 1},
			{Lo: 0x24c2, Hi: 0x24c2, Stride: 1}, {Lo: 0x25aa, Hi: 0x27bf, Stride: 1},
			{Lo: 0x2934, Hi: 0x2935, Stride: 1}, {Lo: 0x2b05, Hi: 0x2b55, Stride: 1},
			{Lo: 0x3030, Hi: 0x3030, Stride: 1}, {Lo: 0x303d, Hi: 0x303d, Stride: 1},
			{Lo: 0x3297, Hi: 0x3299, Stride: 2},
		},
		R32:         []unicode.Range32{{Lo: 0x1f004, Hi: 0x1f6ff, Stride: 1}},
		LatinOffset: 2,
	}

	// joiningScripts change the shape of letters with ZWJ and ZWNJ.
	joiningScripts = []*unicode.RangeTable{
		unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mongolian,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
		unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	}
)

func runes(list ...rune) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for _, r := range list {
		if r < 0x10000 {
			t.R16 = append(t.R16, unicode.Range16{Lo: uint16(r), Hi: uint16(r), Stride: 1})
		} else {
			t.R32 = append(t.R32, unicode.Range32{Lo: uint32(r), Hi: uint32(r), Stride: 1})
		}
	}
	return t
}
