package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/skill"
)

func TestFirstFrameAnswers(t *testing.T) {
	d := start(t, "kim", 120, 36)
	// A row is selected, its text readable, the counts real.
	d.wants("▌api-style", "Return errors as problem details.", "21 skills", "3 shadowed", "2 hidden", "10 bundled")
	if k := d.m.current(); k == nil || k.ID != "api-style" {
		t.Errorf("selected is %v", k)
	}
}

// A row says how many copies a skill hides, of those that are the person's.
func TestHides(t *testing.T) {
	d := start(t, "kim", 120, 36)
	d.wants("hides 1 · project", "hides 1 · user") // release-notes hides a bundled copy, too
	d.removes("shop/.claude/skills/release-notes").notices()
	d.wants("hides 1 · project")
	d.lacks("hides 1 · user", "hides 2")
	d.puts(skills+"deploy/SKILL.md", "---\ndescription: Waits, and hides a copy all the same.\npaths: '*.go'\n---\nText.\n").notices()
	d.wants("hidden user ")
	d.lacks("hidden · user")
}

func TestFirstRun(t *testing.T) {
	d := start(t, "", 120, 36)
	d.wants("No skills of yours yet.", "~/.claude/skills/NAME/SKILL.md", "Ships with knack", "bundled", "? help")
}

// After every key the name over the document is that of the selected row, and so
// is the text.
func TestTitleFollowsSelection(t *testing.T) {
	d := start(t, "kim", 120, 36)
	bodies := map[string]string{"release-notes": "Collect what was merged", "log-reader": "Start at the end of the log", "deploy": "Where we stand"}
	for _, name := range []string{"/", "r", "e", "l", "backspace", "backspace", "backspace", "l", "o", "g", "backspace", "backspace", "backspace", "s", "h", "i", "p"} {
		d.keys(name)
		k := d.m.current()
		if k == nil {
			d.wants("Nothing matches.")
			continue
		}
		d.wants("╭─ "+k.ID+" ", "▌"+k.ID)
		if text := bodies[k.ID]; text != "" && k.State != skill.Shadowed {
			d.wants(text)
		}
	}
}

func TestFilter(t *testing.T) {
	for _, tt := range []struct{ query, first string }{
		{"notes", "release-notes"},
		{"minutes staging", "deploy"},
		{"hours invoice", "invoice"},
		{"审查", "代码审查"},
		{"cafe", "naïve-café"},
		{"migrte", "db:migrate"}, // one letter missing
	} {
		d := start(t, "kim", 120, 36)
		d.keys("/", "type:"+tt.query)
		if k := d.m.current(); k == nil || k.ID != tt.first {
			t.Errorf("%q finds %v first, want %s\n%s", tt.query, k, tt.first, d.screen())
		}
	}
}

// Letters that are commands elsewhere are text while a filter is typed.
func TestFilterTakesEveryLetter(t *testing.T) {
	d := start(t, "kim", 120, 36)
	const letters = "sql?jkgGcyrqaewz!12,"
	d.keys("/", "type:"+letters)
	if got := d.m.filter.Value(); got != letters || d.quit {
		t.Errorf("the filter holds %q, quit: %v", got, d.quit)
	}
	d.keys("ctrl+c")
	if !d.quit {
		t.Error("ctrl-c does not quit while a filter is typed")
	}
}

func TestEscGoesBackStepByStep(t *testing.T) {
	d := start(t, "kim", 120, 36)
	d.keys("/", "type:notes", "enter", "enter", "a", "type:x")
	if !d.m.form.open || !d.m.inDetail {
		t.Fatal("the form isn't open over the document")
	}
	d.keys("esc")
	if d.m.form.open || !d.m.inDetail {
		t.Fatal("the first esc closes the form only")
	}
	d.keys("esc")
	if d.m.inDetail || d.m.filter.Value() != "notes" {
		t.Fatal("the second esc goes back to the list and keeps the filter")
	}
	selected := d.m.selected
	d.keys("esc")
	if d.m.filter.Value() != "" || d.m.selected != selected {
		t.Fatal("the third esc clears the filter and keeps the selection")
	}
	if d.keys("esc"); d.quit {
		t.Fatal("esc must never quit")
	}
}

func TestNoteAtTheStart(t *testing.T) {
	d := start(t, "kim", 80, 24, func(o *Options) { o.Note = "did you mean this?" })
	d.wants("\n did you mean this?")
	d.keys("down").lacks("did you mean")
}

// Two presses that come at once reach the program as one of another key.
func TestTwoEscapesAtOnce(t *testing.T) {
	for name, keys := range map[string][]string{"apart": {"esc", "esc"}, "at once": {"alt+esc"}} {
		d := start(t, "kim", 80, 24).keys("/", "type:notes", "enter", "enter")
		if d.keys(keys...); d.m.inDetail || d.m.filter.Value() != "" {
			t.Errorf("%s: in the document %v, filter %q", name, d.m.inDetail, d.m.filter.Value())
		}
		d = start(t, "kim", 80, 24).selectID("deploy").keys("enter", "a", "type:web")
		if d.keys(keys...); d.m.form.open || d.m.inDetail || d.line() != "web" {
			t.Errorf("%s: form open %v, in the document %v, arguments %q", name, d.m.form.open, d.m.inDetail, d.line())
		}
		d = start(t, "kim", 80, 24).keys("?", "/", "type:find")
		if d.keys(keys...); d.m.overlay.open() {
			t.Errorf("%s: the help is still open", name)
		}
	}
}

func TestArgumentsFillThePrompt(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a")
	d.wants("<service> [staging|production]") // the hint is in sight
	d.keys("type:web")
	d.wants("Ship **web** to $1.", "channel: web")
	d.keys("tab", "type:staging")
	d.wants("Ship **web** to staging.", "channel: web staging", "!`git log --oneline -3`", "command, not run")
	d.keys("enter")
	d.wants("Ship **web** to staging.")
	// They are kept while one looks at another skill.
	d.selectID("invoice").selectID("deploy")
	d.wants("Ship **web** to staging.")
}

// What is copied is the prompt, byte for byte.
func TestCopy(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:web", "tab", "type:staging", "ctrl+y", "esc", "y")
	want := "# Deploy\n\nShip **web** to staging.\n\nWhere we stand: !`git log --oneline -3`\n\n" +
		"1. Check that the build of web is green.\n2. Deploy, then watch the error rate for ten minutes.\n" +
		"3. Write one line to the channel: web staging\n"
	if len(d.copied) != 2 || d.copied[0] != want || d.copied[1] != want {
		t.Errorf("copied %q, want twice %q", d.copied, want)
	}
	d.wants("copied", "xclip")
}

// A copy right behind a move copies the skill moved to, although its file has not
// been read when the key comes.
func TestCopyBehindMove(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy")
	next, open := d.m.Update(keyNamed(t, "down"))
	d.m = next.(model)
	id := d.m.current().ID
	d.keys("y")
	if len(d.copied) != 0 {
		t.Fatalf("copied %q before the file was read", d.copied)
	}
	d.run(open)
	if len(d.copied) != 1 || d.copied[0] != d.m.doc.doc.Body || d.m.current().ID != id {
		t.Errorf("copied %q", d.copied)
	}
}

func TestCopyOnEmptyListSaysWhy(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:zzzzqqqq", "enter", "y")
	d.wants("no skill is selected", "0 of ")
}

func TestBundledCannotBeEdited(t *testing.T) {
	d := start(t, "", 120, 36).keys("e")
	d.wants("nothing to edit")
}

func TestPaste(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/")
	d.send(tea.PasteMsg{Content: "release\nnotes\n"})
	if got := d.m.filter.Value(); strings.TrimSpace(got) != "release notes" || !d.m.filtering {
		t.Errorf("the filter holds %q", got)
	}
	d.keys("esc").selectID("代码审查").keys("a", "type:你好")
	d.send(tea.PasteMsg{Content: " one\r\ntwo\n"})
	if got, want := d.m.args[d.m.selected], "你好 one\ntwo\n"; got != want {
		t.Errorf("the arguments are %q, want %q", got, want)
	}
	d.wants("请阅读 你好 one")
	d.lacks("became blanks")
	d.keys("ctrl+y")
	if !strings.Contains(d.copied[0], "请阅读 你好 one\ntwo\n，先说明") {
		t.Errorf("copied %q", d.copied)
	}
}

// The field holds no tabs, and what it makes of them isn't silent.
func TestPasteOfTabs(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a")
	d.send(tea.PasteMsg{Content: "a\tb"})
	d.wants("the tabs became blanks here; knack render --args keeps them")
}

func TestPasteTooLarge(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a")
	d.send(tea.PasteMsg{Content: strings.Repeat("x", render.MaxArguments+1)})
	if d.m.args[d.m.selected] != "" {
		t.Error("a paste over the limit was taken")
	}
	d.wants("64 KiB")
}

// The real cursor stands behind wide characters where input methods expect it.
func TestCursorBehindWideCharacters(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:あいう", "type:ABC")
	x := func() int {
		c := d.m.View().Cursor
		if c == nil {
			t.Fatal("there is no cursor")
		}
		return c.X
	}
	end := x()
	d.keys("home")
	if got := end - x(); got != 9 {
		t.Errorf("the cursor moved %d cells over あいうABC, want 9", got)
	}
}

func TestLateAnswersAreDropped(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy")
	before := d.screen()
	d.send(opened{key: "user:elsewhere:x/SKILL.md", doc: skill.Document{Body: "WRONG"}})
	d.send(formatted{shape: shape{key: "other"}, page: page{lines: []textLine{{"WRONG", 5}}}})
	d.send(loaded{loader: newLoader(d.m.opt.Host, true), library: &skill.Library{Host: d.m.opt.Host}})
	if after := d.screen(); after != before {
		t.Errorf("a late answer changed the screen:\n%s", after)
	}
}

func TestRescanKeepsSelection(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("log-reader").keys("R")
	if k := d.m.current(); k == nil || k.ID != "log-reader" {
		t.Errorf("after reading again %v is selected", k)
	}
	d.wants("▌log-reader")
}

func TestHelpListsEveryKey(t *testing.T) {
	d := start(t, "kim", 120, 60).keys("?")
	for _, a := range d.m.actions {
		d.wants(a.Help().Desc)
	}
	d.keys("/", "type:copy")
	d.wants("copy the prompt")
	d.lacks("half a page")
	d.keys("esc", "esc")
	d.wants("▌api-style")
}

func TestEveryKeyIsBoundOnce(t *testing.T) {
	seen := map[string]string{}
	for _, a := range newActions() {
		for _, k := range a.Keys() {
			if other, twice := seen[k]; twice {
				t.Errorf("%q does both %q and %q", k, other, a.Help().Desc)
			}
			seen[k] = a.Help().Desc
		}
	}
}

func TestWhyScreen(t *testing.T) {
	d := start(t, "kim", 120, 40).selectID("release-notes").keys("w")
	d.wants("user skills win over project skills")
	d.keys("q")
	d.wants("▌release-notes")
}

func TestRowsVisitEachSkillOnce(t *testing.T) {
	d := start(t, "kim", 80, 24)
	seen := map[string]bool{}
	for range len(d.m.hits) {
		if seen[d.m.selected] {
			t.Fatalf("%s is visited twice", d.m.selected)
		}
		seen[d.m.selected] = true
		d.keys("down")
	}
	if len(seen) != len(d.m.hits) {
		t.Errorf("%d rows visited of %d", len(seen), len(d.m.hits))
	}
}

// Nothing a skill holds may reach the terminal as a control sequence.
func TestControlCharactersStayVisible(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		read := o.Read
		o.Read = func(k *skill.Skill) (skill.Document, error) {
			doc, err := read(k)
			doc.Body = "clear \x1b[2J, title \x1b]0;x\a, c1 \u009b31m, bidi \u202eabc\n```\n\x1bP$qm\x1b\\\n```\n&#27;[31m `&#27;]52;c;QQ==&#7;`\n"
			return doc, err
		}
	})
	for _, tab := range []string{"1", "2", "3"} {
		d.keys(tab)
		content := d.m.View().Content
		for _, bad := range []string{"\x1b[2J", "\x1b]", "\a", "\u009b", "\u202e", "\x1bP"} {
			if strings.Contains(content, bad) {
				t.Errorf("tab %s lets %q through", tab, bad)
			}
		}
	}
	d.keys("2").wants("␛[2J")
}

func TestNoColor(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) { o.NoColor = true }).selectID("deploy")
	for _, tab := range []string{"1", "2", "3"} {
		if content := d.keys(tab).m.View().Content; strings.Contains(content, "\x1b[3") || strings.Contains(content, ";38;") {
			t.Errorf("tab %s has a colour", tab)
		}
	}
}

func TestLightTerminal(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) { o.Theme = Auto })
	dark := d.m.View().Content
	d.send(tea.BackgroundColorMsg{Color: whiteBackground{}})
	if light := d.m.View().Content; light == dark {
		t.Error("the answer of a light terminal changes nothing")
	}
	if d.m.filter.Value() != "" {
		t.Error("the answer was typed into the filter")
	}
}

type whiteBackground struct{}

func (whiteBackground) RGBA() (r, g, b, a uint32) { return 0xffff, 0xffff, 0xffff, 0xffff }
