package search

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/sahilm/fuzzy"
)

// A Range is a part of a text, in bytes, from Start to before End.
type Range struct{ Start, End int }

// Within gives q as a hit of tier t met it. Its Highlight leaves out looser
// matches than t, which aren't why that entry was found.
func (q Query) Within(t Tier) Query {
	q.loosest = min(q.loosest, max(t, Substring))
	return q
}

// Highlight says what to mark in a text of an entry that q found: the words as
// typed, a word with one wrong letter where there is none as typed, and, in a
// name or label (nameField) without either, the scattered letters. The ranges are
// in order and apart, in the bytes of text as it was given, and never cut what
// a reader sees as one character. An empty query marks nothing, and one that a
// ranking by meaning gave marks the words it went by, with any ending.
func (q Query) Highlight(text string, nameField bool) []Range {
	if q.Empty() {
		return nil
	}
	p := newPage(text)
	if len(q.terms) > 0 {
		p.markTerms(q)
		return p.ranges(text)
	}
	found := false
	for i := range q.words {
		w := &q.words[i]
		found = p.markLiteral(w, nameField) || q.loosest >= Typo && w.forgiving && p.markNear(w) || found
	}
	if !found && nameField && q.loosest == Fuzzy && len(q.letters) >= minScattered {
		p.markScattered(q.letters)
	}
	return p.ranges(text)
}

// page is a folded text with its marks.
type page struct {
	text    string
	borders bitset
	origins []int32
	marked  []bool // by byte of text
}

func newPage(text string) page {
	f := folder{traced: true}
	f.add(text)
	f.mark(len(f.text))
	return page{string(f.text), f.borders, f.origins, make([]bool, len(f.text))}
}

func (p *page) mark(from, to int) {
	for i := from; i < to; i++ {
		p.marked[i] = true
	}
}

// markLiteral marks w wherever Find would count it.
func (p *page) markLiteral(w *word, nameField bool) bool {
	found := false
	for i := 0; ; {
		n := strings.Index(p.text[i:], w.text)
		if n < 0 {
			return found
		}
		i += n
		if !nameField && !p.borders.has(i) && len(w.text) < minMiddle {
			i++
			continue
		}
		p.mark(i, i+len(w.text))
		i += len(w.text)
		found = true
	}
}

// markNear marks the words that are one letter away from w.
func (p *page) markNear(w *word) bool {
	found := false
	for i := 0; i < len(p.text); {
		next := p.borders.next(i+1, len(p.text))
		if w.near(p.text[i:next]) {
			p.mark(i, next)
			found = true
		}
		i = next
	}
	return found
}

func (p *page) markScattered(letters string) {
	for _, m := range fuzzy.FindNoSort(letters, []string{p.text}) {
		if worth(m) < 0 {
			continue
		}
		for _, i := range m.MatchedIndexes {
			p.mark(i, i+1)
		}
	}
}

// markTerms marks the words that q means.
func (p *page) markTerms(q Query) {
	for token := range tokens(p.text, p.borders) {
		if q.means(p.text[token.Start:token.End]) {
			p.mark(token.Start, token.End)
			continue
		}
		for part := range humps(p.text, p.borders, token) {
			if q.means(p.text[part.Start:part.End]) {
				p.mark(part.Start, part.End)
			}
		}
	}
}

// means tells whether a word has one of the terms. Taking its ending off to see that
// costs more than anything else here, and leaves its beginning.
func (q *Query) means(word string) bool {
	return q.chars.cover(charsOf(word[:1])) && q.terms[termOf(word)]
}

// ranges takes the marks back to text, which p was made of, character by character.
func (p *page) ranges(text string) []Range {
	var ranges []Range
	at := 0
	for chars := graphemes.FromString(text); chars.Next(); {
		marked := false
		for ; at < len(p.origins) && int(p.origins[at]) < chars.End(); at++ {
			marked = marked || p.marked[at]
		}
		switch last := len(ranges) - 1; {
		case !marked:
		case last >= 0 && ranges[last].End == chars.Start():
			ranges[last].End = chars.End()
		default:
			ranges = append(ranges, Range{chars.Start(), chars.End()})
		}
	}
	return ranges
}
