// Package search finds skills from what somebody remembers of them.
//
// A query is a few words in any order; an entry is a hit when each of them is in
// its name, its label or its description. Accents, character width and, unless a
// capital is typed, case don't matter, and -, _, :, /, . and blanks are one and the
// same. Names count far more than descriptions, and beginnings of words more than
// their middles. Where a word isn't found as typed, one wrong letter is forgiven, and
// at last the query's letters may lie scattered over the name. Scattered letters never
// count in descriptions, or nearly every long description would be a hit. Signs before
// a word, and fields, ask for more, see [Parse].
//
//	deploy stag     deploy: "Ship a service to staging or production"
//	reveiw          code-review
//	文档 翻译       翻译文档
//	gcmsg           git-commit-message
//	pdf !form is:new
//
// Where that finds nothing, or nothing with all words as typed, [Meanings] rank entries
// by how well they fit a whole sentence: by the words that say something, with any
// ending, and not all of them have to be there.
//
//	I want to have my code reviewed    code-review
//
// The package neither reads nor draws anything. Which texts are searched, and
// where the hits go, is left to its callers.
package search

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// An Entry is one thing to be found.
type Entry struct {
	// Name is the id it is called by, with all its prefixes (plugin:dir:name).
	Name string
	// Label is another name it has, or empty. One equal to Name changes nothing.
	Label string
	// Description is free text, of any length and with line breaks.
	Description string
	// WhenToUse says more of the same.
	WhenToUse string
	// Headings and Body are of its text. Only [Meanings] read them.
	Headings, Body string
	// Age decides between equally good ones: the younger comes first.
	Age int64
}

// A Hit is an entry that matches a query.
type Hit struct {
	// Entry is its place among the entries the index was made of.
	Entry int
	// Tier is the least direct way in which one of the query's words matched.
	Tier Tier
}

// A Tier is a way to match. Later ones are less direct.
type Tier uint8

const (
	none      Tier = iota // no match
	All                   // the query asks for no words
	Exact                 // a whole name, with or without its prefixes
	Prefix                // the beginning of a name
	Word                  // the beginning of a word
	Substring             // the middle of a word
	Typo                  // a word, but for one letter
	Fuzzy                 // letters scattered over the name
	Meaning               // some of the words, see [Meanings]
	Distant               // too few of the words to fit well
	ruledOut              // can't match
)

// An Index holds entries in the form they are searched in. It never changes, so
// any number of goroutines may use it.
type Index struct {
	text    string // every field folded, each with fieldEnd after it
	borders bitset
	upper   bitset // the bytes of capitals
	entries []entry
	words   []string // every word of more than two letters, once
	byAge   []int32
	spaces  map[string]bool // what stands before the first : of a name, folded
}

// entry says where the fields of an entry begin in Index.text. The fields follow
// each other: name, label (left out when there is none), description.
type entry struct {
	name, base, label, description, end int32 // base: the name without prefixes

	nameChars chars
	grams     grams
}

func (e *entry) nameEnd() int { return int(e.label) - 1 }

// NewIndex folds entries, which is the expensive part of searching. It goes through them
// twice.
func NewIndex(entries iter.Seq[Entry]) *Index {
	n, size := 0, 0
	for e := range entries {
		n++
		size += len(e.Name) + len(e.Label) + len(e.Description) + len(e.WhenToUse) + 4
	}
	f := folder{text: make([]byte, 0, size), borders: make(bitset, 0, size/64+1)}
	x := &Index{entries: make([]entry, 0, n), byAge: make([]int32, 0, n), spaces: map[string]bool{}}
	ages := make([]int64, 0, n)
	for e := range entries {
		x.byAge = append(x.byAge, int32(len(x.entries)))
		x.entries = append(x.entries, f.entry(&e))
		ages = append(ages, e.Age)
		if space, _, ok := strings.Cut(e.Name, ":"); ok {
			x.spaces[strings.ToLower(space)] = true
		}
	}
	x.text, x.borders, x.upper = string(f.text), f.borders, f.capital
	x.words = words(x.text, x.borders)
	slices.SortStableFunc(x.byAge, func(a, b int32) int { return cmp.Compare(ages[a], ages[b]) })
	return x
}

// words gives the different words of a folded text that a query with a wrong
// letter could mean.
func words(text string, borders bitset) []string {
	var words []string
	seen := map[string]bool{}
	for from := 0; from < len(text); {
		to := borders.next(from+1, len(text))
		if word := text[from:to]; len(word) >= minForgiving-1 && !seen[word] {
			seen[word] = true
			words = append(words, word)
		}
		from = to
	}
	return words
}

func (f *folder) entry(from *Entry) entry {
	var e entry
	prefix := strings.LastIndexAny(from.Name, ":/") + 1
	e.name = int32(len(f.text))
	f.add(from.Name[:prefix])
	e.base = int32(len(f.text))
	f.join(from.Name[prefix:])
	e.nameChars = charsOf(f.text[e.name:])
	f.end()
	e.label = int32(len(f.text))
	if from.Label != "" && from.Label != from.Name {
		f.add(from.Label)
		f.end()
	}
	e.description = int32(len(f.text))
	f.add(from.Description)
	if from.WhenToUse != "" {
		f.join("\n")
		f.join(from.WhenToUse)
	}
	f.end()
	e.end = int32(len(f.text))
	e.grams = gramsOf(f.text[e.name:e.end])
	return e
}

// Find gives the entries that match q, the best first. Of equally good ones the
// younger comes first; when q asks for no words, all keep the order they have in the
// index. fits tells whether a facet of q holds for an entry; it may be nil when there
// is none. What only a file can say is left to [Query.Reads].
func (x *Index) Find(q Query, fits func(entry int, f Facet) bool) []Hit {
	grades := make([]grade, len(x.entries))
	x.ruleOut(&q, fits, grades)
	if !q.wordless() {
		found := x.gradeLiteral(q, grades)
		if !found && q.cased {
			q = q.anyCase()
			found = x.gradeLiteral(q, grades)
		}
		x.gradeTypos(q, grades, found)
		x.gradeScattered(q, grades)
		return inOrder(grades, x.byAge)
	}
	var hits []Hit
	for i, g := range grades {
		if g.tier == none {
			hits = append(hits, Hit{Entry: i, Tier: All})
		}
	}
	return hits
}

// wordless tells whether q asks for no words.
func (q *Query) wordless() bool {
	return !slices.ContainsFunc(q.clauses, func(c clause) bool { return !c.not })
}

// ruleOut marks what has a word that may not be there, or a facet that doesn't fit.
func (x *Index) ruleOut(q *Query, fits func(int, Facet) bool, grades []grade) {
	if len(q.facets) > 0 {
		for i := range grades {
			if !q.admits(i, fits) {
				grades[i].tier = ruledOut
			}
		}
	}
	for _, c := range q.clauses {
		if !c.not {
			continue
		}
		for i := range grades {
			if grades[i].tier == none && x.any(&x.entries[i], c).found() {
				grades[i].tier = ruledOut
			}
		}
	}
}

// inOrder sorts by counting: grades are few, entries may be many, and equal ones
// come in the order given.
func inOrder(grades []grade, order []int32) []Hit {
	var starts [slots + 1]int32
	for _, g := range grades {
		if g.found() {
			starts[g.slot()+1]++
		}
	}
	for i := range slots {
		starts[i+1] += starts[i]
	}
	hits := make([]Hit, starts[slots])
	for _, i := range order {
		if g := grades[i]; g.found() {
			hits[starts[g.slot()]] = Hit{Entry: int(i), Tier: g.tier}
			starts[g.slot()]++
		}
	}
	return hits
}
