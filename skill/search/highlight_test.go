package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// shown puts brackets around the ranges.
func shown(text string, ranges []Range) string {
	var b strings.Builder
	at := 0
	for _, r := range ranges {
		b.WriteString(text[at:r.Start] + "[" + text[r.Start:r.End] + "]")
		at = r.End
	}
	return b.String() + text[at:]
}

func TestHighlight(t *testing.T) {
	const name, description = Name, Description
	tests := []struct {
		query, text string
		field       Field
		want        string
	}{
		{"", "deploy", name, "deploy"},
		{"zebra", "deploy", name, "deploy"},
		{"dep", "", name, ""},
		{"dep", "Deploy", name, "[Dep]loy"},
		{"code", "encode-code", name, "en[code]-[code]"},
		{"view re", "re-view", name, "[re]-[view]"},
		{"code-review", "Code Review of code", description, "[Code] [Review] of [code]"},
		{"脚本", "部署脚本", name, "部署[脚本]"},
		{"cafe", "naïve-café", name, "naïve-[café]"},
		{"café", "naive cafe", description, "naive [cafe]"},
		{"cafe", "cafe\u0301!", description, "[cafe\u0301]!"},
		{"e", "cafe\u0301", name, "caf[e\u0301]"},
		{"pdf2", "读ＰＤＦ２件", description, "读[ＰＤＦ２]件"},
		{"strasse", "die Straße", description, "die [Straße]"},
		{"s", "xßx", name, "x[ß]x"},
		{"fi", "ﬁt", description, "[ﬁ]t"},
		{"it", "ﬁt", description, "ﬁt"},
		{"한", "한글", description, "[한]글"},
		{"deploy", "de\u200bploy", description, "[de]\u200b[ploy]"},
		{"👩", "x 👩\u200d💻 y", description, "x [👩\u200d💻] y"},
		{"ui", "a UI to build guides", description, "a [UI] to build guides"},
		{"ui", "build-ui", name, "b[ui]ld-[ui]"},
		{"pdf提取", "提取 PDF 表格", description, "[提取] [PDF] 表格"},
		{"reveiw", "code-review", name, "code-[review]"},
		{"reveiw", "Reviews a review", description, "[Reviews] a [review]"},
		{"depoly stag", "Deploy to staging", description, "[Deploy] to [stag]ing"},
		{"gcmsg", "git-commit-message", name, "[g]it-[c]ommit-[m]e[s]sa[g]e"},
		{"gcmsg", "git-commit-message", description, "git-commit-message"},
		{"代审", "代码审查", name, "[代]码[审]查"},
		{"code", "cold-storage-demo", name, "[co]l[d]-storag[e]-demo"},
		{"code zebra", "code", name, "[code]"},
		{"b", "a\xffb", name, "a\xff[b]"},
	}
	for _, test := range tests {
		if got := shown(test.text, Parse(test.query).Highlight(test.text, test.field)); got != test.want {
			t.Errorf("%q in %q: %q, want %q", test.query, test.text, got, test.want)
		}
	}
}

func TestHighlightWithin(t *testing.T) {
	tests := []struct {
		query, text string
		tier        Tier
		want        string
	}{
		{"test", "the text", Word, "the text"},
		{"test", "the text", Typo, "the [text]"},
		{"code", "c-o-d-e", Typo, "c-o-d-e"},
		{"code", "c-o-d-e", Fuzzy, "[c]-[o]-[d]-[e]"},
		{"code", "decode", Exact, "de[code]"},
	}
	for _, test := range tests {
		if got := shown(test.text, Parse(test.query).Within(test.tier).Highlight(test.text, Name)); got != test.want {
			t.Errorf("%q in %q as tier %d: %q, want %q", test.query, test.text, test.tier, got, test.want)
		}
	}
}

// TestHighlightAgreesWithFind looks at every hit of everything that is in the
// filter line while the queries in testdata are typed: the reason for a hit can be seen.
func TestHighlightAgreesWithFind(t *testing.T) {
	entries := readEntries(t)
	x := NewIndex(slices.Values(entries))
	for _, row := range readTable(t, "queries.tsv", 3) {
		for _, key := range typed(row[1]) {
			q := Parse(key)
			for _, h := range x.Find(q, nil) {
				if h.Tier == All {
					continue
				}
				e := entries[h.Entry]
				within := q.Within(h.Tier)
				inName, inDescription := within.Highlight(e.Name, Name), within.Highlight(e.Description, Description)
				inWhen := within.Highlight(e.WhenToUse, Description)
				checkRanges(t, e.Name, inName)
				checkRanges(t, e.Description, inDescription)
				marked := folded(content(e.Name, inName) + " " + content(e.Description, inDescription) + " " + content(e.WhenToUse, inWhen))
				for _, w := range plainWords(q) {
					if h.Tier < Typo && !strings.Contains(marked, w) {
						t.Errorf("%q finds %s, but %q isn't marked in it", key, e.Name, w)
					}
				}
				if marked == "" {
					t.Errorf("%q finds %s in tier %d, and nothing is marked", key, e.Name, h.Tier)
				}
			}
		}
	}
}

// content gives what is in the ranges, with blanks between.
func content(text string, ranges []Range) string {
	var parts []string
	for _, r := range ranges {
		parts = append(parts, text[r.Start:r.End])
	}
	return strings.Join(parts, " ")
}

// checkRanges checks that ranges are in order, apart, and of whole characters.
func checkRanges(t *testing.T, text string, ranges []Range) {
	t.Helper()
	borders := map[int]bool{}
	for chars := graphemes.FromString(text); chars.Next(); {
		borders[chars.Start()], borders[chars.End()] = true, true
	}
	last := -1
	for _, r := range ranges {
		switch {
		case r.Start <= last || r.End <= r.Start || r.End > len(text):
			t.Fatalf("ranges %v of %q", ranges, text)
		case !borders[r.Start] || !borders[r.End]:
			t.Fatalf("range %v cuts a character of %q", r, text)
		case utf8.ValidString(text) && !utf8.ValidString(text[r.Start:r.End]):
			t.Fatalf("range %v of %q is no valid text", r, text)
		}
		last = r.End
	}
}

func FuzzHighlight(f *testing.F) {
	for _, row := range readTable(f, "queries.tsv", 3) {
		f.Add(row[1], row[2], true, uint8(Fuzzy))
	}
	f.Add("e", "e\u0301\xff\u200d👩\u200d💻", false, uint8(Typo))
	f.Add("ß", "\u0301\u0345ẞﬁ㈱", false, uint8(Word))
	f.Fuzz(func(t *testing.T, query, text string, nameField bool, tier uint8) {
		q := Parse(query).Within(Tier(tier))
		field := Description
		if nameField {
			field = Name
		}
		q.Highlight(text, Body)
		ranges := q.Highlight(text, field)
		checkRanges(t, text, ranges)
		if q.Empty() && ranges != nil {
			t.Fatal("an empty query marks something")
		}
		if words := plainWords(q); nameField && len(words) > 0 && strings.Contains(folded(text), words[0]) && len(ranges) == 0 {
			t.Fatalf("%q isn't marked in %q", query, text)
		}
	})
}
