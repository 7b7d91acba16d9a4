package search

import "strings"

// A grade says how well something matched. The zero grade is no match.
type grade struct {
	tier Tier
	cost uint16 // the lower the better, within literal hits, typos or scattered ones
}

func (g grade) found() bool { return g.tier != none && g.tier != ruledOut }

// What a word costs. One in a description costs more than two anywhere in a name.
const (
	costExact = 0
	costBase  = 1 // exact but for the prefixes of the name, or exact as a label

	costNamePrefixWord = 2 // code in code-review
	costNamePrefix     = 3 // code in codec
	costNameWord       = 4 // code in encode-code
	costNameWordStart  = 5
	costNameMiddle     = 7

	costWord      = 20
	costWordStart = 22
	costMiddle    = 25
)

// band is more than any grade costs: maxWords words in the middle of others.
const (
	band  = maxWords*costMiddle + 1
	slots = 3 * band
)

// slot orders all grades: those with a lower one come first.
func (g grade) slot() int {
	switch g.tier {
	case Fuzzy:
		return 2*band + int(g.cost)
	case Typo:
		return band + int(g.cost)
	}
	return int(g.cost)
}

// and is the grade of something that has to match twice.
func (g grade) and(h grade) grade {
	return grade{max(g.tier, h.tier), g.cost + h.cost}
}

// or is the better grade of two.
func (g grade) or(h grade) grade {
	if !g.found() || h.found() && h.cost < g.cost {
		return h
	}
	return g
}

// gradeLiteral grades the entries that have every word as typed, and reports
// whether there are any.
func (x *Index) gradeLiteral(q Query, grades []grade) bool {
	return inParts(len(grades), func(from, to int) bool {
		found := false
		for i := from; i < to; i++ {
			if e := &x.entries[i]; grades[i].tier == none && e.grams.cover(&q.grams) {
				grades[i] = x.literally(e, &q)
				found = found || grades[i].found()
			}
		}
		return found
	})
}

func (x *Index) literally(e *entry, q *Query) grade {
	var sum grade
	for _, c := range q.clauses {
		if c.not {
			continue
		}
		g := x.any(e, c)
		if !g.found() {
			return grade{}
		}
		sum = sum.and(g)
	}
	if q.phrase.text == "" {
		return sum
	}
	return x.inNames(e, &q.phrase).or(sum)
}

// any grades the best word of a clause.
func (x *Index) any(e *entry, c clause) grade {
	var best grade
	for i := range c.any {
		best = best.or(x.literal(e, &c.any[i]))
	}
	return best
}

// literal grades the best place of w in e. When it is in a name, the description
// isn't looked at.
func (x *Index) literal(e *entry, w *word) grade {
	if w.in&inNames != 0 {
		if g := x.inNames(e, w); g.found() {
			return g
		}
	}
	if w.in&inDescription != 0 {
		return x.inDescription(e, w)
	}
	return grade{}
}

func (x *Index) inNames(e *entry, w *word) grade {
	var best grade
	for i, end := int(e.name), int(e.description); ; i++ {
		n := strings.Index(x.text[i:end], w.text)
		if n < 0 {
			return best
		}
		i += n
		if x.standsInNames(e, w, i) {
			best = best.or(x.placeInNames(e, w, i))
		}
	}
}

// standsInNames tells whether w may stand at the offset i of the text.
func (x *Index) standsInNames(e *entry, w *word, i int) bool {
	first := i == int(e.name) || i == int(e.base) || i == int(e.label)
	return (!w.start || first) && x.ends(w, i)
}

// ends tells whether w, at the offset i, is as whole as it has to be.
func (x *Index) ends(w *word, i int) bool {
	after := i + len(w.text)
	if w.whole && !(x.borders.has(i) && x.borders.has(after)) {
		return false
	}
	return !w.end || strings.TrimPrefix(x.text[after:], " ")[0] == fieldEnd
}

// placeInNames grades w at the offset i of the text, where it stands.
func (x *Index) placeInNames(e *entry, w *word, i int) grade {
	after := i + len(w.text)
	full := x.text[after] == fieldEnd
	starts, whole := x.borders.has(i), x.borders.has(after)
	switch first := i == int(e.name) || i == int(e.base) || i == int(e.label); {
	case i == int(e.name) && full:
		return grade{Exact, costExact}
	case first && full:
		return grade{Exact, costBase}
	case first && whole:
		return grade{Prefix, costNamePrefixWord}
	case first:
		return grade{Prefix, costNamePrefix}
	case starts && whole:
		return grade{Word, costNameWord}
	case starts:
		return grade{Word, costNameWordStart}
	}
	return grade{Substring, costNameMiddle}
}

// capitals tells whether what stands at an offset has the capitals of w.
func (w *word) capitals(upper bitset, at int) bool {
	for i, up := range w.upper {
		if upper.has(at+i) != up {
			return false
		}
	}
	return true
}

func (x *Index) inDescription(e *entry, w *word) grade {
	var best grade
	for i, end := int(e.description), int(e.end); ; i++ {
		n := strings.Index(x.text[i:end], w.text)
		if n < 0 {
			return best
		}
		i += n
		switch {
		case w.start && i != int(e.description) || !x.ends(w, i) || !w.capitals(x.upper, i):
		case !x.borders.has(i):
			if len(w.text) >= minMiddle {
				best = best.or(grade{Substring, costMiddle})
			}
		case !x.borders.has(i + len(w.text)):
			best = best.or(grade{Word, costWordStart})
		default:
			return grade{Word, costWord}
		}
	}
}
