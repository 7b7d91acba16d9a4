package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"knack/render"
	"knack/render/safe"
)

func texts(cells ...string) []safe.Text {
	row := make([]safe.Text, len(cells))
	for i, c := range cells {
		row[i] = safe.Line(c)
	}
	return row
}

func TestTable(t *testing.T) {
	long := strings.Repeat("n", 40)
	longest := strings.Repeat("n", 65)
	for _, c := range []struct {
		name  string
		width int
		rows  [][]safe.Text
		want  string
	}{
		{"nothing", 0, nil, ""},
		{"columns", 0, [][]safe.Text{texts("a", "user", "A"), texts("abc", "bundled", "B")}, "a    user     A\nabc  bundled  B\n"},
		{"wide characters", 0, [][]safe.Text{texts("代码", "A"), texts("abc", "B")}, "代码  A\nabc   B\n"},
		{"an empty column", 0, [][]safe.Text{texts("a", "", "A"), texts("b", "", "B")}, "a  A\nb  B\n"},
		{"an empty cell", 0, [][]safe.Text{texts("a", "", "A"), texts("b", "hidden", "")}, "a          A\nb  hidden\n"},
		{"cut", 8, [][]safe.Text{texts("a", "words words")}, "a  word…\n"},
		{"no room left", 2, [][]safe.Text{texts("abc", "words")}, "abc\n"},
		{"a long name moves all", 0, [][]safe.Text{texts(long, "A"), texts("b", "B")}, long + "  A\nb" + strings.Repeat(" ", 41) + "B\n"},
		{"a longer one only itself", 0, [][]safe.Text{texts(longest, "A"), texts("b", "B")}, longest + "  A\nb" + strings.Repeat(" ", 65) + "B\n"},
		{"a long name on a terminal", 50, [][]safe.Text{texts("the-first-half-the-second", "A"), texts("b", "B")}, "the-first-…he-second  A\nb" + strings.Repeat(" ", 21) + "B\n"},
		{"wide characters on a terminal", 40, [][]safe.Text{texts("代码代码代码代码代", "A"), texts("b", "B")}, "代码代码…代码代   A\nb" + strings.Repeat(" ", 17) + "B\n"},
		{"a long name on a narrow one", 20, [][]safe.Text{texts(long, "words")}, "nnnnnnnn…nnnnnnn  w…\n"},
	} {
		var b bytes.Buffer
		table(&b, c.width, c.rows)
		if b.String() != c.want {
			t.Errorf("%s: got %q, want %q", c.name, b.String(), c.want)
		}
	}
}

// lookup makes a getenv of names and values.
func lookup(pairs ...string) func(string) string {
	return func(name string) string {
		if i := slices.Index(pairs, name); i >= 0 && i%2 == 0 {
			return pairs[i+1]
		}
		return ""
	}
}

func TestEditor(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	quoted := "'" + program + "'"
	for _, c := range []struct {
		name, goos string
		env        func(string) string
		want       []string // nil: an error
	}{
		{"nothing set", "linux", lookup(), nil},
		{"only blanks", "linux", lookup("EDITOR", " "), nil},
		{"EDITOR", "linux", lookup("EDITOR", quoted), []string{program, "a b/SKILL.md"}},
		{"VISUAL first", "linux", lookup("VISUAL", quoted+" -w", "EDITOR", "other"), []string{program, "-w", "a b/SKILL.md"}},
		{"quotes", "linux", lookup("EDITOR", quoted+` "two words" '$HOME' \;`), []string{program, "two words", "$HOME", ";", "a b/SKILL.md"}},
		{"a quote left open", "linux", lookup("EDITOR", `vi "`), nil},
		{"not installed", "linux", lookup("EDITOR", "no-such-editor"), nil},
		{"an empty name", "linux", lookup("EDITOR", "''"), nil},
		{"backslashes", "linux", lookup("EDITOR", quoted+` -c C:\rc`), []string{program, "-c", "C:rc", "a b/SKILL.md"}},
		{"backslashes on Windows", "windows", lookup("EDITOR", quoted+` -c C:\rc "C:\my files\"`), []string{program, "-c", `C:\rc`, `C:\my files\`, "a b/SKILL.md"}},
	} {
		cmd, err := editor(c.goos, c.env, "a b/SKILL.md")
		switch {
		case c.want == nil && err == nil:
			t.Errorf("%s: got %q, want an error", c.name, cmd.Args)
		case c.want != nil && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != nil && !slices.Equal(cmd.Args, c.want):
			t.Errorf("%s: got %q, want %q", c.name, cmd.Args, c.want)
		}
	}
}

func TestFirstFew(t *testing.T) {
	ids := strings.Split("abcdefghij", "")
	if got, want := firstFew(ids[:8]), "a, b, c, d, e, f, g, h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := firstFew(ids), "a, b, c, d, e, f, g, h and 2 more; --json has them all"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStateDir(t *testing.T) {
	home, state := t.TempDir(), t.TempDir()
	for _, c := range []struct{ home, xdg, want string }{
		{home, "", filepath.Join(home, ".local", "state", "knack")},
		{home, state, filepath.Join(state, "knack")},
		{home, "relative", filepath.Join(home, ".local", "state", "knack")},
		{"", "", ""},
	} {
		if got := stateDir(c.home, lookup("XDG_STATE_HOME", c.xdg)); got != c.want {
			t.Errorf("stateDir(%q) with XDG_STATE_HOME=%q is %q, want %q", c.home, c.xdg, got, c.want)
		}
	}
}

func TestASCIIOnly(t *testing.T) {
	for _, c := range []struct {
		env  []string
		want bool
	}{
		{nil, false},
		{[]string{"LANG", "C.UTF-8"}, false},
		{[]string{"LANG", "zh_CN.utf8"}, false},
		{[]string{"LANG", "C"}, true},
		{[]string{"LANG", "de_DE.UTF-8", "LC_CTYPE", "de_DE.ISO-8859-1"}, true},
		{[]string{"LC_ALL", "POSIX", "LC_CTYPE", "C.UTF-8"}, true},
		{[]string{"LC_ALL", "C.UTF-8", "LANG", "C"}, false},
	} {
		if got := asciiOnly(lookup(c.env...)); got != c.want {
			t.Errorf("asciiOnly with %q is %v", c.env, got)
		}
	}
}

func TestArgumentLine(t *testing.T) {
	rules := render.Rules{Whole: render.Anything, Index: render.NoWord, Split: render.SplitShell}
	typed := ` "as typed`
	for _, c := range []struct {
		name, body string
		question   question
		want       string
	}{
		{"words", "$0 $1", question{values: []string{"a b", "", "c"}}, `"a b" "" c`},
		{"the whole", "$ARGUMENTS", question{values: []string{"a b", "c"}}, "a b c"},
		{"no token", "none", question{values: []string{"a b", "c"}}, "a b c"},
		{"nothing given", "$0", question{}, ""},
		{"as typed", "$0", question{line: &typed}, typed},
	} {
		if got, whole := c.question.argumentLine(render.Parse(c.body, nil, rules), rules); got != c.want || !whole {
			t.Errorf("%s: got %q, %v, want %q", c.name, got, whole, c.want)
		}
	}
	rules.Split = render.SplitBlanks
	if got, whole := (question{values: []string{"a b", "c"}}).argumentLine(render.Parse("$0 $1", nil, rules), rules); got != "a b c" || whole {
		t.Errorf("without quotes: got %q, %v", got, whole)
	}
}

func TestOrList(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"a"}, "a"},
		{[]string{"a", "b"}, "a or b"},
		{[]string{"a", "b", "c"}, "a, b or c"},
	} {
		if got := orList(c.words); got != c.want {
			t.Errorf("orList(%q) = %q, want %q", c.words, got, c.want)
		}
	}
}
