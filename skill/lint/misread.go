package lint

import (
	"strings"
	"unicode/utf8"
)

// meantBy gives the character that a control character at an offset is a byte of, where
// UTF-8 was read as Latin-1 or Windows-1252 and saved again. A control character above
// U+007F hardly gets into a text otherwise.
func meantBy(text string, offset int) (rune, bool) {
	if r, _ := utf8.DecodeRuneInString(text[offset:]); r < 0x80 || r > 0x9f {
		return 0, false
	}
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
