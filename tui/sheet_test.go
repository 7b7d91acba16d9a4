package tui

import (
	"strings"
	"testing"

	"knack/render/safe"
)

func TestWrapWordsLosesNothing(t *testing.T) {
	for _, text := range []string{
		"the validator rejects it: the file doesn't begin with ---",
		"begin the file with a line ---, then a line --- and a line ----",
		"~/shop/.claude/skills/resolving-merge-conflicts/SKILL.md",
		"生成一份简洁的周报，突出进展、风险和下周计划",
		"a b c d e f g",
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
