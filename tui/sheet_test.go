package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
)

func TestWrapWordsLosesNothing(t *testing.T) {
	for _, text := range []string{
		"the validator rejects it: the file doesn't begin with ---",
		"begin the file with a line ---, then a line --- and a line ----",
		"~/shop/.claude/skills/resolving-merge-conflicts/SKILL.md",
		"生成一份简洁的周报，突出进展、风险和下周计划",
		"a b c d e f g",
		"seen on 2.1.240, 2026-08-22, and again on 2026-12-02 14:05, in 10-20 places",
	} {
		for room := 6; room < 60; room++ {
			joined := ""
			for _, part := range wrapWords(safe.Line(text), room) {
				if part.Width() > room {
					t.Errorf("%q is wider than %d", part.String(), room)
				}
				joined += part.String()
			}
			if got, want := strings.ReplaceAll(joined, " ", ""), strings.ReplaceAll(text, " ", ""); got != want {
				t.Errorf("%q in %d cells becomes %q", text, room, joined)
			}
		}
	}
}

func TestWrapWordsKeepsDates(t *testing.T) {
	const date = "2026-12-02"
	text := safe.Line("Seen on 2.1.240, " + date + ", and again (" + date + "), a well-known day.")
	for room := len("(" + date + "),"); room < 80; room++ {
		kept := 0
		for _, part := range wrapWords(text, room) {
			kept += strings.Count(part.String(), date)
		}
		if kept != 2 {
			t.Errorf("in %d cells a date is broken: %q", room, wrapWords(text, room))
		}
	}
	if parts := wrapWords(safe.Line("a well-known day"), 8); parts[0].String() != "a well-" {
		t.Errorf("other words don't break at hyphens: %q", parts)
	}
}

func TestFactsKeepTheirLines(t *testing.T) {
	sh := sheet{width: 40}
	sh.table(newStyles(true, true, true), []fact{{"description", "The first.\nThe second.\n", true}, {"name", "x", true}})
	var got []string
	for _, line := range sh.lines {
		got = append(got, strings.TrimRight(ansi.Strip(line.text), " "))
	}
	want := []string{"description  The first.", "             The second.", "name         x"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWrappedLinesStandFurtherIn(t *testing.T) {
	for _, test := range []struct {
		indent int
		text   string
		want   []string
	}{
		{2, "it fits into the page", []string{"  it fits into the page"}},
		{2, "~/.claude/skills/a: holds skill.md", []string{"  ~/.claude/skills/a:", "    holds skill.md"}},
		{0, "prose stays where it is, flush", []string{"prose stays where it is,", "flush"}},
	} {
		sh := sheet{width: 24}
		sh.hang(test.indent, newStyles(true, true, true).plain, safe.Line(test.text))
		var got []string
		for _, line := range sh.lines {
			got = append(got, strings.TrimRight(ansi.Strip(line.text), " "))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
		}
	}
}
