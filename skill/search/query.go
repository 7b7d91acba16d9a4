package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Query is what somebody looks for. The zero Query is empty. It is a value
// that never changes.
type Query struct {
	clauses []clause // of names and descriptions; all have to hold
	bodies  []clause // of the text of a file
	facets  []Facet
	notes   []note

	// plain holds the words without a sign, as they were typed. phrase is all of them
	// in a row, when there are several, and letters the pattern for scattered matches.
	plain   []string
	phrase  word
	letters string
	chars   chars
	grams   grams // of all words that have to be there
	// cased: some words have capitals, which count.
	cased   bool
	loosest Tier // what Highlight may mark at most
	// terms are what a ranking by meaning went by, in place of words, and chars then
	// what they begin with.
	terms map[string]bool
}

// A clause holds when one of its words is there or, with not, when none is.
type clause struct {
	any []word
	not bool
}

// word is one folded word of a query. One with a sign may hold blanks.
type word struct {
	text  string
	grams grams
	in    fieldSet
	// exact: no letter may be wrong. start, end: a field has to begin, end with it.
	// whole: it is no part of a word.
	exact, start, end, whole bool
	// forgiving words may have one wrong letter, and open ones that are may still
	// be the beginning of a longer word.
	forgiving, open bool
	// shortest is the least length in bytes of a text that is one letter away.
	shortest int
	// meant is what it may have been meant to be, while typos are looked for.
	meant []word
	// upper tells of each byte whether it is of a capital; nil when none is.
	upper []bool
}

// A fieldSet is a set of the fields a word may stand in.
type fieldSet uint8

const (
	inNames fieldSet = 1 << iota // name and label
	inDescription
	inBody
)

const (
	maxWords = 32
	// A query of more words is a sentence, of which no wrong letter is forgiven.
	maxMisspelt = 8
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

// Parse reads what somebody typed. Its parts end at blanks, and all have to hold:
//
//	deploy           a word of the name, the label or the description
//	Deploy           the same; a description has to have the capital
//	'deploy          no letter may be wrong; 'deploy' is no part of a word either
//	"to the host"    these words in a row
//	^dep  loy$       a name begins so, ends so
//	!deploy          isn't there
//	deploy|release   one of them; also with blanks around the bar
//	name:deploy      only there; so desc:deploy and body:deploy
//	is:shadowed      what is known of the skill, see [Facet]
//
// Every string is a query: what isn't of the language is text, and [Index.Notes]
// says so. A word without a sign is several where it holds separators, and where
// ideographs meet letters. What comes after maxWords words can only be an accident
// and is ignored.
func Parse(query string) Query {
	p := parser{Query: Query{loosest: Fuzzy}}
	for _, part := range parts(query) {
		if p.count < maxWords {
			p.part(part)
		}
	}
	if len(p.runs) > 1 {
		p.phrase = newWord(strings.Join(p.runs, " "))
	}
	if len(p.clauses) == p.plainly {
		p.letters = strings.Join(p.runs, "")
		p.chars = charsOf(p.letters)
	}
	return p.Query
}

// fullWidth are signs as input methods for Chinese and Japanese write them.
var fullWidth = strings.NewReplacer("！", "!", "｜", "|", "：", ":", "＇", "'", "＾", "^", "＄", "$")

// parts cuts a query at its blanks, but for those in quotes and around a bar that
// stands alone.
func parts(query string) []string {
	var parts []string
	joined := false
	add := func(part string) {
		last := len(parts) - 1
		switch bar := part == "|"; {
		case part == "":
		case last >= 0 && (bar || joined):
			parts[last] += part
			joined = bar
		default:
			parts = append(parts, part)
		}
	}
	query = fullWidth.Replace(query)
	start, quoted := 0, false
	before := ' '
	for i, r := range query {
		switch {
		case r == '"' && (quoted || unicode.IsSpace(before) || strings.ContainsRune("!:|", before)):
			quoted = !quoted
		case !quoted && unicode.IsSpace(r):
			add(query[start:i])
			start = i + utf8.RuneLen(r)
		}
		before = r
	}
	add(query[start:])
	return parts
}

// A parser makes a query of its parts.
type parser struct {
	Query
	runs    []string // the plain words, folded, as separators stood between them
	plainly int      // how many clauses are of plain words
	count   int      // of words
}

var textFields = map[string]fieldSet{"name": inNames, "desc": inDescription, "body": inBody}

func (p *parser) part(part string) {
	text, not := strings.CutPrefix(part, "!")
	name, value, fielded := strings.Cut(text, ":")
	name = strings.ToLower(name)
	switch in, ok := textFields[name]; {
	case fielded && ok:
		p.text(part, name, value, in, not)
	case fielded && FacetValues(name) != nil && p.facet(name, value, not):
	default:
		p.noteField(text, name, value, fielded)
		p.text(part, "", text, inNames|inDescription, not)
	}
}

// text reads a part that is about texts: value in the field of that name, "" for
// names and descriptions.
func (p *parser) text(part, field, value string, in fieldSet, not bool) {
	if !not && in != inBody && !strings.ContainsAny(value, "|'^$\"") {
		p.words(value, field == "", in)
		return
	}
	c := clause{not: not}
	for alternative := range strings.SplitSeq(value, "|") {
		if w := signed(strings.TrimPrefix(alternative, field+":"), in); w.text != "" && p.count < maxWords {
			c.any = append(c.any, w)
			p.count++
		}
	}
	switch {
	case value != "" && strings.Trim(value, "!|'^$\"") == "":
		p.notes = append(p.notes, note{text: part + " needs a word"})
	case len(c.any) == 0:
	case in == inBody:
		p.bodies = append(p.bodies, c)
	default:
		p.add(c)
	}
}

// words reads words without a sign.
func (p *parser) words(text string, anywhere bool, in fieldSet) {
	var f folder
	f.add(text)
	if anywhere {
		p.plain = append(p.plain, text)
	}
	for at := 0; at < len(f.text); {
		if f.text[at] == ' ' {
			at++
			continue
		}
		run := string(f.text[at:])
		if end := strings.IndexByte(run, ' '); end >= 0 {
			run = run[:end]
		}
		if anywhere {
			p.runs = append(p.runs, run)
		}
		for len(run) > 0 && p.count < maxWords {
			n := oneScript(run)
			w := newWord(run[:n])
			w.in, w.upper = in, f.capitals(at, at+n)
			p.add(clause{any: []word{w}})
			p.count++
			if anywhere {
				p.plainly++
			}
			run, at = run[n:], at+n
		}
		at += len(run)
	}
}

func (p *parser) add(c clause) {
	p.clauses = append(p.clauses, c)
	for i := range c.any {
		p.cased = p.cased || c.any[i].upper != nil
	}
	if len(c.any) == 1 && !c.not {
		p.grams.join(&c.any[0].grams)
	}
}

// signed reads one word with its signs.
func signed(text string, in fieldSet) word {
	text, exact := strings.CutPrefix(text, "'")
	text, start := strings.CutPrefix(text, "^")
	text, end := strings.CutSuffix(text, "$")
	whole := false
	if rest, quoted := strings.CutPrefix(text, `"`); quoted {
		text, exact = strings.TrimSuffix(rest, `"`), true
	} else if exact {
		text, whole = strings.CutSuffix(text, "'")
	}
	var f folder
	f.add(text)
	folded := strings.TrimSuffix(string(f.text), " ")
	w := newWord(folded)
	w.in, w.upper = in, f.capitals(0, len(folded))
	w.exact, w.start, w.end, w.whole = exact || start || end, start, end, whole
	if (start || end) && in == inNames|inDescription {
		w.in = inNames
	}
	return w
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
	w := word{text: text, grams: gramsOf(text), in: inNames | inDescription}
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

// anyCase gives q with capitals that don't count.
func (q Query) anyCase() Query {
	q.clauses = slices.Clone(q.clauses)
	for i := range q.clauses {
		any := slices.Clone(q.clauses[i].any)
		for j := range any {
			any[j].upper = nil
		}
		q.clauses[i].any = any
	}
	q.cased = false
	return q
}

// Empty reports whether q asks for nothing, so that everything matches.
func (q Query) Empty() bool {
	return len(q.clauses) == 0 && len(q.bodies) == 0 && len(q.facets) == 0 && len(q.terms) == 0
}

// Task gives the words of q that a ranking by meaning can go by: those without a
// sign, as they were typed, but for what was meant to be a field. It is "" when q asks
// for anything that such a ranking knows nothing of.
func (x *Index) Task(q Query) string {
	if q.InFiles() || q.letters == "" {
		return ""
	}
	words := slices.Clone(q.plain)
	for _, n := range q.notes {
		if n.word != "" && x.holds(n) {
			words = slices.DeleteFunc(words, func(word string) bool { return word == n.word })
		}
	}
	return strings.Join(words, " ")
}

// A note says what of a query wasn't taken as it may have been meant.
type note struct {
	text string
	// word is what was typed in the form of a field with a value, and is taken as text.
	word string
	// space, when it isn't "", is what would be a field: no note if names have it in
	// front.
	space string
}

// noteField notes that a word has a field that isn't one.
func (p *parser) noteField(word, name, value string, fielded bool) {
	letters := strings.TrimFunc(name, func(r rune) bool { return r < 'a' || r > 'z' }) == name && len(name) > 1
	if !fielded || !letters || strings.HasPrefix(value, "//") || strings.ContainsAny(name, `'^|$"`) {
		return
	}
	n := note{text: name + ": is no field; taken as text", space: name}
	if meant := Likely(name, fieldNames()); meant != "" {
		n.text = name + ": is no field; taken as text. Did you mean " + meant + value + "?"
	}
	if values := FacetValues(name); values != nil {
		n = note{text: wrongValue(name, value, values)}
	}
	if value != "" {
		n.word = word
	}
	p.notes = append(p.notes, n)
}

// wrongValue says of a field with a value that it doesn't have what was meant or, where
// that isn't clear, what there is.
func wrongValue(field, value string, values []string) string {
	for alternative := range strings.SplitSeq(strings.ToLower(value), "|") {
		alternative = strings.TrimPrefix(alternative, field+":")
		if len(beginning(values, alternative)) > 0 {
			continue
		}
		if meant := Likely(alternative, values); meant != "" {
			return field + ":" + alternative + " isn't known; taken as text. Did you mean " + field + ":" + meant + "?"
		}
		break
	}
	return field + ": knows " + strings.Join(values, ", ") + "; taken as text"
}

// Likely gives the first of some texts, or of their beginnings, that typed is but for one
// letter; "" for none.
func Likely(typed string, texts []string) string {
	w := newWord(typed)
	for _, text := range texts {
		if len(typed) > 1 && w.near(strings.TrimSuffix(text, ":")) {
			return text
		}
	}
	return ""
}

// Notes says what of q was taken as text, for want of another sense.
func (x *Index) Notes(q Query) []string {
	var notes []string
	for _, n := range q.notes {
		if x.holds(n) {
			notes = append(notes, n.text)
		}
	}
	return notes
}

// holds tells whether a note holds where the names are as they are here.
func (x *Index) holds(n note) bool { return n.space == "" || !x.spaces[n.space] }
