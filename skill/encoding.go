package skill

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	utf "golang.org/x/text/encoding/unicode"
)

// decodeText turns a file into valid UTF-8 without a byte order mark, and names its
// encoding the way Document does. The text of a file in UTF-8 is a part of data.
func decodeText(data []byte) (text []byte, encoding string) {
	data = bytes.TrimPrefix(data, byteOrderMark)
	if utf8.Valid(data) {
		return data, ""
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		// The decoder's only errors are those of its reader: bad units become U+FFFD.
		decoded, _ := utf.UTF16(utf.LittleEndian, utf.UseBOM).NewDecoder().Bytes(data)
		return decoded, "utf-16"
	}
	if decoded, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data); err == nil && isChinese(string(decoded)) {
		return decoded, "gb18030"
	}
	return []byte(string(bytes.Runes(data))), "unknown"
}

// isChinese tells a text that was GB18030 from one in another encoding that
// happens to decode: that one has its Han characters scattered between Latin
// letters, where accented ones stood, while Chinese writes them side by side.
func isChinese(text string) bool {
	if strings.ContainsRune(text, utf8.RuneError) {
		return false
	}
	together, alone, run := 0, 0, 0
	for _, r := range text + "\n" {
		if unicode.Is(unicode.Han, r) {
			run++
			continue
		}
		if run == 1 {
			alone++
		} else {
			together += run
		}
		run = 0
	}
	return together > alone
}

// firstInvalid is the offset of the first byte that isn't UTF-8.
func firstInvalid(data []byte) int {
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}
