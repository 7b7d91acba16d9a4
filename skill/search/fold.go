package search

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A folder writes texts in the one form they are compared in: compatibility
// decomposed (so full-width letters are plain ones), without accents and
// invisible characters, in lower case, and with every separator a blank.
//
//	Naïve_Café    naive cafe
//	ＰＤＦ提取     pdf提取
//
// It also notes the word borders, which folding would hide: where blanks,
// punctuation and letters meet, at the humps of camelCase, and around every
// ideograph, since Chinese and Japanese write no blanks.
type folder struct {
	text    []byte
	borders bitset // i is in it when a word ends or begins before text[i]
	capital bitset // i is in it when text[i] is of one
	// origins has, for every byte of text, the offset of the character it came
	// from. It is kept only when traced is set.
	origins []int32
	traced  bool

	decomposed []byte // scratch
	start      bool   // the next character begins a field
	last       class
	lastAt     int // where the last character begins in text
	upper      int // how many upper-case letters came last, without a break
}

// class is what decides about word borders.
type class uint8

const (
	blank class = iota
	sign
	letter // digits too
	ideograph
	extension // belongs to the character before
)

// fieldEnd stands after every field of an index. Folding makes blanks of control
// characters, so no query reaches over it.
const fieldEnd = 0

// accent is the lowest combining class of marks that sit around a letter
// (acute, cedilla, horn). Lower classes hold voicing marks, viramas and Thai
// vowels, without which a word is another word.
const accent = 200

// add folds one more field.
func (f *folder) add(s string) {
	f.start, f.last, f.upper = true, blank, 0
	f.join(s)
}

// join folds s as the continuation of the field.
func (f *folder) join(s string) {
	for i := 0; i < len(s); {
		if c := s[i]; f.last == letter && f.upper == 0 && 'a' <= c && c <= 'z' && !f.traced {
			f.text = append(f.text, c) // most of all text, made quick
			i++
			continue
		}
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if r < utf8.RuneSelf || 0x4e00 <= r && r <= 0x9fff {
			f.put(r, i) // no decomposition
		} else {
			f.decompose(s[i:i+size], i)
		}
		i += size
	}
}

// end closes a field.
func (f *folder) end() {
	f.mark(len(f.text))
	f.text = append(f.text, fieldEnd)
}

func (f *folder) decompose(char string, at int) {
	f.decomposed = norm.NFKD.AppendString(f.decomposed[:0], char)
	for rest := f.decomposed; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case norm.NFKD.Properties(rest).CCC() >= accent:
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		case r == 'ß' || r == 'ẞ':
			f.put('s', at)
			f.put('s', at)
		default:
			f.put(r, at)
		}
		rest = rest[size:]
	}
}

// put writes one decomposed character that came from the offset at. Of several
// separators it writes one, and none at the beginning.
func (f *folder) put(r rune, at int) {
	kind, upper := classify(r)
	if kind == blank && (f.start || f.last == blank) {
		return
	}
	begin := len(f.text)
	switch {
	case kind == extension && !f.start:
	case f.start, kind != f.last, kind == ideograph:
		f.mark(begin)
	case upper && f.upper == 0: // deploy|Docs
		f.mark(begin)
	case f.upper > 1 && unicode.IsLower(r): // PDF|Tools, seen at the o
		f.mark(f.lastAt)
	}
	f.text = utf8.AppendRune(f.text, lower(r, kind))
	for i := begin; upper && i < len(f.text); i++ {
		f.capital.set(i)
	}
	for f.traced && len(f.origins) < len(f.text) {
		f.origins = append(f.origins, int32(at))
	}
	if kind == extension {
		return
	}
	f.start, f.last, f.lastAt = false, kind, begin
	f.upper++
	if !upper {
		f.upper = 0
	}
}

func classify(r rune) (kind class, upper bool) {
	switch {
	case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		return letter, false
	case 'A' <= r && r <= 'Z':
		return letter, true
	case r <= ' ', r == '-', r == '_', r == ':', r == '/', r == '.', r == '\\', r == 0x7f:
		return blank, false
	case r < utf8.RuneSelf:
		return sign, false
	case unicode.IsMark(r):
		return extension, false
	case isIdeograph(r):
		return ideograph, false
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return letter, unicode.IsUpper(r)
	case unicode.IsSpace(r), unicode.IsControl(r), unicode.Is(unicode.Pd, r):
		return blank, false
	}
	return sign, false
}

// isIdeograph reports whether r belongs to a script that is written without blanks.
func isIdeograph(r rune) bool {
	if 0x4e00 <= r && r <= 0x9fff || 0x3040 <= r && r <= 0x30ff {
		return true // the second range has marks that no script claims, as the one in サーバー
	}
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func lower(r rune, kind class) rune {
	switch {
	case kind == blank:
		return ' '
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	case kind == ideograph:
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r)) // by way of upper case, for ς and σ
}

func (f *folder) mark(i int) { f.borders.set(i) }

// capitals tells which of the bytes between two offsets are of capitals; nil when none
// are.
func (f *folder) capitals(from, to int) []bool {
	if f.capital.next(from, to) == to {
		return nil
	}
	capitals := make([]bool, to-from)
	for i := range capitals {
		capitals[i] = f.capital.has(from + i)
	}
	return capitals
}
