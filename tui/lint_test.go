package tui

import (
	"testing"

	"knack/skill"
	"knack/skill/lint"
)

func TestDetailsSayWhatTheRulesDo(t *testing.T) {
	d := start(t, "kim", 120, 60).selectID("old-deploy").keys("3")
	d.wants("By the rules of Claude Code and of the open specification", "Claude Code loads it", "the open spec's validator rejects it: line 3")
	// The same for another skill, without leaving the tab.
	d.selectID("log-reader")
	d.wants("the open spec's validator accepts it")
	d.lacks("rejects")
}

func TestProblemsHaveTheRules(t *testing.T) {
	d := start(t, "kim", 120, 90).keys("!")
	d.wants("Rejected by the open specification's validator", "old-deploy  project", "By the rules of Claude Code")
	d.keys("esc", "!") // known by now
	d.wants("Rejected by the open specification's validator")
}

// Who leaves the page waits for nothing, and a late answer for another library is dropped.
func TestLintEndsWithThePage(t *testing.T) {
	asked := 0
	d := start(t, "kim", 120, 40, func(o *Options) {
		o.Lint = func(*skill.Skill) lint.Report { asked++; return lint.Report{} }
	})
	late := d.press('!')
	d.wants("By the rules: checking")
	d.keys("esc")
	d.run(late)
	if asked > 0 {
		t.Errorf("%d files were read for nobody", asked)
	}
	d.send(allLinted{library: &skill.Library{}})
	if d.m.allLinted.library != nil {
		t.Error("took the answer for another library")
	}
}

// An answer about a skill that was left doesn't take the place of the right one.
func TestLateLintIsDropped(t *testing.T) {
	d := start(t, "kim", 120, 60).selectID("old-deploy").keys("3")
	right := d.m.linted.key
	d.send(linted{key: "another"})
	if d.m.linted.key != right {
		t.Errorf("took the answer about %q", d.m.linted.key)
	}
}

// The page goes on when the library is read again under it.
func TestProblemsFollowTheDisk(t *testing.T) {
	d := start(t, "kim", 120, 90).keys("!")
	d.puts(skills+"log-reader/SKILL.md", "No description.\n").notices()
	d.lacks("checking")
	d.wants("log-reader", "Rejected by the open specification's validator")
}
