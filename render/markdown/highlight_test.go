package markdown

import (
	"strings"
	"testing"
)

// TestHighlight marks what has a colour: ‹k keyword, key or tag›, ‹c comment›,
// ‹s string›, ‹n number›, ‹v variable›, ‹h heading›, ‹b bold›, ‹- removed›.
func TestHighlight(t *testing.T) {
	for _, test := range []struct{ language, want string }{
		{"bash", "‹k if› [ ‹s \"›‹v $x›‹s \"› ]"},
		{"bash", "git log ‹s \"a\\\"b\"›  ‹c # why›\n‹k export› A=b"},
		{"sh", "echo ‹v $1› ‹v ${x:-d e}› ‹v $@› $(ls) ‹s '$x # y'› \"a"},
		{"zsh", "curl http://a.b/#c a#b ‹c #d›"},
		{"shell", "a=‹s \"two\nlines\"› b=‹s 'two\nlines'›"},
		{"console", "echo it\\'s ‹s 'a'› $"},
		{"bash", "it's b\nc ‹s \"d\"› \n‹k fi›"},
		{"bash", "‹v ${a:-$b›} ‹v ${›\n‹v ${never closed›"},
		{"powershell", "‹k Param›(‹v $Name›) ‹c <# a\nb #>› ‹s \"a`\"b\"› ‹c # c›"},
		{"dockerfile", "‹k FROM› alpine ‹k AS› base\n‹c # a›\n‹k RUN› echo ‹v $PATH› from"},
		{"makefile", "‹k build›: deps ‹c # a›\n    go build ‹v $@›\nX := 1"},
		{"python", "‹k def› f(x):\n    ‹s \"\"\"a \"b\"\n    c\"\"\"›\n    ‹k return› ‹n 1.5› + x1  ‹c # d›"},
		{"py", "r‹s \"a\"› don't ‹n 0x1F› ‹n True› ‹s 'b'›"},
		{"ruby", "‹k def› a\n  ‹s \"#{b}\"› ‹c # c›\n‹k end›"},
		{"lua", "‹k local› a = ‹s [[b\nc]]› ‹c -- d›\n‹c --[[ e\nf ]]›"},
		{"sql", "‹k SELECT› a ‹k from› b ‹k Where› c = ‹s 'it''s'› ‹c -- d›\n‹c /* e\n*/› ‹n 12›"},
		{"javascript", "‹k const› a = ‹s `b\n${c}`›; ‹c // d›\n‹c /* e\n*/› f(‹s 'g'›, ‹n null›) https://a.b"},
		{"ts", "‹k export› ‹k type› A = ‹s \"b\"›"},
		{"tsx", "‹k return› <p>Don't</p>\n‹k const› a"},
		{"go", "‹k func› f() { ‹k return› ‹s `a\\\nb`›, ‹s '\\''› } ‹c // c›"},
		{"rust", "‹k fn› f<'a>(x: &'a str) -> ‹s \"b\nc\"› ‹c // d›"},
		{"java", "‹k public› ‹k int› x = ‹n 1_000›; ‹c /** a */›"},
		{"kotlin", "‹k val› a = ‹s \"\"\"b\"c\"\"\"›"},
		{"swift", "‹k let› a = ‹s \"b\"›"},
		{"csharp", "‹k using› A; ‹c // b›"},
		{"c++", "#‹k include› <a>\n‹k char› b = ‹s 'c'›;"},
		{"php", "<?‹k php› ‹v $a› = ‹s \"b ›‹v $c›‹s \"›; ‹c # d›\n‹c // e›"},
		{"terraform", "‹k resource› ‹s \"a\"› ‹s \"b\"› {\n  ‹k c› = ‹n 1› ‹c # d›\n}"},
		{"json", "{‹k \"a\"›: ‹s \"b\"›, ‹k \"c\"› : [‹n 1›, ‹n true›]}"},
		{"jsonc", "{} ‹c // a›"},
		{"css", "a:hover {\n  ‹k color›: #fff; ‹c /* b */›\n  ‹k margin›: ‹n 10px›;\n}"},
		{"yaml", "‹k a›: b ‹c # c›\n- ‹k d-e›: ‹n 12›\n  ‹k f›: don't say ‹s \"x\"› or 12\n- ‹n true›\nhttp://a.b\n{‹k \"g\"›: 1}"},
		{"yaml", "‹k a›:\n  ‹k b›: ‹s \"c\"›\n---\n‹c # d›"},
		{"toml", "‹h [a.b]›\n‹k c-d› = ‹s \"e\"› ‹c # f›\n‹k g.h› = [‹n 1›]"},
		{"env", "‹k A›=b ‹v $C›\n‹c ; d›"},
		{"html", "‹c <!-- a\n-->›‹k <b› c=‹s \"d>\"› e‹k >›don't ‹k </b>› a < b"},
		{"vue", "‹k <a-b› :c=‹s 'd'› /‹k >›"},
		{"diff", "‹b --- a\n+++ b\n›‹c @@ -1 +1 @@\n›same\n‹- -c\n›‹s +d›"},
		{"markdown", "‹h # a\n›b ‹v `c`› d `e\n‹c ```sh\n›# not a heading\n‹c ```\n›‹h ## f›"},
		{"md", "‹c ---\n›‹k a›: b\n‹c ---›\n#nothing"},
		{"md", "---\nno end"},
	} {
		want := test.want
		code := unmarked(want)
		runs, coloured := darkLook.highlight(code, test.language)
		if got := marked(runs); !coloured || got != want {
			t.Errorf("%s:\n got %s\nwant %s", test.language, got, want)
		}
	}
}

// unmarked is code without its ‹k marks›.
func unmarked(marked string) string {
	for _, mark := range "kcsnvhb-" {
		marked = strings.ReplaceAll(marked, "‹"+string(mark)+" ", "")
	}
	return strings.ReplaceAll(marked, "›", "")
}

func marked(runs []run) string {
	names := map[style]string{
		{colour: darkLook.accent}: "k", {colour: darkLook.dim}: "c", {colour: darkLook.text}: "s", {colour: darkLook.number}: "n",
		{colour: darkLook.code}: "v", {colour: darkLook.remove}: "-", {darkLook.accent, bold}: "h", {font: bold}: "b",
	}
	var b strings.Builder
	for _, r := range runs {
		if r.style == (style{}) {
			b.WriteString(r.text)
			continue
		}
		b.WriteString("‹" + names[r.style] + " " + r.text + "›")
	}
	return b.String()
}

func TestNoHighlight(t *testing.T) {
	for _, test := range []struct {
		name, language string
		look           look
	}{
		{"unknown", "mermaid", darkLook},
		{"no name", "", darkLook},
		{"no colour", "go", plainLook},
	} {
		runs, coloured := test.look.highlight("func", test.language)
		if coloured || len(runs) != 1 || runs[0] != (run{text: "func"}) {
			t.Errorf("%s: got %v, coloured %v", test.name, runs, coloured)
		}
	}
}

// everyLanguage has one name for each.
var everyLanguage = strings.Fields("sh powershell docker make py ruby lua sql js go rust java kotlin swift cs cpp php hcl json css yaml toml ini html diff md")

func FuzzHighlight(f *testing.F) {
	for _, code := range []string{
		"", "\n", `"`, `'`, "`", `\`, "$", "${", "${${", "/*", "<!--", "<", "</a b='", "---\na: b\n---\n", "---\n---\n", "```\n~~~", "[a]\n", "- - -a: 1\n",
		"é$é\"é\\é'", "e\u0301'\u0301\"\u0301", "\xff\"\xfe$\xfd", "a\x00\"\x00\"", "\"\"\"a'''b`c\n\"\n'\n`\n",
	} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		for _, language := range everyLanguage {
			runs, coloured := darkLook.highlight(code, language)
			if !coloured {
				t.Fatalf("%s is unknown", language)
			}
			var b strings.Builder
			for i, r := range runs {
				if i > 0 && r.style == runs[i-1].style {
					t.Errorf("%s: %q and %q are of one style", language, runs[i-1].text, r.text)
				}
				b.WriteString(r.text)
			}
			if b.String() != code {
				t.Errorf("%s: got %q, want %q", language, b.String(), code)
			}
		}
	})
}
