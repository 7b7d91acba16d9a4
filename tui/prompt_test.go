package tui

import (
	"strings"
	"testing"

	"knack/render/safe"
	"knack/skill"
)

// A text without blanks, such as data or Chinese, takes as long as its length: as long as the
// square of it, each of these would take a minute.
func TestPromptWithoutBlanks(t *testing.T) {
	for _, word := range []string{strings.Repeat("x", 400_000), strings.Repeat("字", 150_000)} {
		d := start(t, "kim", 120, 36, func(o *Options) {
			o.Read = func(*skill.Skill) (skill.Document, error) {
				return skill.Document{Body: word, BodyLine: 1}, nil
			}
		}).selectID("deploy").keys("2")
		wide, lines := 0, d.m.detail.lines
		for _, line := range lines[:len(lines)-1] {
			if line.w < d.m.detailWidth()-1 {
				t.Fatalf("a line of %d cells of %d: %q", line.w, d.m.detailWidth(), line.text)
			}
			wide += line.w - gutter
		}
		if all := safe.Line(word).Width(); wide > all || all-wide > d.m.detailWidth() {
			t.Errorf("%d of %d cells in %d lines", wide, all, len(lines))
		}
	}
}
