package search

import (
	"iter"
	"strings"
	"unicode/utf8"

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

// A Field is a kind of text that can be marked.
type Field uint8

const (
	Name Field = iota // or label
	Description
	Body
)

func (f Field) set() fieldSet { return [...]fieldSet{inNames, inDescription, inBody}[f] }

// Highlight says what to mark in a text of an entry that q found: the words as
// typed, a word with one wrong letter where there is none as typed, and, in a
// name or label without either, the scattered letters. The ranges are
// in order and apart, in the bytes of text as it was given, and never cut what
// a reader sees as one character. An empty query marks nothing, and one that a
// ranking by meaning gave marks the words it went by, with any ending.
func (q Query) Highlight(text string, in Field) []Range {
	if q.Empty() {
		return nil
	}
	if len(q.terms) > 0 {
		p := newPage(text, true)
		p.markTerms(q)
		return p.ranges(text)
	}
	clauses := q.clauses
	if in == Body {
		clauses = q.bodies
	}
	if len(clauses) == 0 {
		return nil
	}
	p := newPage(text, true)
	found := false
	for _, c := range clauses {
		for i := range c.any {
			if w := &c.any[i]; !c.not && w.in&in.set() != 0 {
				found = p.markLiteral(w, in) || q.loosest >= Typo && w.forgiving && !w.exact && in != Body && p.markNear(w) || found
			}
		}
	}
	if !found && in == Name && q.loosest == Fuzzy && len(q.letters) >= minScattered {
		p.markScattered(q.letters)
	}
	return p.ranges(text)
}

// page is a folded text with its marks.
type page struct {
	source  string
	text    string
	borders bitset
	upper   bitset
	origins []int32
	marked  []bool // by byte of text
}

// newPage folds a text; one that is only looked at needs no marks.
func newPage(text string, marks bool) page {
	f := folder{traced: marks}
	f.add(text)
	f.mark(len(f.text))
	p := page{source: text, text: string(f.text), borders: f.borders, upper: f.capital, origins: f.origins}
	if marks {
		p.marked = make([]bool, len(f.text))
	}
	return p
}

func (p *page) mark(from, to int) {
	for i := from; i < to; i++ {
		p.marked[i] = true
	}
}

// markLiteral marks w wherever Find would count it: with its capitals or, where they
// aren't there, without.
func (p *page) markLiteral(w *word, in Field) bool {
	found := false
	for at := range p.places(w, in) {
		p.mark(at, at+len(w.text))
		found = true
	}
	if found || w.upper == nil {
		return found
	}
	anyCase := *w
	anyCase.upper = nil
	return p.markLiteral(&anyCase, in)
}

// places gives the offsets where w stands, apart from each other.
func (p *page) places(w *word, in Field) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i <= len(p.text); {
			n := strings.Index(p.text[i:], w.text)
			if n < 0 {
				return
			}
			i += n
			if !p.counts(w, in, i) {
				i++
				continue
			}
			if !yield(i) {
				return
			}
			i += len(w.text)
		}
	}
}

// counts tells whether w, which stands at an offset, may stand there.
func (p *page) counts(w *word, in Field, i int) bool {
	after := i + len(w.text)
	switch {
	case in != Name && !p.begins(i) && len(w.text) < minMiddle:
		return false
	case in != Name && !w.capitals(p.upper, i):
		return false
	case w.whole && !p.isWord(i, after):
		return false
	case w.start && i > 0 && (in != Name || !p.afterPrefix(i)):
		return false
	}
	return !w.end || strings.TrimPrefix(p.text[after:], " ") == ""
}

// begins tells whether a word begins at an offset, isWord whether whole words lie between
// two.
func (p *page) begins(i int) bool        { return i == 0 || p.borders.has(i) }
func (p *page) isWord(from, to int) bool { return p.begins(from) && p.borders.has(to) }

// afterPrefix tells whether the prefixes of a name end before an offset.
func (p *page) afterPrefix(i int) bool {
	if p.origins == nil || p.origins[i] == 0 {
		return false
	}
	before := p.source[p.origins[i]-1]
	return before == ':' || before == '/'
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

// Passage gives the line of a body that shows best why q found it, "" when none does.
func (q Query) Passage(body string) string {
	best, most := "", 0
	for line := range strings.Lines(body) {
		if n := q.weighs(line); n > most {
			best, most = line, n
		}
		if most > 0 && most == 2*len(q.bodies) {
			break
		}
	}
	return q.shorten(strings.TrimSpace(best))
}

// maxPassage is more bytes than a row shows of a line.
const maxPassage = 600

// shorten leaves of a long line what is around the first thing it was chosen for.
func (q Query) shorten(line string) string {
	if len(line) <= maxPassage {
		return line
	}
	from := 0
	if ranges := q.Highlight(line, Body); len(ranges) > 0 {
		from = max(ranges[0].Start-maxPassage/2, 0)
	}
	to := min(from+maxPassage, len(line))
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	return line[from:to]
}

// weighs counts what of q is in a line of a body, whole words twice.
func (q Query) weighs(line string) int {
	p := newPage(line, false)
	n := 0
	for _, c := range q.bodies {
		if !c.not {
			n += p.weighs(c)
		}
	}
	if len(q.terms) > 0 {
		seen := map[string]bool{}
		for token := range tokens(p.text, p.borders) {
			if word := p.text[token.Start:token.End]; !seen[word] && q.means(word) {
				seen[word] = true
				n++
			}
		}
	}
	return n
}

func (p *page) weighs(c clause) int {
	best := 0
	for i := range c.any {
		for at := range p.places(&c.any[i], Body) {
			best = max(best, 1)
			if p.isWord(at, at+len(c.any[i].text)) {
				return 2
			}
		}
	}
	return best
}
