package skill

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// outline writes down what knack asks of a tree: all but comments and most tags.
func outline(n *yaml.Node) string {
	var out strings.Builder
	var walk func(n *yaml.Node, level int)
	walk = func(n *yaml.Node, level int) {
		fmt.Fprintf(&out, "%*s%d:%d kind=%d style=%d null=%v anchor=%q %q\n", level, "", n.Line, n.Column, n.Kind, n.Style, n.Tag == "!!null", n.Anchor, n.Value)
		for _, child := range n.Content {
			walk(child, level+1)
		}
	}
	walk(n, 0)
	return out.String()
}

// comparePlain fails when plainYAML gives what the library doesn't, and tells
// whether it gives anything.
func comparePlain(t *testing.T, lines []string) bool {
	t.Helper()
	got, ok := plainYAML(lines)
	if !ok {
		return false
	}
	want, err := anyYAML(lines)
	if err != nil || want == nil {
		t.Fatalf("%q: the library gives %v, %v", lines, want, err)
	}
	if got, want := outline(got), outline(want); got != want {
		t.Fatalf("%q\ngot\n%swant\n%s", lines, got, want)
	}
	return true
}

func TestPlainYAML(t *testing.T) {
	tests := map[string]struct {
		block string
		taken bool
	}{
		"texts":                {"name: a\nb_c-d.2:  e f \nC: http://x:1/#y", true},
		"quotes":               {"a: \"b: #c'\"\nd: 'e \"f\" '\ng: \"\"", true},
		"wide text":            {"a: 泡一壶好茶\nb: [茶, 水]\nc: \"🍵\" ", true},
		"null":                 {"a:\nb: ~\nnull: null\nc: \"~\"\nd:", true},
		"comments, blanks":     {"# a\n\nb: c\n  # d\n   \ne: f\n# g\n", true},
		"brackets":             {"a: [b, \"c d\",'e' , Bash(git:*)]\nf: []\ng: [h, ]\ni: [ ]\nj: [ k ,l]", true},
		"dashes":               {"a:\n  - b\n  # c\n\n  -   \"d\" \ne:\n- f", true},
		"maps":                 {"a:\n  b: c\n  d:\n    e: [f]\n    g:\n    - h\n  i:\nj: k", true},
		"literal":              {"a: |\n  b\n    c \n\n\n  d: #e\n\nf: |-\n g", true},
		"folded":               {"a: >-\n  b\n  c \n\n\n  d\n  # e\n\n# f\ng: >\n h\n\n", true},
		"block in a map":       {"a:\n  b: >\n    c\n    d\n  e: |-\n    f", true},
		"the same key again":   {"a: b\na: c", true},
		"nothing":              {"# a\n\n", false},
		"key over the limit":   {strings.Repeat("a", 1024) + ": b", false},
		"key with a blank":     {"a b: c", false},
		"key in quotes":        {"\"a\": b", false},
		"goes on below":        {"a: b\n  c", false},
		"quote goes on below":  {"a: \"b\n  c\"", false},
		"quote with an escape": {`a: "b\"c"`, false},
		"escape at the end":    {`a: "\`, false},
		"quote in a quote":     {"a: 'b''c'", false},
		"one quote":            {"a: \"", false},
		"text behind a quote":  {"a: \"b\" c", false},
		"comment behind":       {"a: b # c", false},
		"colon":                {"a: b: c", false},
		"colon at the end":     {"a: b:", false},
		"signs":                {"a: *b", false},
		"braces":               {"a: {b: c}", false},
		"nested brackets":      {"a: [b, [c]]", false},
		"brackets over lines":  {"a: [b,\n  c]", false},
		"empty item":           {"a: [b,, c]", false},
		"map in brackets":      {"a: [b: c]", false},
		"map behind a dash":    {"a:\n  - b: c", false},
		"lone dash":            {"a:\n  -\n", false},
		"list in a list":       {"a:\n  - - b", false},
		"crooked list":         {"a:\n  - b\n   - c", false},
		"crooked map":          {"a:\n   b: c\n  d: e", false},
		"indented text":        {"a:\n  b", false},
		"indented key":         {"  a: b\nc: d", false},
		"crooked block":        {"a: |\n    b\n  c", false},
		"folded with code":     {"a: >\n  b\n    c", false},
		"blank line first":     {"a: |\n\n  b", false},
		"blanks in a block":    {"a: |\n  b\n     \n  c", false},
		"block with a number":  {"a: |2\n  b", false},
		"empty block":          {"a: |\nb: c", false},
		"tab":                  {"a:\tb", false},
		"control character":    {"a: b\x01", false},
		"C1":                   {"a: b\u0080", false},
		"byte order mark":      {"\ufeffa: b", false},
		"two documents":        {"a: b\n---\nc: d", false},
		"directive":            {"%YAML 1.1\n---\na: b", false},
	}
	for name, test := range tests {
		if taken := comparePlain(t, splitLines(test.block)); taken != test.taken {
			t.Errorf("%s: taken %v, want %v", name, taken, test.taken)
		}
	}
}

// Whatever lines stand together, what is taken is taken right.
func TestPlainYAMLCombined(t *testing.T) {
	lines := []string{
		"", "   ", "# c", "  # c", "a: b", "a:", "  a: b", "  a:", "    a: b", " a:", "- b", "  - b", "    - 'b' ", "  b", "    b",
		"a: |", "  a: >-", "a: >", "a: [b, c ]", "  a: \"b\"", "a: b: c", "...",
	}
	taken := 0
	for _, first := range lines {
		for _, second := range lines {
			for _, third := range lines {
				for _, fourth := range lines {
					if comparePlain(t, []string{first, second, third, fourth}) {
						taken++
					}
				}
			}
		}
	}
	if taken == 0 {
		t.Error("none was taken")
	}
}

// FuzzPlainYAML compares plainYAML with the library where it is certain.
func FuzzPlainYAML(f *testing.F) {
	for _, seed := range []string{
		"name: a\ndescription: b c\n", "a: \"b: #\"\nc: 'd \\ e'\n", "# c\n\na: [b, \"c\", 'd']  \n  # e\nf: []\n",
		"a:\n  - b\n  # c\n  - \"d\"\n\ne:\n- f\n- ü\n", "a: >-\n  b\n  c\n\n  d\nb: |\n  x\n    y\n\n\nc: >\n  z",
		"a:\nb: ~\nnull: null\n", "a: b\n c\n", "a: b # c\nd: e:\n", "a: [b, c: d, e?]\n", "a: |\n  b\n c\n#d\n", "é: ü\na: [ü, é]\n",
		"a:\n # b\n", "a: b\n  # c\n# d\n\n # e\nf: [g,]\n", "a: b\u00a0: c\nd: \ufeff\n", "a: b\n---\nc: d\n", "a:\n -  b \n -   c\n",
		"a:\n  b: c\n  # d\n  e:\n    f: |\n      x\n\n  g: []\n# h\n  i:\n  - j\nk:\n\n  l:\n m: n\n", "a: \"\\",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if !utf8.ValidString(raw) || len(raw) > maxBlock {
			return
		}
		comparePlain(t, splitLines(raw))
	})
}
