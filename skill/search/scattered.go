package search

import (
	"strings"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// gradeScattered grades what has no grade yet and has all letters of q, in their
// order, in its name.
func (x *Index) gradeScattered(q Query, grades []grade) {
	if len(q.letters) < minScattered {
		return
	}
	names := names{index: x}
	for i := range x.entries {
		if e := &x.entries[i]; grades[i].tier == none && e.nameChars.cover(q.chars) && hasInOrder(x.nameOf(e), q.letters) {
			names.entries = append(names.entries, int32(i))
		}
	}
	for _, m := range fuzzy.FindFromNoSort(q.letters, names) {
		if worth := worth(m); worth >= 0 {
			grades[names.entries[m.Index]] = grade{Fuzzy, uint16(band - 1 - min(worth, band-1))}
		}
	}
}

func (x *Index) nameOf(e *entry) string { return x.text[e.name:e.nameEnd()] }

// names are the names of some entries, for the fuzzy library.
type names struct {
	index   *Index
	entries []int32
}

func (n names) Len() int            { return len(n.entries) }
func (n names) String(i int) string { return n.index.nameOf(&n.index.entries[n.entries[i]]) }

// hasInOrder reports whether the bytes of letters stand in text in their order.
// It saves most names the slower, exact look of the fuzzy library.
func hasInOrder(text, letters string) bool {
	for i := range len(letters) {
		at := strings.IndexByte(text, letters[i])
		if at < 0 {
			return false
		}
		text = text[at+1:]
	}
	return true
}

// worth is the score of a scattered match. Below zero, the letters lie about as
// they do by chance. The library takes off a point for every byte that isn't
// matched; here an ideograph costs no more than a letter.
func worth(m fuzzy.Match) int {
	return m.Score + len(m.Str) - utf8.RuneCountInString(m.Str)
}
