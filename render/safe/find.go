package safe

import (
	"strings"
	"unicode/utf8"
)

// A Hidden is a run of characters that a person reading s could not have seen.
type Hidden struct {
	// Code is one of control, bidi, zero-width, tags, variation, filler, format,
	// separator, private-use, unassigned, invalid-utf8.
	Code string

	Offset  int    // in bytes from the start
	Line    int    // from 1
	Column  int    // from 1, in characters
	Count   int    // characters, or bytes for invalid-utf8
	Decoded string // for tags: the text they spell
}

var codes = map[kind]string{
	control: "control", bidi: "bidi", zeroWidth: "zero-width", tags: "tags", variation: "variation", filler: "filler",
	format: "format", separator: "separator", private: "private-use", unassigned: "unassigned", invalid: "invalid-utf8",
}

// Find lists what is hidden in s, in order. Line breaks, tabs, and a byte order
// mark at the start are no finding, and neither are the joiners and variation
// selectors that emoji and some scripts are written with.
func Find(s string) []Hidden {
	var found []Hidden
	open := false // whether the last finding ends where the next piece starts
	offset, line, column := 0, 1, 1
	s, bom := strings.CutPrefix(s, "\ufeff")
	if bom {
		offset = len("\ufeff")
	}
	for p := range pieces(s) {
		code := codes[p.kind]
		switch {
		case code == "":
			open = false
		case open && found[len(found)-1].Code == code:
			found[len(found)-1].Count += p.n
		default:
			h := Hidden{Code: code, Offset: offset, Line: line, Column: column, Count: p.n}
			if p.kind == tags {
				h.Decoded = spelled(p.text)
			}
			found, open = append(found, h), true
		}
		offset += len(p.text)
		if p.kind == lineBreak {
			line, column = line+p.n, 1
		} else {
			column += utf8.RuneCountInString(p.text)
		}
	}
	return found
}

// Clean is s without what [Find] finds, except private-use characters, which may
// be icons of the reader's font. It also drops a byte order mark.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for p := range pieces(s) {
		if codes[p.kind] == "" || p.kind == private {
			b.WriteString(p.text)
		}
	}
	return b.String()
}
