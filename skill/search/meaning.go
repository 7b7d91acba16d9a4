package search

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"strings"
)

// Meanings holds entries by the terms they are made of, to rank them by how well
// they fit a sentence. It never changes, so any number of goroutines may use it.
//
// The ranking is BM25 over weighted fields: a term counts more the fewer entries
// have it, the better the field it stands in, the shorter that field, and the
// oftener, though ever less so.
type Meanings struct {
	entries  int
	terms    map[string]int32 // numbers of the terms
	names    []string         // the terms by their numbers
	postings [][]posting      // the same, where they are
	words    []written        // what a misspelt word may have been meant to be
}

// A posting is what a term is worth in an entry that has it.
type posting struct {
	entry int32
	worth float32
}

// A written word is one as some entry has it, folded.
type written struct {
	text string
	term int32
}

const noTerm = -1

// field is a part of an entry that counts for itself.
type field int

const (
	nameField field = iota // and label
	descriptionField
	whenField
	headingsField
	bodyField
	fields
)

// weigh says what a term in a field counts, and how much less in a long one.
var weigh = [fields]struct{ weight, length float32 }{
	nameField:        {2.5, 0.3},
	descriptionField: {1, 0.6},
	whenField:        {1, 0.6},
	headingsField:    {0.4, 0.7},
	bodyField:        {0.2, 0.7},
}

const (
	// saturation is the weight at which a term is worth half of what it can be.
	saturation = 1.2
	// maxTokens is how much of a task is read. Who pastes more has said enough.
	maxTokens = 200
	// worthShowing is the part of the best score below which nothing is shown, and
	// maxRanked how many are at most.
	worthShowing = 0.35
	maxRanked    = 50
	// guessed is what a word counts that was meant, but not typed, and related what
	// one of its relatives does.
	guessed = 0.7
	related = 0.6
	// convincing is the part of what a task says that an entry has to have to fit well, or
	// the part that its score is of what a word can be worth that it alone has. Where none
	// does, maxDistant are enough.
	convincing = 0.55
	maxDistant = 5
)

// NewMeanings takes entries apart into terms and keeps nothing else of them. That takes
// longer than searching may: about a tenth of a second for ten thousand of the usual
// size, and ten times that with their bodies.
func NewMeanings(entries iter.Seq[Entry]) *Meanings {
	c := counter{words: map[string]int32{}, terms: map[string]int32{}}
	for e := range entries {
		c.entry(&e)
	}
	return c.meanings()
}

// A counter counts the terms of entries.
type counter struct {
	folder folder
	words  map[string]int32 // the term of each word, noTerm for one that says nothing
	terms  map[string]int32
	names  []string
	counts [][]count       // by term
	sizes  [][fields]int32 // by entry, in terms
}

// count tells how often a term is in an entry.
type count struct {
	entry int32
	in    [fields]uint16
}

func (c *counter) entry(e *Entry) {
	c.sizes = append(c.sizes, [fields]int32{})
	c.field(nameField, e.Name)
	if e.Label != e.Name {
		c.field(nameField, e.Label)
	}
	c.field(descriptionField, e.Description)
	c.field(whenField, e.WhenToUse)
	c.field(headingsField, e.Headings)
	c.field(bodyField, e.Body)
}

func (c *counter) field(in field, s string) {
	text, borders := c.fold(s)
	for token := range tokens(text, borders) {
		c.count(in, text[token.Start:token.End])
		for part := range humps(text, borders, token) {
			c.count(in, text[part.Start:part.End])
		}
	}
}

func (c *counter) fold(s string) (string, bitset) {
	f := &c.folder
	f.text = f.text[:0]
	clear(f.borders)
	f.add(s)
	f.mark(len(f.text))
	return string(f.text), f.borders
}

func (c *counter) count(in field, word string) {
	term := c.term(word)
	if term == noTerm {
		return
	}
	entry := int32(len(c.sizes) - 1)
	c.sizes[entry][in]++
	counts := c.counts[term]
	if last := len(counts) - 1; last < 0 || counts[last].entry != entry {
		counts = append(counts, count{entry: entry})
	}
	if n := &counts[len(counts)-1].in[in]; *n < math.MaxUint16 {
		*n++
	}
	c.counts[term] = counts
}

// term gives the number of a word's term.
func (c *counter) term(word string) int32 {
	if term, known := c.words[word]; known {
		return term
	}
	word = strings.Clone(word)
	stem := termOf(word)
	term, known := c.terms[stem]
	switch {
	case stem == "":
		term = noTerm
	case !known:
		term = int32(len(c.names))
		c.terms[stem] = term
		c.names = append(c.names, stem)
		c.counts = append(c.counts, nil)
	}
	c.words[word] = term
	return term
}

// meanings works out what each term is worth where.
func (c *counter) meanings() *Meanings {
	m := &Meanings{entries: len(c.sizes), terms: c.terms, names: c.names, postings: make([][]posting, len(c.counts))}
	for word, term := range c.words {
		if term != noTerm && len(word) >= minForgiving-1 {
			m.words = append(m.words, written{word, term})
		}
	}
	slices.SortFunc(m.words, func(a, b written) int { return strings.Compare(a.text, b.text) })
	average := c.averages()
	for term, counts := range c.counts {
		rarity := m.rarity(len(counts))
		m.postings[term] = make([]posting, len(counts))
		for i, count := range counts {
			var weight float32
			for in, times := range count.in {
				long := float32(c.sizes[count.entry][in]) / average[in]
				weight += weigh[in].weight * float32(times) / (1 - weigh[in].length + weigh[in].length*long)
			}
			m.postings[term][i] = posting{count.entry, rarity * weight / (saturation + weight)}
		}
	}
	return m
}

// rarity is what a term is worth at most that so many entries have.
func (m *Meanings) rarity(entries int) float32 {
	n, with := float64(m.entries), float64(entries)
	return float32(math.Log(1 + (n-with+0.5)/(with+0.5)))
}

// averages gives the average length of each field, of those that aren't empty.
func (c *counter) averages() (average [fields]float32) {
	for in := range fields {
		var sum, filled int32
		for _, size := range c.sizes {
			sum += size[in]
			filled += min(size[in], 1)
		}
		average[in] = float32(sum) / float32(max(filled, 1))
		average[in] = max(average[in], 1)
	}
	return average
}

// Weak tells whether none of the hits of Find has all words as they were typed, so that
// what fits by meaning may be what is looked for. One misspelt word means no more than
// it is spelt like.
func (q Query) Weak(hits []Hit) bool {
	several := q.phrase.text != ""
	return len(hits) == 0 || hits[0].Tier > Typo || hits[0].Tier == Typo && several
}

// Join puts what fits by meaning after weak hits, each entry once: what fits well or,
// without weak hits, all. Where the first doesn't fit well, a little of it is enough, and
// only so that there is something.
func Join(weak, meant []Hit) []Hit {
	switch {
	case len(meant) == 0 || meant[0].Tier == Distant && len(weak) > 0:
		return weak
	case meant[0].Tier == Distant:
		return meant[:min(len(meant), maxDistant)]
	case len(weak) == 0:
		return meant
	}
	joined := slices.Clone(weak)
	for _, h := range meant {
		if h.Tier == Meaning && !slices.ContainsFunc(weak, func(w Hit) bool { return w.Entry == h.Entry }) {
			joined = append(joined, h)
		}
	}
	return joined
}

// ByMeaning gives how many hits are by meaning. They come last.
func ByMeaning(hits []Hit) int {
	n := 0
	for n < len(hits) && hits[len(hits)-1-n].Tier >= Meaning {
		n++
	}
	return n
}

// Rank gives the entries that fit a task best, the best first, and the query whose
// Highlight marks why. Which are worth showing is for [Join] to say. There are none when
// no word of the task that says something is in any entry, and when ctx ends before they
// are found.
func (m *Meanings) Rank(ctx context.Context, task string) ([]Hit, Query) {
	scores, best := make([]float32, m.entries), make([]float32, m.entries)
	meant := Query{terms: map[string]bool{}}
	words := m.read(ctx, task)
	for _, senses := range words {
		if ctx.Err() != nil {
			return nil, Query{}
		}
		m.add(senses, scores, best)
		for _, s := range senses {
			name := m.names[s.term]
			meant.terms[name] = true
			meant.chars |= charsOf(name[:1])
		}
	}
	hits := highest(scores)
	for i, h := range hits {
		if scores[h.Entry] < convincing*m.rarity(1) && m.covered(words, int32(h.Entry)) < convincing {
			hits[i].Tier = Distant
		}
	}
	return hits, meant
}

// covered gives the part of what words say that an entry has, wherever it is. Words that
// no entry has say the most.
func (m *Meanings) covered(words [][]sense, entry int32) float32 {
	var all, has float32
	for _, senses := range words {
		with, sure := 0, float32(0)
		for _, s := range senses {
			postings := m.postings[s.term]
			with = max(with, len(postings))
			_, found := slices.BinarySearchFunc(postings, entry, func(p posting, e int32) int { return cmp.Compare(p.entry, e) })
			if found {
				sure = max(sure, s.sure)
			}
		}
		all += m.rarity(with)
		has += m.rarity(with) * sure
	}
	return has / all
}

// add adds what one word is worth in each entry: the most that one of its senses is.
// best is all zero, before and after.
func (m *Meanings) add(senses []sense, scores, best []float32) {
	for _, s := range senses {
		for _, p := range m.postings[s.term] {
			best[p.entry] = max(best[p.entry], p.worth*s.sure)
		}
	}
	for _, s := range senses {
		for _, p := range m.postings[s.term] {
			scores[p.entry] += best[p.entry]
			best[p.entry] = 0
		}
	}
}

// A sense is a term that a word may stand for.
type sense struct {
	term int32
	sure float32 // from 0 to 1
}

// read gives the senses of every word in a task that says something, each word once, and
// none of one that no entry has.
func (m *Meanings) read(ctx context.Context, task string) [][]sense {
	var f folder
	f.add(task)
	f.mark(len(f.text))
	text := string(f.text)
	var all [][]sense
	seen := map[int32]bool{}
	left := maxTokens
	for token := range tokens(text, f.borders) {
		if left--; left < 0 || ctx.Err() != nil {
			break
		}
		for _, senses := range m.senses(text, f.borders, token) {
			if len(senses) > 0 {
				if seen[senses[0].term] {
					continue
				}
				seen[senses[0].term] = true
			}
			all = append(all, senses)
		}
	}
	return all
}

// senses gives what a word stands for: itself, or else its humps, or else the words
// that begin with it or are one letter away.
func (m *Meanings) senses(text string, borders bitset, token Range) [][]sense {
	if s, known := m.known(text[token.Start:token.End]); len(s) > 0 {
		return [][]sense{s}
	} else if known {
		return nil
	}
	var parts [][]sense
	for part := range humps(text, borders, token) {
		if s, _ := m.known(text[part.Start:part.End]); len(s) > 0 {
			parts = append(parts, s)
		}
	}
	if len(parts) > 0 {
		return parts
	}
	return [][]sense{m.guess(text[token.Start:token.End])}
}

// known gives the senses of a word that some entry has with any ending, or that says
// nothing and so has none.
func (m *Meanings) known(text string) (senses []sense, known bool) {
	stem := termOf(text)
	if term, known := m.terms[stem]; known {
		senses = append(senses, sense{term, 1})
	}
	for _, other := range relatives(stem) {
		if term, known := m.terms[other]; known {
			senses = append(senses, sense{term, related})
		}
	}
	return senses, len(senses) > 0 || stem == ""
}

func (m *Meanings) guess(text string) []sense {
	var senses []sense
	w := newWord(text)
	if !w.forgiving {
		return nil
	}
	for _, other := range m.words {
		if strings.HasPrefix(other.text, text) || w.near(other.text) {
			senses = append(senses, sense{other.term, guessed})
		}
	}
	return senses
}

// highest gives the entries with the highest scores, in order.
func highest(scores []float32) []Hit {
	var top float32
	for _, score := range scores {
		top = max(top, score)
	}
	var hits []Hit
	for i, score := range scores {
		if score > 0 && score >= worthShowing*top {
			hits = append(hits, Hit{Entry: i, Tier: Meaning})
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(scores[b.Entry], scores[a.Entry]) })
	return hits[:min(len(hits), maxRanked)]
}
