package search

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// named makes entries of lines: a name, or "name | description", or
// "name | label | description".
func named(lines ...string) []Entry {
	var entries []Entry
	for _, line := range lines {
		cells := strings.Split(line, " | ")
		e := Entry{Name: cells[0]}
		if len(cells) > 1 {
			e.Description = cells[len(cells)-1]
		}
		if len(cells) > 2 {
			e.Label = cells[1]
		}
		entries = append(entries, e)
	}
	return entries
}

// found gives the names that match a query, the best first, each with its tier.
func found(entries []Entry, query string) []string {
	names := []string{}
	for _, h := range NewIndex(slices.Values(entries)).Find(Parse(query), nil) {
		names = append(names, fmt.Sprint(entries[h.Entry].Name, " ", tierNames[h.Tier]))
	}
	return names
}

var tierNames = map[Tier]string{
	All: "all", Exact: "exact", Prefix: "prefix", Word: "word", Substring: "substring", Typo: "typo", Fuzzy: "fuzzy",
}

func TestFind(t *testing.T) {
	tests := []struct {
		name    string
		entries []Entry
		query   string
		want    []string
	}{
		{
			"an empty query gives everything in order", named("b", "a", "c"), " -",
			[]string{"b all", "a all", "c all"},
		},
		{
			"a direct hit stands above scattered letters",
			named("c-o-d-e", "cold-storage-demo", "decode", "encode-code", "code-review", "code"), "code",
			[]string{"code exact", "code-review prefix", "encode-code word", "decode substring", "c-o-d-e fuzzy", "cold-storage-demo fuzzy"},
		},
		{
			"names stand above descriptions",
			named("a | ship it", "b | a ship", "c | worship", "starship", "x-ship", "ships"), "ship",
			[]string{"ships prefix", "x-ship word", "starship substring", "a word", "b word", "c substring"},
		},
		{
			"equal hits keep their order", named("z-ship", "a-ship", "m-ship"), "ship",
			[]string{"z-ship word", "a-ship word", "m-ship word"},
		},
		{
			"every word has to match, in any order",
			named("deploy | to staging", "deploy-docs | to the host", "stage | where we deploy"), "stag deploy",
			[]string{"deploy word", "stage word"},
		},
		{
			"several words may be one name",
			named("review-code", "code-review-long", "code-review"), "code review",
			[]string{"code-review exact", "code-review-long prefix", "review-code word"},
		},
		{
			"a name of many words", named("f-e-d-c-b-a-x", "a-b-c-d-e-f-g", "a-b-c-d-e-f"), "a b c d e f",
			[]string{"a-b-c-d-e-f exact", "a-b-c-d-e-f-g prefix", "f-e-d-c-b-a-x word"},
		},
		{
			"prefixes of a name don't hide it",
			named("tools:deploy", "etl/deploy", "deploy-tools", "deploy"), "deploy",
			[]string{"deploy exact", "tools:deploy exact", "etl/deploy exact", "deploy-tools prefix"},
		},
		{
			"a prefixed name is found as it is written", named("tools:deploy", "deploy"), "/tools:deploy",
			[]string{"tools:deploy exact"},
		},
		{
			"a label is a name", named("x | Code Review | y", "y | | code", "code"), "code",
			[]string{"code exact", "x prefix", "y word"},
		},
		{
			"an exact label", named("x | Review | y", "review-x"), "review",
			[]string{"x exact", "review-x prefix"},
		},
		{
			"separators are all the same", named("code_review", "code.review", "code review", "codeReview"), "code-review",
			[]string{"code_review exact", "code.review exact", "code review exact", "codeReview word"},
		},
		{
			"humps begin words", named("promptDoctor", "PDFTools", "mydoctor"), "doc",
			[]string{"promptDoctor word", "mydoctor substring"},
		},
		{
			"the last of several capitals begins a word", named("PDFTools", "footools"), "tools",
			[]string{"PDFTools word", "footools substring"},
		},
		{"case", named("README"), "readme", []string{"README exact"}},
		{"accents", named("naïve-café", "nai\u0308ve-cafe\u0301"), "naive cafe", []string{"naïve-café exact", "nai\u0308ve-cafe\u0301 exact"}},
		{"accents in the query", named("cafe"), "café", []string{"cafe exact"}},
		{"width", named("ＰＤＦ２"), "pdf2", []string{"ＰＤＦ２ exact"}},
		{"width in the query", named("pdf2"), "ＰＤＦ２", []string{"pdf2 exact"}},
		{"ligatures and sharp s", named("ﬁt-straße"), "fit strasse", []string{"ﬁt-straße exact"}},
		{"final sigma and capitals", named("ΟΔΟΣ"), "οδος", []string{"ΟΔΟΣ exact"}},
		{"Hangul, composed or not", named("한글"), "\u1112\u1161\u11ab\u1100\u1173\u11af", []string{"한글 exact"}},
		{"invisible characters", named("de\u200bploy\ufe0f"), "deploy", []string{"de\u200bploy\ufe0f exact"}},
		{
			"Chinese, from the middle", named("代码审查", "审查", "审计"), "审查",
			[]string{"审查 exact", "代码审查 word"},
		},
		{"Chinese in the description", named("x | 审查代码改动"), "改动 代码", []string{"x word"}},
		{"Chinese next to letters", named("x | 提取 PDF 表格"), "pdf提取", []string{"x word"}},
		{"Japanese with a long vowel", named("サーバー設定"), "サーバー", []string{"サーバー設定 prefix"}},
		{
			"one letter finds names first, then beginnings of words",
			named("x | do it", "y | and", "code", "do"), "d",
			[]string{"do prefix", "code substring", "x word"},
		},
		{
			"short words don't count in the middle of a description",
			named("a | build it", "b | a ui", "quick"), "ui",
			[]string{"quick substring", "b word"},
		},
		{
			"letters of a description are never scattered",
			named("x | go cut some messages", "git-commit-message"), "gcmsg",
			[]string{"git-commit-message fuzzy"},
		},
		{
			"letters scattered as if by chance are no hit",
			named("second-reading-of-a-long-ledger", "c-o-d-e"), "code",
			[]string{"c-o-d-e fuzzy"},
		},
		{"two letters aren't scattered", named("c-o-d-e"), "cd", []string{}},
		{"two ideographs are", named("代码审查"), "代审", []string{"代码审查 fuzzy"}},
		{"nothing", named("deploy | ship it"), "zebra", []string{}},
		{"no entries", nil, "x", []string{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := found(test.entries, test.query); !slices.Equal(got, test.want) {
				t.Errorf("%q finds\n%q, want\n%q", test.query, got, test.want)
			}
		})
	}
}

func TestTypos(t *testing.T) {
	tests := []struct {
		query, entry string
		want         bool
	}{
		{"reveiw", "code-review", true},   // swapped
		{"rewiew", "code-review", true},   // replaced
		{"reviw", "code-review", true},    // left out
		{"revuiew", "code-review", true},  // put in
		{"rview", "code-review", true},    // left out, second letter
		{"erview", "code-review", true},   // swapped, first letters
		{"tview", "code-review", false},   // two letters
		{"reveiws", "code-review", false}, // two letters
		{"wievre", "code-review", false},
		{"revie", "code-review", true},
		{"reveie", "code-review", true},
		{"reviewx", "code-review", true},
		{"kuberntes", "kubernetes-debug", true},
		{"kubrene", "kubernetes-debug", true},  // swapped, more to come
		{"kubernx", "kubernetes-debug", false}, // nothing confirms the rest
		{"deplo stagng", "deploy | Ship to staging", true},
		{"depoly stagng", "deploy | Ship to staging", true},
		{"depoly berlin", "deploy | Ship to staging", false},
		{"tset", "test", true},
		{"tst", "test", true}, // scattered
		{"tes", "x | text", false},
		{"tesx", "x | test", true},
		{"tesx", "x | testing", false}, // short words have to be met whole
		{"2024", "x | 2025", false},    // numbers are typed on purpose
		{"deploj", "x | Деплой deploy", true},
		{"делпой", "x | Деплой", true},
		{"диплой", "x | Деплой", true},
		{"еплой", "x | Деплой", true},
		{"plojde", "x | deploy", false},
		{"审查代妈", "x | 审查代码", false},
	}
	for _, test := range tests {
		if got := len(found(named(test.entry), test.query)) > 0; got != test.want {
			t.Errorf("%q finds %q: %v", test.query, test.entry, got)
		}
	}
}

// A sentence in which every word is misspelt would be looked for in every word there is.
func TestSentencesForgiveNothing(t *testing.T) {
	x := NewIndex(slices.Values([]Entry{{Name: "one", Description: "sentence words which stand behind each other there always"}}))
	for _, c := range []struct {
		query string
		hits  int
	}{
		{"sentence words which stand behind each other theer", 1},
		{"sentence words which stand behind each other theer always", 0},
	} {
		if hits := x.Find(Parse(c.query), nil); len(hits) != c.hits {
			t.Errorf("%q has %d hits, not %d", c.query, len(hits), c.hits)
		}
	}
}

func TestTyposComeAfterLiteralHits(t *testing.T) {
	entries := named("text-mode", "x | the test", "y | a text", "contest", "toast-wrest")
	got := found(entries, "test")
	want := []string{"contest substring", "x word", "text-mode typo", "toast-wrest fuzzy"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// Descriptions are read leniently only when nothing is there as typed.
	got = found(named("text-mode", "y | a text"), "test")
	if want := []string{"text-mode typo", "y typo"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A word but for one letter stands above one whose letters lie scattered over a name,
// wherever the word stands.
func TestTyposComeBeforeScatteredHits(t *testing.T) {
	for _, query := range []string{"kubernets", "kuberntes", "kubernet"} {
		entries := named("kube-runner-nets", "debug-kubernetes", "x | Ask Kubernetes", "kubernetes-deploy")
		got := found(entries, query)
		want := []string{"kubernetes-deploy typo", "debug-kubernetes typo", "x typo", "kube-runner-nets fuzzy"}
		if query == "kubernet" {
			want = []string{"kubernetes-deploy prefix", "debug-kubernetes word", "x word", "kube-runner-nets fuzzy"}
		}
		if query == "kuberntes" {
			want = want[:3]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}

// TestLiteralHits compares with the plain way to say what a literal hit is.
func TestLiteralHits(t *testing.T) {
	entries := readEntries(t)
	x := NewIndex(slices.Values(entries))
	for _, row := range readTable(t, "queries.tsv", 3) {
		q := Parse(strings.ToLower(row[1])) // capitals count
		var got, want []int
		for _, h := range x.Find(q, nil) {
			if h.Tier < Typo {
				got = append(got, h.Entry)
			}
		}
		for i, e := range entries {
			if hasAll(&q, folded(e.Name), folded(e.Description+"\n"+e.WhenToUse)) {
				want = append(want, i)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", row[1], got, want)
		}
	}
}

func folded(s string) string {
	var f folder
	f.add(s)
	return string(f.text)
}

func hasAll(q *Query, name, description string) bool {
	for _, w := range plainWords(*q) {
		inDescription := strings.Contains(description, w)
		if len(w) < minMiddle {
			inDescription = strings.Contains(" "+description, " "+w)
		}
		if !strings.Contains(name, w) && !inDescription {
			return false
		}
	}
	return true
}

// plainWords gives the words of a query without any sign or field.
func plainWords(q Query) []string {
	var words []string
	for _, c := range q.clauses {
		if w := c.any[0]; len(c.any) == 1 && !c.not && !w.exact && w.in == inNames|inDescription {
			words = append(words, w.text)
		}
	}
	return words
}

// isPlain tells whether a query has nothing else.
func isPlain(q Query) bool {
	return len(q.clauses) == len(plainWords(q)) && len(q.facets) == 0 && len(q.bodies) == 0
}

// unfit says of no facet that it holds.
func unfit(int, Facet) bool { return false }

func TestFindAllocatesNothingPerEntry(t *testing.T) {
	small, large := NewIndex(slices.Values(invented(t, 100))), NewIndex(slices.Values(invented(t, 2_000)))
	for _, query := range []string{"e", "de", "deploy stag", "zzzz", "文档"} {
		q := Parse(query)
		few := testing.AllocsPerRun(5, func() { small.Find(q, nil) })
		many := testing.AllocsPerRun(5, func() { large.Find(q, nil) })
		if many > few+8 {
			t.Errorf("%q: %v allocations for 100 entries, %v for 2,000", query, few, many)
		}
	}
}

func TestIndexIsSafeForConcurrentUse(t *testing.T) {
	entries := readEntries(t)
	x := NewIndex(slices.Values(entries))
	type answer struct {
		hits   []Hit
		marked [][]Range
	}
	ask := func(key string) (a answer) {
		q := Parse(key)
		a.hits = x.Find(q, nil)
		for _, h := range a.hits {
			a.marked = append(a.marked, q.Highlight(entries[h.Entry].Description, Description))
		}
		return a
	}
	keys := typed("code reveiw", "gcmsg", "翻译文档")
	var together [4][]answer
	var group sync.WaitGroup
	for i := range together {
		group.Go(func() {
			for _, key := range keys {
				together[i] = append(together[i], ask(key))
			}
		})
	}
	group.Wait()
	for i, key := range keys { // asked last, so that nothing is worked out before
		alone := ask(key)
		for _, answers := range together {
			if !reflect.DeepEqual(answers[i], alone) {
				t.Errorf("%q gives %v among others, and %v alone", key, answers[i], alone)
			}
		}
	}
}

func TestParseIgnoresWhatIsTooMuch(t *testing.T) {
	many := strings.Repeat("deploy ", maxWords)
	if got := found(named("deploy"), many+"zebra"); !slices.Equal(got, []string{"deploy exact"}) {
		t.Errorf("got %q", got)
	}
}

func TestEmpty(t *testing.T) {
	if !(Query{}).Empty() || !Parse("").Empty() || !Parse(" \t-:/").Empty() || Parse("x").Empty() {
		t.Error("wrong about what is empty")
	}
}

func FuzzFind(f *testing.F) {
	for _, row := range readTable(f, "queries.tsv", 3) {
		f.Add(row[1], row[2], "", row[1])
	}
	f.Add("\xff\xfe", "a\xffb", "İß", "\x00\x00")
	f.Add("!'a b|^c$ name:x|y", "is:new", "desc:é", `body:"to the"`)
	f.Add("has:args !source:user tool:Bash(", "Bash(git:*)", "source:", "!|'^$\"")
	f.Add("body:host|staging", "deploy", "", "Ship\nto the host\n")
	f.Add("ガ カ", "が", "ｶﾞ", "👩‍💻 e\u0301")
	others := readEntries(f)[:20]
	f.Fuzz(func(t *testing.T, query, name, label, description string) {
		entries := append(slices.Clone(others), Entry{Name: name, Label: label, Description: description})
		x := NewIndex(slices.Values(entries))
		q := Parse(query)
		x.Notes(q)
		if reads := q.Reads(description, func(string) bool { return false }); reads && len(q.bodies) > 0 {
			if line := q.Passage(description); line != "" && !strings.Contains(description, line) {
				t.Fatalf("%q shows %q of %q", query, line, description)
			}
		}
		if completed, _ := Complete(query, func() []string { return []string{name, label} }); !strings.HasPrefix(strings.ToLower(completed), strings.ToLower(query)) && utf8.ValidString(query) {
			t.Fatalf("%q becomes %q", query, completed)
		}
		hits := x.Find(q, unfit)
		if !slices.Equal(hits, x.Find(q, unfit)) {
			t.Fatal("the same query finds something else")
		}
		seen := map[int]bool{}
		last := 0
		for _, h := range hits {
			if h.Entry < 0 || h.Entry >= len(entries) || seen[h.Entry] {
				t.Fatalf("wrong or double entry %d", h.Entry)
			}
			seen[h.Entry] = true
			if slot := (grade{tier: h.Tier}).slot(); slot < last {
				t.Fatalf("tier %d stands too low", h.Tier)
			} else {
				last = slot
			}
			if (h.Tier == All) != q.wordless() {
				t.Fatalf("tier %d for %q", h.Tier, query)
			}
		}
		if q.Empty() && len(hits) != len(entries) {
			t.Fatal("an empty query doesn't give everything")
		}
		if isPlain(q) && !q.cased && hasAll(&q, folded(name), folded(description)) && !seen[len(entries)-1] {
			t.Fatalf("%q doesn't find %q, %q", query, name, description)
		}
		if own := Parse(name); isPlain(own) && !slices.ContainsFunc(x.Find(own, unfit), func(h Hit) bool { return h.Entry == len(entries)-1 }) {
			t.Fatalf("%q isn't found by its name", name)
		}
	})
}
