package lint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

const restore = "restore the text from where it came, and save it as UTF-8"

// restoring advises to restore a text whose control characters come from misreading it.
// Without them the line of the hint would be as unreadable.
func (s *subject) restoring() {
	lines := strings.Split(s.text, "\n")
	for i, p := range s.doc.Problems {
		if !isControl(p) || p.Line > len(lines) {
			continue
		}
		line := lines[p.Line-1]
		if at := strings.IndexFunc(line, func(r rune) bool { return 0x80 <= r && r <= 0x9f }); at >= 0 {
			if _, misread := meantBy(line, at); misread {
				s.doc.Problems[i].Hint = restore
			}
		}
	}
}

// meantBy gives the character that one at an offset is a part of, where UTF-8 was read in
// another encoding and saved again. Control characters above U+007F and private ones
// among Chinese hardly get into a text otherwise.
func meantBy(text string, offset int) (rune, bool) {
	switch r, _ := utf8.DecodeRuneInString(text[offset:]); {
	case 0x80 <= r && r <= 0x9f:
		return meantBySingle(text, offset)
	case 0xe000 <= r && r <= 0xe765:
		return meantByPair(text, offset)
	}
	return 0, false
}

// meantBySingle is meantBy for Latin-1 and Windows-1252, which have a byte a character.
func meantBySingle(text string, offset int) (rune, bool) {
	from := offset
	for range utf8.UTFMax {
		if meant, size := utf8.DecodeRune(singleBytes(text[from:], utf8.UTFMax)); meant != utf8.RuneError && size > utf8.RuneCountInString(text[from:offset]) && size > 1 {
			return meant, true
		}
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	return 0, false
}

// windows1252 has the characters of the bytes from 0x80 on; a blank stands for none.
const windows1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

// singleBytes writes the first characters of a text as single bytes, as far as they can be.
func singleBytes(text string, most int) []byte {
	var bytes []byte
	for _, r := range text {
		high := strings.IndexRune(windows1252, r)
		switch {
		case len(bytes) == most:
			return bytes
		case r <= 0xff:
			bytes = append(bytes, byte(r))
		case high >= 0:
			bytes = append(bytes, byte(0x80+utf8.RuneCountInString(windows1252[:high])))
		default:
			return bytes
		}
	}
	return bytes
}

// meantByPair is meantBy for GBK, where a character outside of ASCII has two bytes. A
// character of UTF-8 is looked for that has some of those of the one at the offset.
func meantByPair(text string, offset int) (rune, bool) {
	const pair = 2
	from, before := offset, 0
	for range pair {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if pairOf(r) == nil {
			break
		}
		from, before = from-size, before+pair
	}
	var bytes []byte
	for _, r := range text[from:] {
		b := pairOf(r)
		if b == nil || len(bytes) > before+2*pair {
			break
		}
		bytes = append(bytes, b...)
	}
	for at := 0; at < before+pair; at++ {
		if r, size := utf8.DecodeRune(bytes[at:]); size > pair && at+size > before && unicode.Is(unicode.Han, r) {
			return r, true
		}
	}
	return 0, false
}

// pairOf writes a character as the two bytes of GBK, nil for one that has none. Its
// private ones stand in three areas.
func pairOf(r rune) []byte {
	const first, second, third = 0xe000, 0xe234, 0xe4c6
	switch {
	case r >= first && r < second:
		return []byte{byte(0xaa + (r-first)/94), byte(0xa1 + (r-first)%94)}
	case r >= second && r < third:
		return []byte{byte(0xf8 + (r-second)/94), byte(0xa1 + (r-second)%94)}
	case r >= third && r <= 0xe765:
		low := byte(0x40 + (r-third)%96)
		if low >= 0x7f {
			low++
		}
		return []byte{byte(0xa1 + (r-third)/96), low}
	}
	b, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(string(r)))
	if err != nil || len(b) != 2 {
		return nil
	}
	return b
}
