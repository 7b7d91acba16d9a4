package render

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		how  Splitter
		line string
		want []string
	}{
		{SplitShell, ``, nil},
		{SplitShell, " \t\n", nil},
		{SplitShell, `a  b`, []string{"a", "b"}},
		{SplitShell, "a\nb\tc", []string{"a", "b", "c"}},
		{SplitShell, `"a b" 'c d'`, []string{"a b", "c d"}},
		{SplitShell, `"" ''`, []string{"", ""}},
		{SplitShell, `a"b c"d`, []string{"ab cd"}},
		{SplitShell, `"a\"b" '\"'`, []string{`a"b`, `\"`}},
		{SplitShell, `"a\nb\\c\$d"`, []string{`a\nb\c$d`}},
		{SplitShell, `a\ b \"c`, []string{"a b", `"c`}},
		{SplitShell, `don't "a b"`, []string{"don't", `"a`, `b"`}},
		{SplitShell, `C:\ x`, []string{`C: x`}},
		{SplitShell, `x C:\`, []string{"x", `C:\`}},
		{SplitShell, `$HOME && *.go #x`, []string{"$HOME", "&&", "*.go", "#x"}},
		{SplitShell, "\u5168\u3000\u89d2", []string{"\u5168\u3000\u89d2"}},
		{SplitBlanks, `"a b" c`, []string{`"a`, `b"`, "c"}},
		{SplitQuotes, `"a b" 'c d' e`, []string{"a b", "c d", "e"}},
		{SplitQuotes, `don't stop`, []string{"don", "t", "stop"}},
		{SplitQuotes, `a\ "" b"c"`, []string{`a\`, "", "b", "c"}},
	} {
		words, err := Split(tt.line, Rules{Split: tt.how})
		if err != nil {
			t.Errorf("%s %q: %v", tt.how, tt.line, err)
		}
		if got := texts(words); !slices.Equal(got, tt.want) {
			t.Errorf("%s %q: got %q, want %q", tt.how, tt.line, got, tt.want)
		}
	}
}

func texts(words []Word) []string {
	var s []string
	for _, w := range words {
		s = append(s, w.Text)
	}
	return s
}

func TestSplitPlaces(t *testing.T) {
	line := `a "b c"\ d`
	words, err := Split(line, claudeCode)
	want := []Word{{Text: "a", Start: 0, End: 1}, {Text: "b c d", Start: 2, End: 10, Quoted: true}}
	if err != nil || !slices.Equal(words, want) {
		t.Errorf("got %+v, %v", words, err)
	}
}

func TestSplitRefuses(t *testing.T) {
	for line, want := range map[string]string{
		`say "it`: `unbalanced '"' at byte 4`,
		`it's`:    `unbalanced '\'' at byte 2`,
		`a\`:      `unbalanced '\\' at byte 1`,
	} {
		if _, err := Split(line, Rules{Split: SplitShellStrict}); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", line, err, want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, tt := range []struct {
		values []string
		want   string
	}{
		{nil, ""},
		{[]string{"checkout", "staging"}, "checkout staging"},
		{[]string{"a b", "", "c"}, `"a b" "" c`},
		{[]string{"don't"}, `"don't"`},
		{[]string{`say "hi"`}, `'say "hi"'`},
		{[]string{`it's "\"`}, `"it's \"\\\""`},
		{[]string{`C:\dir`}, `'C:\dir'`},
		{[]string{"$HOME", "<tag>", "a=b", "*"}, "$HOME <tag> a=b *"},
		{[]string{"a", ""}, `a ""`},
	} {
		if got, whole := Join(tt.values, Rules{Split: SplitShell}); got != tt.want || !whole {
			t.Errorf("%q: got %s, %v, want %s", tt.values, got, whole, tt.want)
		}
	}
	for _, tt := range []struct {
		how    Splitter
		values []string
		want   string
		whole  bool
	}{
		{SplitBlanks, []string{"a", "don't"}, "a don't", true},
		{SplitBlanks, []string{"a b", "c"}, "a b c", false},
		{SplitBlanks, []string{"", "c"}, " c", false},
		{SplitQuotes, []string{"a b", "", `C:\dir`}, `"a b" "" C:\dir`, true},
		{SplitQuotes, []string{"don't", `say "hi"`}, `"don't" 'say "hi"'`, true},
		{SplitQuotes, []string{`don't say "hi"`}, `'don't say "hi"'`, false},
	} {
		if got, whole := Join(tt.values, Rules{Split: tt.how}); got != tt.want || whole != tt.whole {
			t.Errorf("%q for %q: got %s, %v, want %s, %v", tt.values, tt.how, got, whole, tt.want, tt.whole)
		}
	}
}

// FuzzJoin holds Join to what it promises.
func FuzzJoin(f *testing.F) {
	f.Add("a b|don't|\\|\"|$`!|\n|")
	f.Add("||")
	f.Fuzz(func(t *testing.T, joined string) {
		values := strings.Split(joined, "|")
		rules := Rules{Split: SplitShellStrict}
		line, whole := Join(values, rules)
		words, err := Split(line, rules)
		if err != nil || !whole || !slices.Equal(texts(words), values) {
			t.Errorf("%q: joined %s, split %q, %v", values, line, texts(words), err)
		}
	})
}

// FuzzSplit holds what every way of splitting must hold: words stand in order,
// apart, inside the line, and all but the quotes and blanks is in one.
func FuzzSplit(f *testing.F) {
	f.Add(`a "b c" 'd' e\ f don't "`)
	f.Fuzz(func(t *testing.T, line string) {
		for _, how := range []Splitter{SplitBlanks, SplitShell, SplitShellStrict, SplitQuotes} {
			words, err := Split(line, Rules{Split: how})
			if err != nil {
				continue
			}
			at := 0
			for _, w := range words {
				if w.Start < at || w.End <= w.Start || w.End > len(line) {
					t.Fatalf("%s %q: word %+v after %d", how, line, w, at)
				}
				if strings.Trim(line[at:w.Start], blanks+`"'`) != "" {
					t.Fatalf("%s %q: %q is in no word", how, line, line[at:w.Start])
				}
				if !w.Quoted && w.Text != line[w.Start:w.End] {
					t.Fatalf("%s %q: word %+v", how, line, w)
				}
				at = w.End
			}
			if strings.Trim(line[at:], blanks+`"'`) != "" {
				t.Fatalf("%s %q: %q is in no word", how, line, line[at:])
			}
		}
	})
}
