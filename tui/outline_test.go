package tui

import (
	"strings"
	"testing"

	"knack/skill"
)

func headed(o *Options) {
	o.Read = func(k *skill.Skill) (skill.Document, error) {
		part := strings.Repeat("A line of it.\n\n", 30)
		return skill.Document{
			Frontmatter: k.Frontmatter, BodyLine: 5,
			Body: "# Top\n\n" + part + "## First *part*\n\n" + part + "> # Quoted\n\n## Second part\n\n" + part,
		}, nil
	}
}

func TestOutline(t *testing.T) {
	d := start(t, "kim", 120, 36, headed).selectID("deploy").keys("o")
	d.wants("Outline", "▌  Top", "First part", "Second part")
	d.lacks("Quoted")
	d.checkFrame()
	d.keys("down", "down", "enter")
	if top := d.m.detail.lines[d.m.detail.top[tabRead]].text; !strings.Contains(top, "Second part") || !d.m.inDetail {
		t.Errorf("the document begins with %q", top)
	}
	d.keys("o").wants("▌    Second part")
	d.keys("up", "enter", "down", "down", "o").wants("▌    First part")
}

func TestNoOutline(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.Read = func(k *skill.Skill) (skill.Document, error) { return skill.Document{Body: "Text.\n", BodyLine: 1}, nil }
	}).selectID("deploy").keys("o")
	d.wants("the text has no headings")
}
