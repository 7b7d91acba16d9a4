package explain

import (
	"testing"

	"knack/skill"
)

func TestProblems(t *testing.T) {
	user := userRoot()
	user.Problems = []skill.Problem{
		{Severity: skill.Note, Path: user.Dir + "/none", Message: "has no SKILL.md"},
		{Severity: skill.Warning, Path: user.Dir + "/quiet", Message: "holds skill.md", Hint: "rename it"},
	}
	breakIt := func(k *skill.Skill) { k.State, k.Reason = skill.Broken, "SKILL.md is a folder" }
	wait := func(k *skill.Skill) { k.Paths = []string{"*.go"} }
	note := func(k *skill.Skill) {
		k.Problems = []skill.Problem{{Severity: skill.Note, Message: "not worth a line"}}
	}
	l := new(world).
		root(user).skill("a").skill("b", breakIt).skill("c", malformed).skill("d", note).
		root(projectRoot("/home/ada/shop")).skill("a").skill("e", wait).
		root(pluginRoot("p@m is switched off")).skill("p:f").
		root(bundledRoot()).skill("a").library()
	check(t, Problems(l, "/home/ada", All), `
Not loaded (1)
  ~/.claude/skills/quiet: holds skill.md
      rename it

Broken (1)
  b  user  ~/.claude/skills/b/SKILL.md
      SKILL.md is a folder

Something wrong in the file (1)
  c  user  ~/.claude/skills/c/SKILL.md
      line 2: a colon needs quotes

Not loaded, most likely on purpose (1)
  ~/.claude/skills/none: has no SKILL.md

Shadowed (2)
  a  project  ~/shop/.claude/skills/a/SKILL.md
      the user skill wins: user skills win over project skills
  a  bundled  bundled:a/SKILL.md
      the user skill wins: 

Hidden (1)
  e  project  ~/shop/.claude/skills/e/SKILL.md
      waits until a file is touched that matches *.go

Disabled (1)
  p:f  plugin  /p/skills/p:f/SKILL.md
      p@m is switched off
`)
	for _, line := range Problems(l, "", All) {
		_, named := l.ByKey(line.Skill)
		if named != (line.Skill != "") {
			t.Errorf("%s leads to %q, which is no skill", line.Text, line.Skill)
		}
	}
	check(t, Problems(new(world).root(userRoot()).skill("a").library(), "", All), `
Nothing is wrong, and no skill is shadowed, hidden or disabled
`)
}
