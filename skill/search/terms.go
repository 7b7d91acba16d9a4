package search

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// Ranking by meaning compares terms: words without their endings, and pairs of
// ideographs, since Chinese and Japanese write no blanks.
//
//	Generating release-notes    generat, releas, note
//	GitHub                      github, git, hub
//	合同审阅                    合同, 同审, 审阅

// tokens gives the places of all words, humps and all, and of all pairs of
// ideographs in a folded text. An ideograph without a neighbour stands for itself.
func tokens(text string, borders bitset) iter.Seq[Range] {
	return func(yield func(Range) bool) {
		paired := false
		for from, to := 0, 0; from < len(text); from = to {
			to = borders.next(from+1, len(text))
			token := Range{from, to}
			switch classAt(text, from) {
			case ideograph:
				alone := !paired
				if paired = classAt(text, to) == ideograph; paired {
					token.End = borders.next(to+1, len(text))
				} else if !alone {
					continue
				}
			case letter:
				for classAt(text, to) == letter {
					to = borders.next(to+1, len(text))
				}
				token.End = to
			default:
				continue
			}
			if !yield(token) {
				return
			}
		}
	}
}

// classAt tells what stands at an offset of a folded text; there is a blank at its
// end.
func classAt(text string, at int) class {
	if at >= len(text) {
		return blank
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	kind, _ := classify(r)
	return kind
}

// humps gives the parts of a word in camelCase, none where it is all one.
func humps(text string, borders bitset, word Range) iter.Seq[Range] {
	return func(yield func(Range) bool) {
		if classAt(text, word.Start) == ideograph || borders.next(word.Start+1, word.End) == word.End {
			return
		}
		for from, to := word.Start, 0; from < word.End; from = to {
			to = borders.next(from+1, word.End)
			if !yield(Range{from, to}) {
				return
			}
		}
	}
}

// longestWord is more bytes than any English word has.
const longestWord = 64

// termOf takes the ending off an English word. Whatever else it gets is a term as it
// is; a word that means nothing by itself has no term.
func termOf(word string) string {
	if english.IsStopWord(word) || saysNothing(word) {
		return ""
	}
	if len(word) > longestWord {
		return word
	}
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	if !strings.ContainsAny(word, "aeiouy") && len(word) >= minForgiving {
		return strings.TrimSuffix(word, "s") // PDFs; the stemmer wants a vowel
	}
	return english.Stem(word, true)
}

// relatives gives the terms of words of one family that the stemmer keeps apart: of who
// does what a term says and of what that one does (scraper and scrape, planner and plan),
// of a verb and its noun (describe and description, fail and failure). Some are no words.
func relatives(term string) []string {
	if len(term) < 3 || term[len(term)-1] >= utf8.RuneSelf {
		return nil
	}
	return append(doers(term), nouns(term)...)
}

func doers(term string) []string {
	root, doer := strings.CutSuffix(term, "er")
	last := len(root) - 1
	switch {
	case last < 2:
		return nil
	case !doer && root[last] == root[last-1]:
		return []string{term + "er", term[:last]} // debugg, of debugger
	case !doer:
		double := term + term[last:]
		return []string{strings.TrimSuffix(term, "e") + "er", double + "er", double}
	case root[last] == root[last-1]:
		return []string{root, root[:last]}
	}
	return []string{root, root + "e"}
}

// families are the endings that the terms of a verb and of its noun have.
var families = [][2]string{
	{"", "ur"}, {"", "ment"}, {"ain", "an"}, {"ain", "en"}, {"ar", "ari"}, {"ceiv", "cept"}, {"crib", "cript"},
	{"ert", "ers"}, {"id", "is"}, {"ifi", "if"}, {"li", "lic"}, {"mit", "miss"}, {"ond", "ons"}, {"os", "osi"},
	{"solv", "solut"}, {"uc", "uct"}, {"ud", "us"}, {"ys", "ysi"}, {"yz", "ysi"},
}

func nouns(term string) []string {
	var related []string
	for _, f := range families {
		for i, ending := range f {
			if root, ok := strings.CutSuffix(term, ending); ok && len(root) > 1 {
				related = append(related, root+f[1-i])
			}
		}
	}
	return related
}

// saysNothing tells whether a word is only part of asking for something.
func saysNothing(word string) bool {
	switch word {
	case "also", "could", "every", "get", "help", "let", "like", "ll", "may", "must", "need", "please",
		"re", "something", "us", "use", "used", "user", "using", "ve", "want", "wants", "whenever", "whether", "without", "would":
		return true
	}
	return false
}
