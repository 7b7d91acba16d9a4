package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Query is what somebody looks for. The zero Query is empty. It is a value
// that never changes.
type Query struct {
	words  []word
	phrase word // all words as typed, when there are several
	// letters are those of all words, the pattern for scattered matches.
	letters string
	chars   chars
	grams   grams // of all words
	loosest Tier  // what Highlight may mark at most
	// terms are what a ranking by meaning went by, in place of words, and chars then
	// what they begin with.
	terms map[string]bool
}

// word is one folded word of a query.
type word struct {
	text  string
	grams grams
	// forgiving words may have one wrong letter, and open ones that are may still
	// be the beginning of a longer word.
	forgiving, open bool
	// shortest is the least length in bytes of a text that is one letter away.
	shortest int
}

const (
	maxWords = 32
	// Words of fewer letters have too many neighbours one letter away.
	minForgiving = 4
	// Words of fewer letters must be met whole when a letter is wrong.
	minOpen = 5
	// Words of fewer bytes say nothing in the middle of a word of a description:
	// "ui" is in build, guide and require.
	minMiddle = 3
	// Patterns of fewer bytes (so that two ideographs are enough) lie
	// scattered over too many names.
	minScattered = 3
)

// Parse reads what somebody typed. Words end at blanks and separators, and where
// ideographs meet letters. Every string is a query; one without any word in it is
// empty. What comes after maxWords words can only be an accident and is ignored.
func Parse(query string) Query {
	var f folder
	f.add(query)
	q := Query{loosest: Fuzzy}
	runs := strings.Fields(string(f.text))
	runs = runs[:min(len(runs), maxWords)]
	for _, run := range runs {
		for len(run) > 0 && len(q.words) < maxWords {
			n := oneScript(run)
			q.words = append(q.words, newWord(run[:n]))
			q.grams.join(&q.words[len(q.words)-1].grams)
			run = run[n:]
		}
	}
	if len(q.words) > 1 {
		q.phrase = newWord(strings.Join(runs, " "))
	}
	q.letters = strings.Join(runs, "")
	q.chars = charsOf(q.letters)
	return q
}

// oneScript gives the length of the part of run before ideographs begin or end.
func oneScript(run string) int {
	first, _ := utf8.DecodeRuneInString(run)
	ideographs := isIdeograph(first)
	for i, r := range run {
		if isIdeograph(r) != ideographs {
			return i
		}
	}
	return len(run)
}

func newWord(text string) word {
	w := word{text: text, grams: gramsOf(text)}
	letters, longest := 0, 0
	for _, r := range text {
		if !unicode.IsLetter(r) || isIdeograph(r) {
			return w // numbers and signs are typed on purpose
		}
		letters++
		longest = max(longest, utf8.RuneLen(r))
	}
	w.forgiving, w.open = letters >= minForgiving, letters >= minOpen
	w.shortest = len(text) - longest
	return w
}

// Empty reports whether q asks for nothing, so that everything matches.
func (q Query) Empty() bool { return len(q.words) == 0 && len(q.terms) == 0 }
