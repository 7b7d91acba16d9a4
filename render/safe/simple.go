package safe

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Simple replaces emoji that are made of several characters by something of the
// same width in every terminal: a family becomes its first member, a flag its
// letters, a keycap its digit; skin tones and variation selectors go.
//
// Layout counts cells by grapheme. A terminal, and Bubble Tea's renderer until the
// terminal reports mode 2027, counts them by character, so that such an emoji would
// push the border of its row. Indic vowel signs stay: terminals disagree about
// their width, and there is no other way to write them.
func (t Text) Simple() Text {
	if !strings.ContainsFunc(t.s, isComposing) {
		return t
	}
	var b strings.Builder
	b.Grow(len(t.s))
	g := graphemes.FromString(t.s)
	for g.Next() {
		simplify(&b, g.Value())
	}
	return Text{b.String()}
}

// isComposing reports whether r is one of the characters that simplify treats.
func isComposing(r rune) bool {
	switch r {
	case zwj, vs15, vs16, keycap, thaiAm, laoAm:
		return true
	}
	return isTone(r) || isRegional(r) || kindOf(r) == tags
}

const (
	keycap = '\u20e3'
	thaiAm = '\u0e33'
	laoAm  = '\u0eb3'
)

func isTone(r rune) bool     { return r >= 0x1f3fb && r <= 0x1f3ff }
func isRegional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// simplify writes one grapheme.
func simplify(b *strings.Builder, cluster string) {
	var base rune
	for i, r := range cluster {
		if i == 0 {
			base = r
		}
		switch {
		case isRegional(r):
			b.WriteRune(r - 0x1f1e6 + 'A')
		case r == thaiAm: // written apart it looks the same, and each half has its width
			b.WriteString("\u0e4d\u0e32")
		case r == laoAm:
			b.WriteString("\u0ecd\u0eb2")
		case r == zwj && !unicode.In(base, joiningScripts...):
			return
		case r == vs15, r == vs16, i > 0 && isTone(r), r == keycap && base < 0x80, kindOf(r) == tags:
		default:
			b.WriteRune(r)
		}
	}
}
