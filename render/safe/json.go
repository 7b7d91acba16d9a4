package safe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON encodes v with an indent of two blanks and a final line break. Whatever
// could act on a terminal or stay unseen (DEL, C1, format characters, tag
// characters, variation selectors, all that [Find] knows) is written as \u escapes,
// so the value stays the same. < > & are written as they are.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode JSON: %w", err)
	}
	return escapeUnseen(b.Bytes()), nil
}

// escapeUnseen works on encoded JSON, where such characters stand in strings only.
func escapeUnseen(encoded []byte) []byte {
	out := make([]byte, 0, len(encoded))
	for at := 0; at < len(encoded); {
		r, size := utf8.DecodeRune(encoded[at:])
		if !isUnseen(r) {
			out = append(out, encoded[at:at+size]...)
		} else if r1, r2 := utf16.EncodeRune(r); r1 != unicode.ReplacementChar {
			out = fmt.Appendf(out, `\u%04x\u%04x`, r1, r2)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		at += size
	}
	return out
}

// isUnseen leaves the encoder's own line breaks alone; other C0 it has escaped.
func isUnseen(r rune) bool { return r >= 0x7f && kindOf(r) != visible }
