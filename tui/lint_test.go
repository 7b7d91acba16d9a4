package tui

import (
	"path/filepath"
	"slices"
	"strings"
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
	d.wants("By the open specification: its validator rejects", "old-deploy  project", "By the rules of Claude Code")
	d.keys("esc", "!") // known by now
	d.wants("By the open specification: its validator rejects")
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
	d.wants("log-reader", "By the open specification: its validator rejects")
}

// tab narrows the page to errors, then to what the specification rejects, and back.
func TestProblemsInParts(t *testing.T) {
	d := start(t, "kim", 120, 90)
	d.puts(skills+"broken/SKILL.md", strings.Repeat("x", 1<<20+1)).
		puts(skills+"unread/SKILL.md", "---\ndescription: \"Half\" a quote.\n---\n").
		puts(skills+"linked/SKILL.md", "---\nname: linked\ndescription: It has a reference.\n---\nRead [more](missing.md).\n").notices()
	d.keys("!").wants("tab errors", "Not loaded (", "Shadowed (", "By the rules of Claude Code (", "By both rulebooks: Claude Code and the open specification (1)",
		"By the open specification: its validator rejects (")
	all := d.screen()
	d.keys("tab").wants("─ Problems: errors (3) ─", "Errors among the 4 problems: 1 not loaded, 1 broken, 1 marked", "Not loaded (1)", "Broken (1)", "tab spec rejections")
	d.lacks("Shadowed (", "By both rulebooks", "By the open specification")
	d.keys("tab").wants("─ Problems: spec rejections (", "By the open specification: its validator rejects (", "tab all")
	d.lacks("Broken (1)", "By the rules of Claude Code (")
	if d.keys("tab"); d.screen() != all {
		t.Errorf("after all parts the page is\n%s\nit was\n%s", d.screen(), all)
	}
	d = start(t, "", 80, 24).keys("!", "tab")
	d.lacks("Problems: ") // with no skills there is no page
	start(t, "kim", 50, 15).keys("!", "tab").wants("↑↓ move  tab spec  enter go  / find  esc close")
	d = start(t, "zh", 80, 24).keys("!", "tab")
	d.wants("Nothing of this kind", "↑↓ scroll  tab spec rejections  / search  esc close")
	d.checkFrame()
}

// What isn't loaded can be chosen like a skill: enter says where it is, y copies that.
func TestProblemsNotLoadedCanBeChosen(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {50, 15}} {
		d := start(t, "kim", size[0], size[1]).keys("!")
		d.wants("▌  ~/.claude/skills/drafts/letter:")
		d.keys("enter").wants("not loaded: nothing to open, y copies the path", "~/.claude/skills/drafts/letter")
		d.checkFrame()
		path := filepath.Join(d.m.opt.Home, ".claude", "skills", "drafts", "letter")
		if d.keys("y"); !slices.Equal(d.copied, []string{path}) {
			t.Errorf("copied %q, want %s", d.copied, path)
		}
		d.wants("copied")
		if !d.m.overlay.open() {
			t.Error("the page is gone")
		}
		d.keys("down", "y")
		if k := d.m.library; len(d.copied) != 2 || k.ByPath(d.copied[1]) == nil {
			t.Errorf("copied %q, want the path of a skill", d.copied)
		}
	}
}

// A search says of how many it shows some, and the numbers at the top aren't found.
func TestProblemsCountWhatIsFound(t *testing.T) {
	for _, width := range []int{120, 40} {
		d := start(t, "kim", width, 90).keys("!", "/", "type:release-notes")
		d.wants("Shadowed (2 of 3)")
		d.lacks("Not loaded (", "Hidden (")
		d.keys("esc").wants("Shadowed (3)", "Not loaded (1)")
		d.keys("/", "type:problems")
		d.lacks("2 problems")
	}
}

// Who mends one problem after the other goes on where they were.
func TestProblemsGoOnWhereTheyWereLeft(t *testing.T) {
	for _, leave := range []string{"enter", "esc"} {
		d := start(t, "kim", 60, 15).keys("!", "down", "down", "down", "down")
		want, top := d.screen(), d.m.overlay.top
		if top == 0 {
			t.Fatal("nothing was scrolled")
		}
		d.keys(leave)
		if d.m.overlay.open() {
			t.Fatal("the page is still there")
		}
		if d.keys("!"); d.screen() != want {
			t.Errorf("after %s the page is\n%s\nit was\n%s", leave, d.screen(), want)
		}
		d.keys("tab", "tab", "/", "type:spec", "enter", "down", leave, "!")
		d.wants("Problems: spec rejections (", "/ spec")
		link := d.m.overlay.link()
		d.keys("esc").puts(skills+"aaa/SKILL.md", "---\nnome: x\n---\n\nText of the spec.\n").notices()
		if d.keys("!"); d.m.overlay.link() != link {
			t.Errorf("with another library the cursor is on %q, it was on %q", d.m.overlay.link(), link)
		}
	}
}
