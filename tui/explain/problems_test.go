package explain

import (
	"testing"

	"knack/skill"
	"knack/skill/lint"
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
  ~/.claude/skills/quiet: error: holds skill.md
      rename it

Broken (1)
  b  user  ~/.claude/skills/b/SKILL.md
      error: SKILL.md is a folder

Something wrong in the file (1)
  c  user  ~/.claude/skills/c/SKILL.md
      error: line 2: a colon needs quotes

Not loaded, most likely on purpose (1)
  ~/.claude/skills/none: note: has no SKILL.md

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

// What costs most is mended first; what costs the same stands by name.
func TestProblemsBeginWithTheWorst(t *testing.T) {
	user := userRoot()
	user.Problems = []skill.Problem{
		{Code: "link-loop", Severity: skill.Warning, Path: user.Dir + "/a", Message: "is a link back"},
		{Code: "file-name", Severity: skill.Warning, Path: user.Dir + "/c", Message: "holds skill.md"},
		{Code: "broken-link", Severity: skill.Error, Path: user.Dir + "/b", Message: "is a link to nothing"},
	}
	warns := func(k *skill.Skill) {
		k.Problems = []skill.Problem{{Severity: skill.Warning, Line: 3, Message: "a word for a flag"}}
	}
	both := func(k *skill.Skill) {
		warns(k)
		k.Problems = append(k.Problems, skill.Problem{Severity: skill.Error, Message: "cut"})
	}
	l := new(world).root(user).skill("d", warns).skill("e", malformed).skill("f", both).skill("g", warns).library()
	check(t, Problems(l, "/home/ada", All), `
Not loaded (3)
  ~/.claude/skills/b: error: is a link to nothing
  ~/.claude/skills/c: error: holds skill.md
  ~/.claude/skills/a: warning: is a link back

Something wrong in the file (4)
  e  user  ~/.claude/skills/e/SKILL.md
      error: line 2: a colon needs quotes
  f  user  ~/.claude/skills/f/SKILL.md
      warning: line 3: a word for a flag
      error: cut
  d  user  ~/.claude/skills/d/SKILL.md
      warning: line 3: a word for a flag
  g  user  ~/.claude/skills/g/SKILL.md
      warning: line 3: a word for a flag
`)
	check(t, Problems(l, "/home/ada", Errors), `
Not loaded (2)
  ~/.claude/skills/b: error: is a link to nothing
  ~/.claude/skills/c: error: holds skill.md

Something wrong in the file (2)
  e  user  ~/.claude/skills/e/SKILL.md
      error: line 2: a colon needs quotes
  f  user  ~/.claude/skills/f/SKILL.md
      error: cut
`)
}

// The sum is that of the library and of the headings, and the rules stand apart.
func TestSummary(t *testing.T) {
	user := userRoot()
	user.Problems = []skill.Problem{{Severity: skill.Warning, Path: user.Dir + "/c", Message: "holds skill.md"}}
	l := new(world).root(user).
		skill("a", malformed).
		skill("b", func(k *skill.Skill) { k.Problems = []skill.Problem{{Severity: skill.Warning, Message: "odd"}} }).
		skill("d", func(k *skill.Skill) { k.State, k.Reason = skill.Broken, "SKILL.md is a folder" }).library()
	found := lint.Report{Findings: []lint.Finding{{Severity: skill.Warning, Rule: "x", Books: []lint.Rulebook{lint.ClaudeCode}, Line: 1, Message: "odd"}}}
	rejected := lint.Report{Verdicts: []lint.Verdict{{Outcome: lint.Rejects, Message: "no name"}}}
	reports := map[string]lint.Report{l.Skills[0].Key: found, l.Skills[1].Key: rejected}
	for part, want := range map[Part]string{
		All: `
4 problems (3 errors): 1 not loaded, 1 broken, 2 marked ! for something wrong in the file
The rules find more, counted apart: 1 skill by Claude Code's, 1 rejected by the spec's validator (knack lint counts each finding)
`,
		Errors: `
Errors among the 4 problems: 1 not loaded, 1 broken, 1 marked ! for something wrong in the file
`,
		Rejections: `
The rules find more, counted apart: 1 skill rejected by the spec's validator
`,
	} {
		problems := Problems(l, "", part)
		check(t, Summary(l, part, problems, Rules(l, reports, "", part)), want)
		if n := Total(problems); part == All && n != l.Wrong() {
			t.Errorf("%d problems, and the library counts %d", n, l.Wrong())
		}
	}
	check(t, Summary(l, All, nil, nil), "")
}
