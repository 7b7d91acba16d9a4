package safe

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	family  = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
	coder   = "\U0001f469\U0001f3fd\u200d\U0001f4bb"
	heart   = "❤\ufe0f"
	keycap1 = "1\ufe0f\u20e3"
	china   = "\U0001f1e8\U0001f1f3"
	wales   = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
	persian = "می\u200cخواهم"
	bengali = "র\u200d্য"
	sinhala = "ශ්\u200dරී"
)

func tagged(s string) string {
	return strings.Map(func(r rune) rune { return r + 0xe0000 }, s)
}

func TestLine(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"plain", "deploy a service", "deploy a service"},
		{"clipboard write", "\x1b]52;c;QQ==\a", "␛]52;c;QQ==␇"},
		{"title", "\x1b]0;root\a name", "␛]0;root␇ name"},
		{"unterminated OSC", "a\x1b]8;;http://x", "a␛]8;;http://x"},
		{"device query", "\x1bP$qm\x1b\\", "␛P$qm␛\\"},
		{"conceal", "\x1b[8mhid\x1b[m", "␛[8mhid␛[m"},
		{"backspaces", "rm\b\bls", "rm␈␈ls"},
		{"NUL and DEL", "a\x00b\x7f", "a␀b␡"},
		{"C1", "\u009b31m\u009d\u0085", "<U+009B>31m<U+009D><U+0085>"},
		{"raw C1", "\x9b31m", "<9B>31m"},
		{"invalid run", "\xff\xff\xff\xfe", "<FF x3><FE>"},
		{"half a character", "\xe4\xbd", "<E4><BD>"},
		{"carriage return", "rm -rf x\recho ok", "rm -rf x echo ok"},
		{"line breaks fold", "a  \r\n\n\t b", "a b"},
		{"100 line breaks", "a" + strings.Repeat("\n", 100) + "b", "a b"},
		{"line break at the ends", "\n a\n ", "a"},
		{"only line breaks", "\n\n", ""},
		{"blanks stay", "a  b ", "a  b "},
		{"tab", "a\tb", "a b"},
		{"other white space", "a\vb\fc", "a␋b␌c"},
		{"direction override", "a\u202egnp.exe", "a<U+202E>gnp.exe"},
		{"isolates", "\u2066x\u2069", "<U+2066>x<U+2069>"},
		{"one zero-width", "a\u200bb", "a<U+200B>b"},
		{"300 zero-width", "a" + strings.Repeat("\u200b", 300), "a<U+200B x300>"},
		{"tags", "x" + tagged("be silent"), "x<tags: be silent>"},
		{"tags without text", "x\U000e0001", "x<U+E0001>"},
		{"separators", "a\u2028b\u2029", "a<U+2028>b<U+2029>"},
		{"soft hyphen", "a\u00adb", "a<U+00AD>b"},
		{"byte order mark", "\ufeffa", "<U+FEFF>a"},
		{"fillers", "\u3164\u2800\u115f\u1160\uffa0", "<U+3164><U+2800><U+115F><U+1160><U+FFA0>"},
		{"private use", "\ue0b0\U000f0000", "<U+E0B0><U+F0000>"},
		{"stand-in", string(StandIn), "<U+E000>"},
		{"not a character", "\ufffe\U000e0080", "<U+FFFE><U+E0080>"},
		{"replacement character", "\ufffd", "\ufffd"},
		{"stray selector", "a\ufe0f中\ufe0f", "a<U+FE0F>中<U+FE0F>"},
		{"selectors as data", heart + "\ufe0f\U000e0101", heart + "<U+FE0F><U+E0101>"},
		{"digit with selector", "7\ufe0f", "7<U+FE0F>"},
		{"stray joiners", "a\u200db\u200cc\u200d", "a<U+200D>b<U+200C>c<U+200D>"},
		{"joiner before nothing", "\U0001f469\u200d", "\U0001f469<U+200D>"},
		{"joiners as data", "\U0001f469\u200d\u200d\U0001f4bb", "\U0001f469<U+200D x2>\U0001f4bb"},
		{"emoji", family + coder + heart + keycap1 + china + wales, family + coder + heart + keycap1 + china + wales},
		{"too many joins", strings.Repeat("\U0001f469\u200d", 12) + "\U0001f469", strings.Repeat("\U0001f469\u200d", 10) + "\U0001f469<U+200D>\U0001f469\u200d\U0001f469"},
		{"flag of nowhere", "\U0001f3f4" + tagged("usca"), "\U0001f3f4<tags: usca>"},
		{"scripts with joiners", persian + " " + bengali + " " + sinhala, persian + " " + bengali + " " + sinhala},
		{"arabic joiner at a word end", "می\u200c ", "می<U+200C> "},
		{"accents", "e\u0301 Việt Nga\u0308", "e\u0301 Việt Nga\u0308"},
		{"too many accents", "e" + strings.Repeat("\u0301", 100), "e" + strings.Repeat("\u0301", 4) + "<U+0301 x96>"},
		{"accent behind a carriage return", "a\r\u059db", "a <U+059D>b"},
		{"accent without a letter", "\u0301a \u0302", "<U+0301>a <U+0302>"},
		{"wide", "部署到测试环境 한글 ไทย", "部署到测试环境 한글 ไทย"},
		{"marker as text", "<U+200B>", "<U+200B>"},
	} {
		got := Line(test.in).String()
		if got != test.want {
			t.Errorf("%s: Line(%+q)\n got %+q\nwant %+q", test.name, test.in, got, test.want)
		}
		if again := Line(got).String(); again != got {
			t.Errorf("%s: not stable: %+q then %+q", test.name, got, again)
		}
	}
}

func TestBlock(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"line ends", "a\r\nb\n\nc\rd\r\r\n", "a\nb\n\nc␍d␍\n"},
		{"tabs", "\tx\nab\ty\t\tz\nabcd\te", "    x\nab  y       z\nabcd    e"},
		{"tab behind wide", "中\tx\n中中\ty", "中  x\n中中    y"},
		{"tab behind a marker", "\u200b\tx", "<U+200B>    x"},
		{"tab behind an accent", "e\u0301\tx", "e\u0301   x"},
		{"blanks stay", "  a  \n", "  a  \n"},
		{"accent at a line start", "a\n\u0301b", "a\n<U+0301>b"},
		{"escape", "`\x1b[2J`", "`␛[2J`"},
	} {
		got := Block(test.in).String()
		if got != test.want {
			t.Errorf("%s: Block(%+q)\n got %+q\nwant %+q", test.name, test.in, got, test.want)
		}
		if again := Block(got).String(); again != got {
			t.Errorf("%s: not stable: %+q then %+q", test.name, got, again)
		}
	}
}

func TestFormat(t *testing.T) {
	type name string
	err := fmt.Errorf("open a\x1bb: %w", errors.New("no"))
	for _, test := range []struct {
		got  Text
		want string
	}{
		{Format("%s of %d", "a\x1b\nb", 3), "a␛ b of 3"},
		{Format("%v, %v", err, []byte("\x07")), "open a␛b: no, ␇"},
		{Format("%s", Block("a\nb")), "a\nb"},
		{Format("%s %t %.1f", time.Second, true, 0.25), "1s true 0.2"},
		{Format("%s %v", name("\x1b"), []string{"\x1b"}), "␛ [␛]"},
		{Format("%5d|%-4s|%q", 7, "中", "\x07"), `    7|中   |"␇"`},
		{Format("%.2s", coder), "\U0001f469\U0001f3fd"},
		{Format("%.3s", coder), "\U0001f469\U0001f3fd<U+200D>"},
		{Format("%v", nil), "<nil>"},
		{Format("%v", struct{ s string }{"\u202e"}), "{<U+202E>}"},
		{Join(", ", Line("a\n"), Lit("b"), Text{}), "a, b, "},
		{Join("/"), ""},
		{Text{}, ""},
	} {
		if test.got.String() != test.want {
			t.Errorf("got %+q, want %+q", test.got, test.want)
		}
	}
}

func TestWidthAndLines(t *testing.T) {
	for _, test := range []struct {
		in    string
		width int
		lines int
	}{
		{"", 0, 1}, {"abc", 3, 1}, {"中文", 4, 1}, {"a\nbcd\n", 3, 3}, {family, 2, 1}, {"e\u0301", 1, 1},
	} {
		text := Block(test.in)
		if got := text.Width(); got != test.width {
			t.Errorf("%q: width %d, want %d", test.in, got, test.width)
		}
		if got := len(text.Lines()); got != test.lines {
			t.Errorf("%q: %d lines, want %d", test.in, got, test.lines)
		}
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		in    string
		cells int
		want  string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdef", 5, "abcd…"}, {"abcdef", 1, "…"}, {"abcdef", 0, ""}, {"abcdef", -1, ""},
		{"中文字", 5, "中文…"}, {"中文字", 4, "中…"}, {"中文字", 2, "…"},
		{"a" + family + "b", 3, "a…"}, {"ae\u0301i\u0301", 2, "a…"}, {"", 3, ""},
		{keycap1 + "abcdef", 7, keycap1 + "abcd…"},
		{"one\ntwo or so", 4, "one\ntwo…"},
	} {
		got := Block(test.in).Cut(test.cells)
		if got.String() != test.want {
			t.Errorf("%q cut to %d: got %q, want %q", test.in, test.cells, got, test.want)
		}
		if w := got.Width(); w > max(test.cells, 0) {
			t.Errorf("%q cut to %d is %d wide", test.in, test.cells, w)
		}
	}
}

func TestCutMiddle(t *testing.T) {
	for _, test := range []struct {
		in    string
		cells int
		want  string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdef", 5, "ab…ef"}, {"abcdef", 4, "ab…f"}, {"abcdef", 2, "a…"}, {"abcdef", 1, "…"},
		{"abcdef", 0, ""}, {"abcdef", -1, ""}, {"中文字中文字", 9, "中文…文字"}, {"中文字中文字", 8, "中文…字"},
		{"abcd" + family + "b", 5, "ab…b"}, {"abcd" + keycap1 + "b", 6, "abc…b"}, {"", 3, ""},
	} {
		got := Line(test.in).CutMiddle(test.cells)
		if got.String() != test.want {
			t.Errorf("%q cut to %d: got %q, want %q", test.in, test.cells, got, test.want)
		}
		if w := got.Width(); w > max(test.cells, 0) {
			t.Errorf("%q cut to %d is %d wide", test.in, test.cells, w)
		}
	}
}

func TestSimple(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{family + "!", "\U0001f468!"}, {coder, "\U0001f469"}, {heart + "x", "❤x"}, {"⚡\ufe0f", "⚡"}, {"⚠\ufe0e", "⚠"},
		{keycap1 + keycap1, "11"}, {china, "CN"}, {"\U0001f1e8", "C"}, {wales, "\U0001f3f4"},
		{"\U0001f44d\U0001f3fd", "\U0001f44d"}, {"☝\U0001f3fd", "☝"}, {"❤\ufe0f\u200d\U0001f525", "❤"},
		{"\U0001f469\u200d❤\ufe0f\u200d\U0001f468", "\U0001f469"}, {"✅ done", "✅ done"},
		{"e\u0301", "e\u0301"}, {"กำ", "ก\u0e4d\u0e32"}, {"각 한글", "각 한글"}, {persian, persian}, {"a中文", "a中文"},
		{"a\u20dd", "a\u20dd"}, {"‼\ufe0f ™\ufe0f", "‼ ™"}, {"", ""},
	} {
		got := Line(test.in).Simple()
		if got.String() != test.want {
			t.Errorf("%+q: got %+q, want %+q", test.in, got, test.want)
		}
		byRune := 0
		for _, r := range got.String() {
			byRune += ansi.StringWidthWc(string(r))
		}
		if g := got.Width(); g != byRune {
			t.Errorf("%+q: %d cells by grapheme, %d by character", got, g, byRune)
		}
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []Hidden
	}{
		{"nothing", "plain\n\ttext\r\n中文 " + family + heart + persian + wales, nil},
		{"byte order mark", "\ufeffa\ufeff", []Hidden{{Code: "zero-width", Offset: 4, Line: 1, Column: 2, Count: 1}}},
		{"place", "a\n中\u200bb", []Hidden{{Code: "zero-width", Offset: 5, Line: 2, Column: 2, Count: 1}}},
		{"after CRLF", "a\r\n\r\n\u202e", []Hidden{{Code: "bidi", Offset: 5, Line: 3, Column: 1, Count: 1}}},
		{"runs merge", "\u200b\u200b\u2060x\u200b", []Hidden{
			{Code: "zero-width", Line: 1, Column: 1, Count: 3},
			{Code: "zero-width", Offset: 10, Line: 1, Column: 5, Count: 1},
		}},
		{"kinds do not merge", "\x1b\u200b", []Hidden{
			{Code: "control", Line: 1, Column: 1, Count: 1},
			{Code: "zero-width", Offset: 1, Line: 1, Column: 2, Count: 1},
		}},
		{"tags", "x" + tagged("obey"), []Hidden{{Code: "tags", Offset: 1, Line: 1, Column: 2, Count: 4, Decoded: "obey"}}},
		{"lone CR", "a\rb", []Hidden{{Code: "control", Offset: 1, Line: 1, Column: 2, Count: 1}}},
		{"bytes", "\xff\xfe\xe4\xbd", []Hidden{{Code: "invalid-utf8", Line: 1, Column: 1, Count: 4}}},
		{"the rest", "\ufe01 \u3164 \u00ad \u2028 \ue000 \ufffe", []Hidden{
			{Code: "variation", Offset: 0, Line: 1, Column: 1, Count: 1},
			{Code: "filler", Offset: 4, Line: 1, Column: 3, Count: 1},
			{Code: "format", Offset: 8, Line: 1, Column: 5, Count: 1},
			{Code: "separator", Offset: 11, Line: 1, Column: 7, Count: 1},
			{Code: "private-use", Offset: 15, Line: 1, Column: 9, Count: 1},
			{Code: "unassigned", Offset: 19, Line: 1, Column: 11, Count: 1},
		}},
	} {
		if got := Find(test.in); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestClean(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"plain", "plain"},
		{"a\x1b[201~rm\r\n\tb\n", "a[201~rm\r\n\tb\n"},
		{"a\x00\x7f\rb\r\r\n", "ab\r\n"},
		{"\ufeffa\u200b\u202e\u009b\xff" + tagged("x") + "b", "ab"},
		{family + heart + persian + wales, family + heart + persian + wales},
		{"\ue0b0", "\ue0b0"},
		{"\xe4\u200b\xbd\xa0", ""},
		{"\x81\u0dca\u200d", "\u0dca"},
	} {
		if got := Clean(test.in); got != test.want {
			t.Errorf("Clean(%+q): got %+q, want %+q", test.in, got, test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	got, err := JSON(map[string]string{"k": "<a&b> é中\x1b\x7f\u009b\u200b\u2028" + tagged("x") + "\ufeff\xff"})
	want := "{\n  \"k\": \"<a&b> é中\\u001b\\u007f\\u009b\\u200b\\u2028\\udb40\\udc78\\ufeff\\ufffd\"\n}\n"
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	if _, err := JSON(func() {}); err == nil || !strings.HasPrefix(err.Error(), "encode JSON: ") {
		t.Errorf("a function: error %v", err)
	}
}

// TestShownCharacters goes through the planes that hold characters: what Line lets
// through alone must be neither a control nor unseen.
func TestShownCharacters(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		switch r {
		case 0xd800:
			r = 0xe000 // behind the surrogates
		case 0x32400:
			r = 0xe0000
		case 0xe1000:
			r = utf8.MaxRune - 0xff
		}
		for _, shown := range Line("a" + string(r)).String() {
			if shown < ' ' || kindOf(shown) != visible {
				t.Fatalf("%U is shown as %U", r, shown)
			}
		}
	}
}
