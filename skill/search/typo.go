package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// gradeTypos grades what has no grade yet and matches when one letter in each
// forgiving word may be wrong. Once a query has literal hits (found) it is hardly
// misspelt, and only names are looked at; or else every "test" would bring along
// all descriptions with text, best or rest. A query of more than maxMisspelt words is a
// sentence, which [Meanings] forgive their wrong letters.
func (x *Index) gradeTypos(q Query, grades []grade, found bool) {
	if len(q.clauses) > maxMisspelt {
		return
	}
	any := false
	clauses := make([]clause, len(q.clauses))
	for i, c := range q.clauses {
		clauses[i] = clause{slices.Clone(c.any), c.not}
		for j := range clauses[i].any {
			if w := &clauses[i].any[j]; w.forgiving && !w.exact && !c.not {
				w.meant = x.near(w)
				any = any || len(w.meant) > 0
			}
		}
	}
	if !any {
		return
	}
	inParts(len(grades), func(from, to int) bool {
		for i := from; i < to; i++ {
			if grades[i].tier == none {
				grades[i] = x.nearly(&x.entries[i], clauses, !found)
			}
		}
		return false
	})
}

// near gives the words of the index that w may have been meant to be.
func (x *Index) near(w *word) []word {
	var meant []word
	for _, text := range x.words {
		if w.near(text) {
			meant = append(meant, word{text: text, grams: gramsOf(text), in: w.in})
		}
	}
	return meant
}

// nearly grades e by words as typed or, where there is none, as they were meant.
func (x *Index) nearly(e *entry, clauses []clause, everywhere bool) grade {
	var sum grade
	for _, c := range clauses {
		if c.not {
			continue
		}
		var best grade
		for i := range c.any {
			best = best.or(x.nearWord(e, &c.any[i], everywhere, len(clauses) == 1))
		}
		if !best.found() {
			return grade{}
		}
		sum = sum.and(best)
	}
	return sum
}

// nearWord grades w as typed or as it was meant. One that is alone isn't there as typed,
// that is known.
func (x *Index) nearWord(e *entry, w *word, everywhere, alone bool) grade {
	if !alone && e.grams.cover(&w.grams) {
		if g := x.literal(e, w); g.found() {
			return g
		}
	}
	return x.meant(e, w.meant, everywhere)
}

// meant grades the best of some words that stands in a name or, if everywhere is
// set, in the description.
func (x *Index) meant(e *entry, words []word, everywhere bool) grade {
	var best grade
	for i := range words {
		w := &words[i]
		if !e.grams.cover(&w.grams) {
			continue
		}
		if w.in&inNames != 0 {
			best = best.or(x.wholeInNames(e, w))
		}
		if everywhere && w.in&inDescription != 0 && !best.found() && x.inDescription(e, w).cost == costWord {
			best = grade{Typo, costWord}
		}
	}
	return best
}

// wholeInNames grades the best place where w stands as a whole word.
func (x *Index) wholeInNames(e *entry, w *word) grade {
	var best grade
	for i, end := int(e.name), int(e.description); ; i++ {
		n := strings.Index(x.text[i:end], w.text)
		if n < 0 {
			return best
		}
		i += n
		if x.borders.has(i) && x.borders.has(i+len(w.text)) {
			best = best.or(grade{Typo, x.placeInNames(e, w, i).cost})
		}
	}
}

// near reports whether text, or for longer words the beginning of text, is w but
// for one letter put in, left out, replaced or swapped with the next.
func (w *word) near(text string) bool {
	if len(text) < w.shortest {
		return false
	}
	a, b := w.text[0], w.text[1]
	if a < utf8.RuneSelf && text[0] != a && text[0] != b && text[1] != a && text[1] != b {
		return false // more than one letter is wrong
	}
	return w.away(text)
}

func (w *word) away(text string) bool {
	same := commonPrefix(w.text, text)
	typed, text := w.text[same:], text[same:]
	_, a := utf8.DecodeRuneInString(typed)
	_, b := utf8.DecodeRuneInString(text)
	return w.ends(typed[a:], text[b:]) || // replaced
		w.ends(typed[a:], text) || // put in
		w.ends(typed, text[b:]) || // left out
		w.swapped(typed, text, a, b)
}

// ends reports whether rest, what was typed after the wrong letter, agrees with
// text. When text may go on, at least one letter has to confirm that.
func (w *word) ends(rest, text string) bool {
	return rest == text || w.open && rest != "" && strings.HasPrefix(text, rest)
}

// swapped reports whether the first letters of typed and text, of a and b bytes,
// follow each other the other way round, and the rest agrees.
func (w *word) swapped(typed, text string, a, b int) bool {
	if len(typed) < a+b || len(text) < a+b || typed[:a] != text[b:a+b] || typed[a:a+b] != text[:b] {
		return false
	}
	rest, text := typed[a+b:], text[a+b:]
	return rest == text || w.open && strings.HasPrefix(text, rest)
}

// commonPrefix gives the length of what two texts begin with, in whole letters.
func commonPrefix(s, t string) int {
	n := 0
	for n < len(s) && n < len(t) && s[n] == t[n] {
		n++
	}
	for n > 0 && n < len(s) && n < len(t) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}
