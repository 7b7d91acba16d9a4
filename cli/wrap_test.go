package cli

import (
	"bytes"
	"testing"

	"knack/render/safe"
)

func TestPrintWrapped(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, indent int
		text, want    string
	}{
		{"a pipe", 0, 2, "one two three four", "  one two three four\n"},
		{"room enough", 20, 2, "one two", "  one two\n"},
		{"three lines", 13, 2, "one two three four", "  one two\n     three\n     four\n"},
		{"no indent", 10, 0, "one two three", "one two\n   three\n"},
		{"a path stays whole", 12, 0, "see /home/me/old-name/SKILL.md now", "see\n   /home/me/old-name/SKILL.md\n   now\n"},
		{"a flag, too", 12, 0, "give it --no-color", "give it\n   --no-color\n"},
		{"wide characters", 9, 0, "代码 代码 代码", "代码\n   代码\n   代码\n"},
		{"no room at all", 2, 4, "a b", "    a b\n"},
		{"escapes", 13, 0, "one two \x1b[31mthree", "one two\n   ␛[31mthree\n"},
	} {
		var b bytes.Buffer
		printWrapped(&b, c.width, c.indent, safe.Line(c.text))
		if b.String() != c.want {
			t.Errorf("%s: got %q, want %q", c.name, b.String(), c.want)
		}
	}
}

func TestWrappedTable(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		rows  [][]safe.Text
		want  string
	}{
		{"a pipe", 0, [][]safe.Text{texts("a", "one two three")}, "a  one two three\n"},
		{"below the column", 12, [][]safe.Text{texts("a", "one two three"), texts("bc", "one")}, "a   one two\n    three\nbc  one\n"},
		{"no room beside it", 12, [][]safe.Text{texts("longer", "user", "/home/me/x")}, "longer  user\n    /home/me/x\n"},
		{"none needed", 12, [][]safe.Text{texts("longer", "user", "")}, "longer  user\n"},
	} {
		var b bytes.Buffer
		wrappedTable(&b, c.width, c.rows)
		if b.String() != c.want {
			t.Errorf("%s: got %q, want %q", c.name, b.String(), c.want)
		}
	}
}
