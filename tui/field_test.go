package tui

import (
	"strings"
	"testing"
)

func TestFieldView(t *testing.T) {
	for _, c := range []struct {
		value      string
		pos, width int
		want       string
		x          int
	}{
		{"", 0, 5, "", 0},
		{"abcd", 4, 5, "abcd", 4},
		{"abcde", 5, 5, "…cde", 4},
		{"abcdefgh", 8, 5, "…fgh", 4},
		{"abcdefgh", 0, 5, "abcd…", 0},
		{"abcdefgh", 3, 5, "abcd…", 3},
		{"abcdefgh", 4, 5, "…cde…", 3},
		{"abcdefgh", 7, 5, "…efgh", 4},
		{"abcdefgh", 6, 5, "…efgh", 3},
		{"代码审查代码", 6, 6, "…代码", 5},
		{"代码审查代码", 0, 6, "代码…", 0},
		{"代码审查代码", 2, 6, "…码审…", 3},
		{"abc", 3, 1, "…", 0},
		{"abc", 0, 1, "…", 0},
		{strings.Repeat("abcd", 1000), 4000, 5, "…bcd", 4},
		{strings.Repeat("abcd", 1000), 2000, 5, "…cda…", 3},
		{strings.Repeat("abcd", 1000), 0, 5, "abcd…", 0},
	} {
		view, x := fieldView(c.value, c.pos, c.width)
		if view.String() != c.want || x != c.x {
			t.Errorf("%q at %d in %d: %q, cursor %d; want %q, %d", c.value, c.pos, c.width, view, x, c.want, c.x)
		}
		if view.Width() > c.width {
			t.Errorf("%q at %d in %d is %d wide", c.value, c.pos, c.width, view.Width())
		}
	}
}
