package markdown

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

var update = flag.Bool("update", false, "write the golden files")

// looks are all styles with what a golden file calls them.
var looks = map[string]Style{"dark": {Dark: true}, "light": {}, "nocolor": {NoColor: true}}

func TestGolden(t *testing.T) {
	for _, name := range []string{"guide", "chinese"} {
		source := read(t, filepath.Join("testdata", name+".md"))
		for look, style := range looks {
			for _, width := range []int{40, 80} {
				doc := mustRender(t, source, width, style)
				// Golden files hold no escapes, so that they can be looked at safely.
				got := strings.ReplaceAll(strings.Join(doc.Lines, "\n"), "\x1b", "␛") + "\n"
				golden := filepath.Join("testdata", fmt.Sprintf("%s-%s-%d.golden", name, look, width))
				if *update {
					if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if want := read(t, golden); got != want {
					t.Errorf("%s differs; run the test with -update and look at the difference.\n%s", golden, got)
				}
			}
		}
	}
}

// payloads are what an author could try on a terminal or a reader.
var payloads = map[string]string{
	"clear screen":         "\x1b[2J",
	"clipboard":            "\x1b]52;c;QQ==\a",
	"clipboard, ST":        "\x1b]52;c;QQ==\x1b\\",
	"title":                "\x1b]0;root\a",
	"hyperlink":            "\x1b]8;;file:///etc/passwd\a",
	"unterminated OSC":     "\x1b]8;;x",
	"device query":         "\x1b[c\x1b[6n\x05",
	"status string query":  "\x1bP$qm\x1b\\",
	"kitty graphics":       "\x1b_Gi=1,t=f;L2V0Yy9wYXNzd2Q=\x1b\\",
	"privacy message":      "\x1b^x\x1b\\",
	"conceal":              "\x1b[8mhidden\x1b[28m",
	"background":           "\x1b[48;2;1;2;3m\x1b[7m",
	"a colour of the look": "\x1b[38;2;122;168;245m",
	"raw C1":               "\x9b31m\x9d0;t\x9c",
	"C1":                   "\u009b31m\u009d0;t\u009c\u0085",
	"paste end":            "\x1b[201~rm",
	"backspaces":           "safe\b\b\b\brm",
	"carriage return":      "rm -rf x\recho ok",
	"NUL, DEL, bell":       "\x00\x7f\a\v\f",
	"entity":               "&#27;P$qm&#27;&#92;",
	"named entity":         "&Tab;&NewLine;&lbrack;&ZeroWidthSpace;",
	"hex entity":           "&#x1b;[31m&#x9b;&#x202e;&#x7f;",
	"split entity":         "~~&**#27;**[31mX~~",
	"entity in code":       "`&#27;[31m`",
	"direction":            "\u202egnp.exe\u202c\u2066\u061c",
	"zero-width":           strings.Repeat("\u200b", 300) + "\u2060\ufeff",
	"tags":                 strings.Map(func(r rune) rune { return r + 0xe0000 }, "obey"),
	"fillers":              "\u3164\u2800\u00ad",
	"private use":          "\ue000\ue001\U000f0000",
	"separators":           "a\u2028b\u2029c",
	"invalid bytes":        "\xff\xfe\xe4\xbd",
	"marks":                "e" + strings.Repeat("\u0301", 50),
	"family":               "\U0001f468\u200d\U0001f469\u200d\U0001f467",
}

// contexts are places in Markdown; %s is the payload.
var contexts = []string{
	"%s", "# %s", "%s\n===", "## a %s b ##", "*%s*", "**%s**", "~~%s~~", "`%s`", "``a %s``", "> %s", "> > - %s", "- %s", "1. a\n\n   %s",
	"- [x] %s", "[%s](u)", "[a](%s)", "[a](<%s>)", "[a](u \"%s\")", "![%s](u)", "![a](%s \"%s\")", "<http://a.b/%s>", "http://a.b/%s",
	"[a][%s]\n\n[%s]: http://x \"%s\"", "```\n%s\n```", "```bash\n%s\n```", "```%s\nx\n```", "~~~ json %s\n%s\n~~~", "    %s",
	"| %s | b |\n|---|---|\n| `%s` | %s | %s |", "<!-- %s -->", "<div title=\"%s\">%s</div>", "<%s>", "a\\\n%s", "a  \n%s", "[^1]\n\n[^1]: %s", "a\n: %s",
}

func TestPayloads(t *testing.T) {
	for name, payload := range payloads {
		for _, place := range contexts {
			source := strings.ReplaceAll(place, "%s", payload)
			for _, style := range looks {
				for _, width := range []int{20, 80} {
					doc := mustRender(t, source, width, style)
					if t.Failed() {
						t.Fatalf("%s in %q, style %+v", name, place, style)
					}
					if len(doc.Lines) == 0 {
						t.Fatalf("%s in %q: nothing shown", name, place)
					}
				}
			}
		}
	}
}

// TestShown is about text that a web page would hide or change.
func TestShown(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"comment", "a <!-- obey --> b", "a <!-- obey --> b"},
		{"comment block", "<!--\nobey\n-->", "<!--\nobey\n-->"},
		{"tags", "<b>x</b> <br> </thinking>", "<b>x</b> <br> </thinking>"},
		{"placeholder", "read <file> now", "read <file> now"},
		{"HTML block", "<details>\n<summary>x</summary>\n</details>", "<details>\n<summary>x</summary>\n</details>"},
		{"script", "<script>alert(1)</script>", "<script>alert(1)</script>"},
		{"CDATA and others", "<![CDATA[x]]> <?php x ?> <!DOCTYPE x>", "<![CDATA[x]]> <?php x ?> <!DOCTYPE x>"},
		{"entities", "&lt;div&gt; &amp; &#27; &copy &&", "&lt;div&gt; &amp; &#27; &copy &&"},
		{"entities in code", "`&lt;div&gt;`", "`&lt;div&gt;`"},
		{"entities in a block", "```\n&lt;a&gt; &&\n```", "  &lt;a&gt; &&"},
		{"relative target", "[a](references/x.md)", "a (references/x.md)"},
		{"fragment", "[a](#steps)", "a (#steps)"},
		{"target that is no URL", "[a](<%zz y>)", "a (%zz y)"},
		{"title", `[a](u "obey")`, `a (u "obey")`},
		{"target as text", "[a.md](a.md)", "a.md"},
		{"backslashes in a target", `[a](C:\x\*)`, `a (C:\x\*)`},
		{"title of a target as text", `[a.md](a.md "obey")`, `a.md (a.md "obey")`},
		{"code as target", "[`a.md`](a.md)", "`a.md`"},
		{"empty text", "[](u)", " (u)"},
		{"empty target", "[a]()", "a"},
		{"link in struck text", "~~[a](u)~~", "~~a (u)~~"},
		{"image", `![a](u "t")`, `image: a (u "t")`},
		{"image in a link", "[![a](i)](u)", "image: a (i) (u)"},
		{"image in an image", "![a ![b](c)](d)", "image: a image: b (c) (d)"},
		{"image without text", "![](i)", "image:  (i)"},
		{"script target", "[a](javascript:alert(1))", "a (javascript:alert(1))"},
		{"address", "see https://a.b/c?d=1&e=2.", "see https://a.b/c?d=1&e=2."},
		{"autolink", "<https://a.b/c>", "<https://a.b/c>"},
		{"mail", "<a@b.cd>", "<a@b.cd>"},
		{"link definition", "[a][b]\n\n[b]: http://x 'obey'", "[a][b]\n\n[b]: http://x 'obey'"},
		{"footnote", "a[^1]\n\n[^1]: obey", "a[^1]\n\n[^1]: obey"},
		{"surplus cells", "|a|b|\n|-|-|\n|1|2|obey|3|", "a │ b\n──┼─────────\n1 │ 2|obey|3"},
		{"missing cells", "|a|b|\n|-|-|\n|1|", "a │ b\n──┼──\n1 │"},
		{"header without rows, too wide", "|" + strings.Repeat("ab|", 20) + "\n|" + strings.Repeat("-|", 20), strings.TrimSuffix(strings.Repeat("ab:\n", 20), "\n")},
		{"pipe in a cell's code", "|a|\n|-|\n|`x\\|y`|", "a\n──────\n`x\\|y`"},
		{"fence info", "```bash {obey}\nx\n```", "  bash {obey}\n  x"},
		{"unknown language", "```obey-me\nx\n```", "  obey-me\n  x"},
		{"no language", "```text\nx\n```", "  x"},
		{"known language without colours", "```sh\nx\n```", "  sh\n  x"},
		{"empty fence", "```\n```", ""},
		{"unclosed fence", "```\nx", "  x"},
		{"blank lines in code", "```\na\n\n\nb\n```", "  a\n\n\n  b"},
		{"indented code", "a\n\n      b", "a\n\n    b"},
		{"tab", "a\n\n\tb\tc", "a\n\n  b   c"},
		{"CRLF", "a\r\n\r\n```\r\nb\r\n```\r\n", "a\n\n  b"},
		{"soft break", "a\nb", "a\nb"},
		{"hard breaks", "a  \nb\\\nc", "a\nb\nc"},
		{"500 blanks", "a" + strings.Repeat(" ", 500) + "obey", "a\nobey"},
		{"escapes", `\*a\* \<b\> \# \_`, "*a* <b> # _"},
		{"escapes of others", `\$1 \"a\" C:\x\y`, `\$1 \"a\" C:\x\y`},
		{"numbers", "3) a\n4) b", "3) a\n4) b"},
		{"wide numbers", "9. a\n10. b", " 9. a\n10. b"},
		{"loose list", "- a\n\n- b\n- c", "• a\n\n• b\n• c"},
		{"item of blocks", "- a\n\n  b\n\n  > c\n- d", "• a\n\n  b\n\n  │ c\n• d"},
		{"empty item", "-\n- a", "•\n• a"},
		{"task", "- [ ] a\n- [x] b", "[ ] a\n[✓] b"},
		{"ordered task", "1. [ ] a", "1. [ ] a"},
		{"quote", "> a\n>\n> b\n> - c", "│ a\n│\n│ b\n│ • c"},
		{"marker", "a\u200bb", "a<U+200B>b"},
		{"carriage return", "rm x\recho", "rm x␍echo"},
		{"emoji", "❤\ufe0f 1\ufe0f\u20e3 \U0001f1e8\U0001f1f3", "❤ 1 CN"},
		{"nothing", "", ""},
		{"only blanks", " \n\n", ""},
	} {
		doc := mustRender(t, test.source, 40, Style{NoColor: true})
		if got := ansi.Strip(strings.Join(doc.Lines, "\n")); got != test.want {
			t.Errorf("%s: %q\n got %q\nwant %q", test.name, test.source, got, test.want)
		}
		if doc.Plain {
			t.Errorf("%s: plain: %s", test.name, doc.Why)
		}
	}
}

// TestCodeLabel is about which code blocks get colours, and with them no label.
func TestCodeLabel(t *testing.T) {
	for _, test := range []struct {
		name, info, code string
		label, coloured  bool
	}{
		{"known", "python", "x = 1  # one", false, true},
		{"letter case", "YAML", "a: 1", false, true},
		{"comment at the end", "python", "x = 1\n# one", false, true},
		{"entity", "html", "<a>&amp;</a>", false, true},
		{"more than a name", "python {obey}", "x = 1", true, true},
		{"unknown", "mermaid", "x = 1", true, false},
		{"long line", "python", "x=" + strings.Repeat("1", 20<<10), false, true},
		{"long block", "python", strings.TrimSuffix(strings.Repeat("x = 1\n", 4_000), "\n"), false, true},
	} {
		doc := mustRender(t, "```"+test.info+"\n"+test.code+"\n```", 100, Style{Dark: true})
		shown := strings.Join(doc.Lines, "\n")
		if got := strings.Contains(shown, "\x1b["+sgr(darkLook.number)) || strings.Contains(shown, "\x1b["+sgr(darkLook.accent)); got != test.coloured {
			t.Errorf("%s: coloured %v", test.name, got)
		}
		want := "  " + strings.ReplaceAll(test.code, "\n", "\n  ")
		if test.label {
			want = "  " + test.info + "\n" + want
		}
		if got := strings.ReplaceAll(ansi.Strip(shown), "\n  ↳ ", ""); got != want {
			t.Errorf("%s: got %.200q, want %.200q", test.name, got, want)
		}
	}
}

// TestLooks is about what markup becomes.
func TestLooks(t *testing.T) {
	for _, test := range []struct{ name, source, dark, plain string }{
		{"heading 1", "# a", "[accent bold underlined:a]", "[bold underlined:a]"},
		{"heading 2", "## a", "[accent bold:a]", "[bold underlined:a]"},
		{"heading 3", "### a", "[accent:a]", "[bold:a]"},
		{"setext heading", "a\n*b*\n---", "[accent bold:a]\n[accent bold italic:b]", "[bold underlined:a]\n[bold underlined:b]"},
		{"emphasis", "*a* _b_ **c** __d__", "[italic:a] [italic:b] [bold:c] [bold:d]", "[underlined:a] [underlined:b] [bold:c] [bold:d]"},
		{"both", "***a***", "[bold italic:a]", "[bold underlined:a]"},
		{"no emphasis", "a_b_c * d *", "a_b_c * d *", "a_b_c * d *"},
		{"nested", "**a *b* `c`**", "[bold:a ][bold italic:b][bold: ][code bold:c]", "[bold:a ][bold underlined:b][bold: `c`]"},
		{"code", "`a` ``b`c``", "[code:a] [code:b`c]", "`a` `b`c`"},
		{"code in a heading", "# a `b`", "[accent bold underlined:a ][code bold underlined:b]", "[bold underlined:a `b`]"},
		{"struck", "~~a **b**~~", "[struck:a ][bold struck:b]", "~~a [bold:b]~~"},
		{"link", "[a *b*](c)", "[accent underlined:a ][accent italic underlined:b][dim: (c)]", "[underlined:a b] (c)"},
		{"link in bold", "**[a](b)**", "[accent bold underlined:a][dim bold: (b)]", "[bold underlined:a][bold: (b)]"},
		{"image", "![a](b)", "[dim:image: a (b)]", "image: a (b)"},
		{"address", "https://a.b/c", "[dim:https://a.b/c]", "https://a.b/c"},
		{"task", "- [x] *a*", "[dim:[✓]] [italic:a]", "[✓] [underlined:a]"},
		{"number", "1. a", "[dim:1.] a", "1. a"},
		{"quote", "> a", "[dim:│] a", "│ a"},
		{"rule", "***", "[dim:────────]", "────────"},
		{"code over lines", "`a\nb`", "[code:a]\n[code:b]", "`a\nb`"},
		{"cells", "|*a*|\n|-|\n|`b`|", "[bold italic:a]\n[dim:─]\n[code:b]", "[bold underlined:a]\n───\n`b`"},
	} {
		for style, want := range map[Style]string{{Dark: true}: test.dark, {NoColor: true}: test.plain} {
			doc := mustRender(t, test.source, 40, style)
			if got := named(strings.Join(doc.Lines, "\n"), style); got != want {
				t.Errorf("%s, %+v: got %s, want %s", test.name, style, got, want)
			}
		}
	}
}

// named writes the looks of styled text as words.
func named(styled string, style Style) string {
	words := map[string]string{"1": "bold", "3": "italic", "4": "underlined", "9": "struck"}
	for colour, name := range colourNames(style.look()) {
		words[sgr(colour)] = name
	}
	return sequence.ReplaceAllStringFunc(styled, func(s string) string {
		params := sequence.FindStringSubmatch(s)[1]
		if params == "" {
			return "]"
		}
		for code, word := range words {
			if len(code) > 1 {
				params = strings.Replace(params, code, word, 1)
			}
		}
		var looks []string
		for _, param := range strings.Split(params, ";") {
			if word := words[param]; word != "" {
				param = word
			}
			looks = append(looks, param)
		}
		return "[" + strings.Join(looks, " ") + ":"
	})
}

func colourNames(l look) map[colour]string {
	return map[colour]string{l.accent: "accent", l.code: "code", l.dim: "dim", l.text: "text", l.number: "number", l.remove: "remove"}
}

func sgr(c colour) string { return fmt.Sprintf("38;2;%d;%d;%d", c>>16, c>>8&0xff, c&0xff) }

func TestConcurrent(t *testing.T) {
	guide := read(t, "testdata/guide.md")
	want := mustRender(t, guide, 60, Style{Dark: true})
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got, err := Render(context.Background(), guide, 60, Style{Dark: true}); err != nil || !slices.Equal(got.Lines, want.Lines) {
				t.Error("differs when rendered beside others")
			}
		})
	}
	wait.Wait()
}

func TestWrapping(t *testing.T) {
	long := strings.Repeat("word ", 11)
	for _, test := range []struct {
		name, source string
		width        int
		want         []string
	}{
		{"words", "one two three four five", 20, []string{"one two three four", "five"}},
		{"too narrow", "one two three four five", 3, []string{"one two three four", "five"}},
		{"long word", strings.Repeat("x", 25), 20, []string{strings.Repeat("x", 20), "xxxxx"}},
		{"path", "see /usr/share/knack/skills/x.md", 20, []string{"see", "/usr/share/knack/", "skills/x.md"}},
		{"hanging item", "- one two three four five six", 20, []string{"• one two three four", "  five six"}},
		{"quote", "> one two three four five", 20, []string{"│ one two three four", "│ five"}},
		{"code", "```\n  aaaa bbbb cccc dddd eeee\n```", 20, []string{"    aaaa bbbb cccc", "    ↳ dddd eeee"}},
		{"Chinese", "中文没有空格，所以在字之间断行。", 20, []string{"中文没有空格，所以在", "字之间断行。"}},
		{"punctuation not first", "一二三四五六七八九十，一", 20, []string{"一二三四五六七八九", "十，一"}},
		{"bracket not last", "一二三四五六七八九（十）", 20, []string{"一二三四五六七八九", "（十）"}},
		{"Korean", "한국어 문장은 단어 사이에서 줄을", 20, []string{"한국어 문장은 단어", "사이에서 줄을"}},
		{"broken at a margin", long + "\n" + long + "\nend", 200, []string{strings.TrimSpace(long + long)[:84], strings.TrimSpace(long + long)[85:] + " end"}},
		{"Chinese broken at a margin", strings.Repeat("中", 30) + "\n文", 88, []string{strings.Repeat("中", 30) + "文"}},
		{"tag after a long line", long + "\n</x>", 80, []string{strings.TrimSpace(long), "</x>"}},
		{"prose measure", strings.Repeat("ab ", 40), 200, []string{strings.TrimSpace(strings.Repeat("ab ", 29)), strings.TrimSpace(strings.Repeat("ab ", 11))}},
		{"code may be wider", "    " + strings.Repeat("x", 150), 200, []string{"  " + strings.Repeat("x", 150)}},
		{"narrow table", "|key|value|\n|-|-|\n|a|one two three four|", 20, []string{"key │ value", "────┼───────────────", "a   │ one two three", "    │ four"}},
		{"records", "|key|value|more|\n|-|-|-|\n|abcdefgh|one two|ijklmnop|\n|b|c|d|", 20, []string{"key: abcdefgh", "value: one two", "more: ijklmnop", "", "key: b", "value: c", "more: d"}},
		{"deep in a narrow pane", "- a\n  - b\n    - c\n      - d\n        - e f", 20, []string{"• a", "  • b", "    • c", "      • d", "        •", "        e f"}},
	} {
		doc := mustRender(t, test.source, test.width, Style{NoColor: true})
		var got []string
		for _, line := range doc.Lines {
			got = append(got, ansi.Strip(line))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, test.want)
		}
	}
}

func TestHidden(t *testing.T) {
	for _, test := range []struct {
		source string
		want   Hidden
		text   string
	}{
		{"a < b, c > d, <3, <>", Hidden{}, ""},
		{"`<b>`\n\n```\n<!-- x -->\n```\n", Hidden{}, ""},
		{"<!-- a -->", Hidden{Comments: 1}, "1 HTML comment that a web page would hide"},
		{"<b>a</b> | <!-- c --> <!--", Hidden{Comments: 2, Tags: 2}, "2 HTML comments and 2 tags that a web page would hide"},
		{"# <x>\n\n- <y z='1'>", Hidden{Tags: 2}, "2 tags that a web page would hide"},
	} {
		doc := mustRender(t, test.source, 80, Style{})
		if doc.Hidden != test.want || doc.Hidden.Text().String() != test.text {
			t.Errorf("%q: %+v %q, want %+v %q", test.source, doc.Hidden, doc.Hidden.Text(), test.want, test.text)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, test := range []struct{ name, source, why string }{
		{"too big", strings.Repeat("word \n", 50_000), "too big to format (293 KiB, limit 256 KiB); shown as plain text"},
		{"just too big", strings.Repeat("a", maxSource+1), "too big to format (257 KiB, limit 256 KiB); shown as plain text"},
		{"many lines", strings.Repeat("a\n", 5_001), "too long to format (5001 lines, limit 5000); shown as plain text"},
		{"many links", strings.Repeat("[a](\n", 2_001), "too many links to format (2001, limit 2000); shown as plain text"},
		{"marked line", "# " + strings.Repeat("a_", 9_000), "a paragraph has too much markup to format (9000 marks, limit 8000); shown as plain text"},
		{"marked paragraph", strings.Repeat("a_a_a_a_\n", 2_001), "a paragraph has too much markup to format (8004 marks, limit 8000); shown as plain text"},
		{"bigger when shown", strings.Repeat(strings.Repeat("\u200b\u2060", 1000)+"\n", 40), "too big to format (626 KiB, limit 256 KiB); shown as plain text"},
		{"nested quotes", strings.Repeat(">", 70) + " x", "nested more than 16 deep; shown as plain text"},
		{"quotes and lists", strings.Repeat("> - ", 50) + "x", "nested more than 16 deep; shown as plain text"},
		{"lists on one line", strings.Repeat("- ", 500) + "x", "nested more than 16 deep; shown as plain text"},
		{"indented lists", indentedLists(100), "nested more than 16 deep; shown as plain text"},
		{"nested emphasis", strings.Repeat("*a ", 100) + strings.Repeat("b*", 100), "nested more than 64 deep; shown as plain text"},
		{"wide table", "|" + strings.Repeat("a|", 4000) + "\n|" + strings.Repeat("-|", 4000) + "\n" + strings.Repeat("|\n", 170), "a table is too big to format (688344 cells, limit 20000); shown as plain text"},
		{"long header", "|" + strings.Repeat(strings.Repeat("a", 500)+"|", 20) + "\n|" + strings.Repeat("-|", 20) + "\n" + strings.Repeat("|\n", 100), "a table has too long a header to format; shown as plain text"},
	} {
		doc := mustRender(t, test.source, 80, Style{Dark: true})
		if !doc.Plain || doc.Why.String() != test.why {
			t.Errorf("%s: plain %v, %q, want %q", test.name, doc.Plain, doc.Why, test.why)
		}
		if len(doc.Lines) == 0 {
			t.Errorf("%s: nothing shown", test.name)
		}
	}
	for _, source := range []string{strings.Repeat(">", 16) + " x", indentedLists(16), strings.Repeat("- a\n", 5_000), strings.Repeat("word ", 40_000)} {
		if doc := mustRender(t, source, 80, Style{}); doc.Plain {
			t.Errorf("%.40q is plain: %s", source, doc.Why)
		}
	}
}

func indentedLists(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	return b.String()
}

func TestPlainKeepsIndents(t *testing.T) {
	doc := mustRender(t, strings.Repeat(">", 20)+"\n\n    one two three four\n"+strings.Repeat(" ", 30)+"x\n", 20, Style{Dark: true})
	want := []string{strings.Repeat(">", 20), "", "    one two three", "    four", strings.Repeat(" ", 10) + "x", ""}
	if !doc.Plain || !slices.Equal(doc.Lines, want) {
		t.Errorf("got %q, want %q", doc.Lines, want)
	}
}

// A failing context stands in for a bug in goldmark. It fails once.
type failing struct {
	context.Context
	failed bool
}

func (f *failing) Err() error {
	if !f.failed {
		f.failed = true
		panic("boom\x1b")
	}
	return nil
}

func TestPanicIsContained(t *testing.T) {
	doc, err := Render(&failing{Context: context.Background()}, "# a\n\nb", 80, Style{})
	if err != nil || !doc.Plain || doc.Why.String() != "the formatter failed (boom␛); shown as plain text" || !slices.Equal(doc.Lines, []string{"# a", "", "b"}) {
		t.Errorf("got %+v, %v", doc, err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, source := range []string{"a", strings.Repeat("a\n", 6_000)} {
		if _, err := Render(ctx, source, 80, Style{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%.10q: error %v, want that of the context", source, err)
		}
	}
}

func TestFirst(t *testing.T) {
	guide := read(t, "testdata/guide.md")
	for _, test := range []struct{ name, source string }{
		{"short", "a\n\nb"},
		{"guide", guide},
		{"many guides", strings.Repeat(guide, 50)},
		{"plain", strings.Repeat("a line of text\n", 6_000)},
		{"one line", strings.Repeat("中文 ", 4_000)},
		{"one list", strings.Repeat("- an item\n", 4_000)},
		{"blank start", strings.Repeat("\n", 4_900) + "a"},
		{"nothing", ""},
	} {
		whole := mustRender(t, test.source, 60, Style{Dark: true})
		for _, lines := range []int{1, 10, 40} {
			first := First(test.source, 60, lines, Style{Dark: true})
			if len(first.Lines) < min(lines, len(whole.Lines)) {
				t.Errorf("%s: %d lines, asked for %d of %d", test.name, len(first.Lines), lines, len(whole.Lines))
			}
			n := min(lines, len(first.Lines))
			if first.Why != whole.Why || !slices.Equal(first.Lines[:n], whole.Lines[:n]) {
				t.Errorf("%s: the first %d lines differ from those of the whole", test.name, n)
			}
		}
	}
}

func TestContrast(t *testing.T) {
	for _, test := range []struct {
		look        look
		backgrounds []colour
	}{
		{darkLook, []colour{0x000000, 0x1e1e1e, 0x15161b}},
		{lightLook, []colour{0xffffff, 0xfbfbfa, 0xfdf6e3}},
	} {
		for colour, name := range colourNames(test.look) {
			for _, background := range test.backgrounds {
				if got := contrast(colour, background); got < 4.5 {
					t.Errorf("%s on %06x: contrast %.1f", name, background, got)
				}
			}
		}
	}
}

// contrast is the ratio of WCAG 2.
func contrast(a, b colour) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c colour) float64 {
	linear := func(v colour) float64 {
		if f := float64(v) / 255; f > 0.03928 {
			return math.Pow((f+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return 0.2126*linear(c>>16) + 0.7152*linear(c>>8&0xff) + 0.0722*linear(c&0xff)
}

func mustRender(t *testing.T, source string, width int, style Style) Document {
	t.Helper()
	doc, err := Render(context.Background(), source, width, style)
	if err != nil {
		t.Fatal(err)
	}
	checkLines(t, doc, width, style)
	return doc
}

var sequence = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// checkLines is what must hold of every document.
func checkLines(t *testing.T, doc Document, width int, style Style) {
	t.Helper()
	width = max(width, minWidth)
	for _, line := range doc.Lines {
		if w := ansi.StringWidth(line); w > width {
			t.Errorf("%d cells wide, limit %d: %q", w, width, line)
		}
		open := false
		for _, match := range sequence.FindAllStringSubmatch(line, -1) {
			if open = match[1] != ""; open && !isOwn(match[1], style) {
				t.Errorf("sequence %q in %q", match[0], line)
			}
		}
		if open {
			t.Errorf("no reset at the end of %q", line)
		}
		for _, r := range sequence.ReplaceAllString(line, "") {
			if !unicode.IsGraphic(r) && r != '\u200d' && r != '\u200c' {
				t.Errorf("%U in %q", r, line)
			}
		}
	}
}

// isOwn reports whether params set nothing but the looks of style.
func isOwn(params string, style Style) bool {
	if style.NoColor {
		return regexp.MustCompile(`^[14](;[14])*$`).MatchString(params)
	}
	for colour := range colourNames(style.look()) {
		params = strings.Replace(params, sgr(colour), "1", 1)
	}
	return regexp.MustCompile(`^[1349](;[1349])*$`).MatchString(params)
}

func read(t testing.TB, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestOutline(t *testing.T) {
	source := "# One `two`\n\ntext\n\nThree\n-----\n\n> # quoted\n\n- # in a list\n\n####### none\n### " + strings.Repeat("long ", 30) + "\n"
	doc, err := Render(context.Background(), source, 40, Style{NoColor: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range doc.Outline {
		got = append(got, fmt.Sprintf("%d %s", h.Level, h.Text))
		first, _, _ := strings.Cut(h.Text.String(), " ")
		if line := ansi.Strip(doc.Lines[h.Line]); !strings.HasPrefix(line, first) {
			t.Errorf("%s: line %d is %q", h.Text, h.Line, line)
		}
	}
	want := []string{"1 One `two`", "2 Three", "3 " + strings.TrimSpace(strings.Repeat("long ", 30))}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
