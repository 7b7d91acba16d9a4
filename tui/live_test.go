package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/skill"
)

// puts writes a file below the home; the text of a skill takes its place.
func (d *driver) puts(path, text string) *driver {
	d.t.Helper()
	full := filepath.Join(d.m.opt.Home, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
	return d
}

func (d *driver) removes(path string) *driver {
	d.t.Helper()
	if err := os.RemoveAll(filepath.Join(d.m.opt.Home, path)); err != nil {
		d.t.Fatal(err)
	}
	return d
}

func (d *driver) renames(from, to string) *driver {
	d.t.Helper()
	if err := os.Rename(filepath.Join(d.m.opt.Home, from), filepath.Join(d.m.opt.Home, to)); err != nil {
		d.t.Fatal(err)
	}
	return d
}

// notices lets the browser know that something has changed.
func (d *driver) notices() *driver {
	d.t.Helper()
	d.send(changed{d.m.loader})
	return d
}

const skills = ".claude/skills/"

const invoice = "---\nname: invoice\ndescription: Turn a list of hours into an invoice, with prices and totals\narguments: customer month\n---\nBill $customer for $month, please.\n"

func TestChangesKeepWhatWasTyped(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:hours source:user", "enter", "a", "type:Ng & Co", "tab", "type:May", "left")
	d.wants("▌invoice", "Ng & Co about the work of May")
	d.puts(skills+"invoice/SKILL.md", invoice).puts(skills+"a-hours/SKILL.md", "---\ndescription: Count hours\n---\nCount.\n").notices()
	d.wants("▌invoice", "/ hours", "2 of ", "changed", "a-hours", "new", "Bill Ng & Co for May, please.", "1 new · 1 changed")
	d.keys("type:_")
	if want := `"Ng & Co" Ma_y`; d.line() != want {
		t.Errorf("typing goes on with %q, want %q", d.line(), want)
	}
}

func TestNoNewsDisturbsNobody(t *testing.T) {
	for _, keys := range [][]string{
		nil, {"/", "type:hours"}, {"/", "type:hours source:user", "enter", "a", "type:Ng", "tab", "type:May", "left"},
		{"J", "J"}, {"?"}, {"w"}, {"Y"}, {"y"}, {"down", "down", "enter"}, {"3"},
	} {
		t.Run(fmt.Sprint(keys), func(t *testing.T) {
			d := start(t, "kim", 120, 20).keys(keys...)
			view := d.m.View()
			d.notices()
			if after := d.m.View(); !reflect.DeepEqual(after, view) {
				t.Errorf("was\n%s\nis\n%s", view.Content, after.Content)
			}
		})
	}
}

// While it is read again the screen stays as it is.
func TestReadingAgainIsQuiet(t *testing.T) {
	for _, world := range []string{"kim", ""} {
		d := start(t, world, 120, 36)
		before := d.screen()
		next, _ := d.m.Update(changed{d.m.loader})
		d.m = next.(model)
		if after := d.screen(); after != before {
			t.Errorf("was\n%s\nis\n%s", before, after)
		}
	}
}

func TestSelectionStaysInPlace(t *testing.T) {
	d := start(t, "kim", 120, 20)
	d.wants("▌api-style")
	d.puts(skills+"a-first/SKILL.md", "First.\n").notices()
	d.wants("▌api-style", "22 of 22", "1 new")
}

func TestSelectedIsGone(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("log-reader").removes(skills + "log-reader").notices()
	d.wants("log-reader is gone", "▌naïve-café")
	d = start(t, "kim", 120, 36).keys("/", "type:hours source:user", "enter").puts(skills+"invoice/SKILL.md", "Other.\n").notices()
	d.wants("invoice has changed and doesn't match the filter any more", "/ hours source:user", "Nothing matches")
	d = start(t, "kim", 120, 36).selectID("log-reader").keys("Y").removes(skills + "log-reader").notices()
	d.wants("log-reader is gone")
	d.lacks("Take along")
}

// A file that is away for a moment is selected again when it is back, unless somebody
// has gone elsewhere or is about something meanwhile.
func TestSelectedIsBack(t *testing.T) {
	back := func(d *driver) *driver { return d.renames("away", skills+"log-reader").notices() }
	gone := func() *driver {
		return start(t, "kim", 120, 36).selectID("log-reader").renames(skills+"log-reader", "away").notices()
	}
	d := back(gone())
	d.wants("▌log-reader", "╭─ log-reader ", "Start at the end of the log", "log-reader is back")
	d.lacks("is gone")
	d = gone().removes(skills + "naïve-café").notices() // what stands in for it goes, too
	back(d).wants("▌log-reader", "Start at the end of the log")
	for _, keys := range [][]string{{"down"}, {"down", "up"}, {"/", "type:café"}, {"Y"}} {
		d := gone().keys(keys...)
		want := d.m.selected
		if back(d); d.m.selected != want {
			t.Errorf("after %v %q is selected, want %q", keys, d.m.selected, want)
		}
	}
}

// A skill whose folder gets another name takes along what was typed for it.
func TestSelectedIsRenamed(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice").keys("a", "type:Ng", "tab", "type:May")
	d.renames(skills+"invoice", skills+"z-bill").notices()
	d.wants("▌z-bill", "new", "invoice is called z-bill now", "Write an invoice for Ng about the work of May")
	d.keys("type:!")
	d.wants("work of May!")
}

func TestReadKeepsItsPlace(t *testing.T) {
	long := func(word string) string {
		var b strings.Builder
		for i := range 200 {
			fmt.Fprintf(&b, "%s number %d\n\n", word, i)
		}
		return b.String()
	}
	d := start(t, "kim", 120, 30).puts(skills+"a-long/SKILL.md", long("Line")).notices().selectID("a-long").keys("enter", "pgdown", "pgdown", "pgdown")
	d.wants("Line number 40")
	top := d.m.detail.top[tabRead]
	d.puts(skills+"a-long/SKILL.md", long("Verse")).notices()
	d.wants("Verse number 40")
	if now := d.m.detail.top[tabRead]; now != top {
		t.Errorf("the first line in sight was %d and is %d", top, now)
	}
}

func TestMarks(t *testing.T) {
	for _, change := range []func(*Options){func(*Options) {}, func(o *Options) { o.NoColor, o.ASCII = true, true }} {
		d := start(t, "kim", 120, 36, change)
		d.lacks(" 1 new", "new user", "changed", "on disk")
		before := d.screen()
		d.selectID("invoice").puts(skills+"invoice/SKILL.md", invoice).notices().keys("3")
		d.wants("changed user", "on disk", "changed since knack started, at ", "1 changed")
		d.puts(skills+"late/SKILL.md", "Late.\n").notices().selectID("late")
		d.wants("new user", "new since knack started", "1 new · 1 changed")

		// What is as it was again is no news.
		d = start(t, "kim", 120, 36, change)
		d.puts(skills+"late/SKILL.md", "Late.\n").notices().removes(skills + "late").notices()
		if after := d.screen(); after != before {
			t.Errorf("was\n%s\nis\n%s", before, after)
		}
	}
}

// What is typed stays with the field it was typed into.
func TestFormFitsChangedBody(t *testing.T) {
	fields := func(pairs ...string) (f []formField) {
		for i := 0; i < len(pairs); i += 2 {
			f = append(f, formField{param: render.Param{Name: pairs[i]}, value: pairs[i+1]})
		}
		return f
	}
	for _, tt := range []struct {
		name     string
		old, new form
		line     string
		at       int
	}{
		{"the same", form{fields: fields("a", "1", "b", "2"), at: 1}, form{fields: fields("a", "", "b", "")}, "1 2", 1},
		{"another order", form{fields: fields("a", "1", "b", "2"), at: 1}, form{fields: fields("b", "", "a", "")}, "2 1", 0},
		{"one more before", form{fields: fields("a", "1"), at: 0}, form{fields: fields("new", "", "a", "")}, `"" 1`, 1},
		{"one less", form{fields: fields("a", "1", "b", "2"), at: 0}, form{fields: fields("b", "")}, "2 1", 0},
		{"another name", form{fields: fields("a", "1", "b", "2"), at: 1}, form{fields: fields("a", "", "c", "")}, "1 2", 1},
		{"without names", form{fields: fields("", "1", "", "2"), at: 1}, form{fields: fields("", "")}, "1 2", 0},
		{"words behind the last field", form{fields: fields("a", "1"), more: []string{"x"}}, form{fields: fields("a", "", "b", ""), more: []string{"x"}}, `1 "" x`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := tt.new
			f.rules.Split = render.SplitShell
			f.carry(tt.old)
			if line, _ := f.line(); line != tt.line || f.at != tt.at {
				t.Errorf("got %q in field %d, want %q in %d", line, f.at, tt.line, tt.at)
			}
		})
	}
}

// One reading at a time: what comes meanwhile leads to one more.
func TestOneReadingAtATime(t *testing.T) {
	d := start(t, "kim", 120, 36)
	first := d.m.rescan()
	reading := d.m.loader
	for range 3 {
		if d.m.rescan() != nil || d.m.loader != reading {
			t.Fatal("a second reading began during the first")
		}
	}
	d.puts(skills+"late/SKILL.md", "Late.\n")
	loads := 0
	load := d.m.opt.Load
	d.m.opt.Load = func(ctx context.Context, emit func(skill.Batch)) error {
		loads++
		return load(ctx, emit)
	}
	d.run(first)
	if loads != 1 || d.m.loading {
		t.Errorf("%d more readings, want 1", loads)
	}
	d.wants("late")
}

// The waiting ends with the browser, and when everything is read again anyway.
func TestWaitingEnds(t *testing.T) {
	ctx, leave := context.WithCancel(context.Background())
	m := newModel(ctx, options(t, t.TempDir(), "shop", new([]string)))
	m.opt.Wait = func(ctx context.Context, _ skill.Trail) error {
		<-ctx.Done()
		return ctx.Err()
	}
	for _, end := range []func(){func() { m.unwatch() }, leave} {
		wait := m.watch(nil)
		end()
		if msg := wait(); msg != nil {
			t.Errorf("it ended with %v", msg)
		}
	}
}

func TestWaitingBeginsWithTheFirstLibrary(t *testing.T) {
	var waited []skill.Trail
	start(t, "kim", 120, 36, func(o *Options) {
		o.Wait = func(_ context.Context, trail skill.Trail) error {
			if waited = append(waited, trail); len(waited) < 3 {
				return nil
			}
			return context.Canceled
		}
	})
	if len(waited) != 3 || len(waited[0]) == 0 || len(waited[2]) == 0 {
		t.Errorf("waited %d times", len(waited))
	}
}

// Whoever asks for it is told that everything has been read again.
func TestReadingAgainAnswers(t *testing.T) {
	d := start(t, "kim", 120, 36).puts(skills+"fresh/SKILL.md", "Fresh.\n").keys("R")
	d.wants("read again: 22 skills", "1 new")
}

// The answer is that of the reading that was asked for, not of one that was under way.
func TestReadingAgainWhileReading(t *testing.T) {
	d := unloaded(t, "kim")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	first := d.m.Init()
	d.keys("R").wants("reading all folders again")
	d.run(first)
	d.wants("read again: 21 skills")
	d.lacks("reading all folders")

	quiet := d.holds(changed{d.m.loader})
	d.keys("R")
	reading := d.m.loader
	var answered bool
	d.m.opt.Load = func(load func(context.Context, func(skill.Batch)) error) func(context.Context, func(skill.Batch)) error {
		return func(ctx context.Context, emit func(skill.Batch)) error {
			answered = strings.Contains(d.screen(), "read again:")
			return load(ctx, emit)
		}
	}(d.m.opt.Load)
	d.run(quiet)
	if answered || d.m.loader == reading {
		t.Errorf("answered before it was read again: %v, read: %v", answered, d.m.loader != reading)
	}
	d.wants("read again: 21 skills")
}

// What was counted is not said any longer when it isn't so.
func TestReadAgainIsOver(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("R")
	d.notices().wants("read again: 21 skills")
	d.puts(skills+"fresh/SKILL.md", "Fresh.\n").notices()
	d.lacks("read again")
	d.wants("22 skills")
}

// What is typed while nothing takes the place of a skill that is gone goes nowhere, and is
// there again with the skill.
func TestTypingForASkillThatIsGone(t *testing.T) {
	for _, query := range []string{"deploy a service to staging", "body:deploy"} {
		d := start(t, "kim", 120, 36).keys("/", "type:"+query, "enter").selectID("deploy").keys("a", "type:web")
		key := d.m.selected
		d.holds(changed{d.m.loader})
		rest := slices.DeleteFunc(slices.Clone(d.m.library.Skills), func(k *skill.Skill) bool { return k.ID == "deploy" })
		l := skill.Merge(d.m.library.Host, d.m.library.Roots, rest)
		d.holds(loaded{loader: d.m.loader, done: true, library: l, listed: l.Listed(), index: skill.NewIndex(l.Listed())})
		d.keys("type:x", "ctrl+y", "e", "1", "2", "3", "4", "w", "esc", "v", "esc", "H", "esc", "o", "esc", "y", "Y", "esc")
		d.checkFrame()
		if got := d.m.args[key]; got != "web" {
			t.Errorf("%s: the arguments are %q", query, got)
		}
	}
}

// Keys that are meant for a form whose skill is gone are no commands.
func TestTypingOnWhenTheFormIsGone(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice").keys("a", "type:pr")
	d.removes(skills + "invoice").notices()
	d.wants("invoice is gone")
	d.keys("type:eq").wants("the form is closed, as its skill is gone; esc goes on")
	if d.quit {
		t.Fatal("what was typed has ended the program")
	}
	d.keys("esc", "q")
	if !d.quit {
		t.Error("keys are no commands after esc")
	}
	d = start(t, "kim", 120, 36).selectID("invoice").keys("a", "type:pr")
	d.removes(skills + "invoice").notices()
	if d.keys("down", "q"); !d.quit {
		t.Error("keys are no commands after a motion")
	}
}

// A page about a skill goes with it, one about all stays.
func TestPagesGoWithTheirSkill(t *testing.T) {
	for key, stays := range map[string]bool{"w": false, "o": false, "H": false, "!": true, "?": true} {
		d := start(t, "kim", 120, 36).selectID("invoice").keys(key)
		d.removes(skills + "invoice").notices()
		if d.m.overlay.open() != stays {
			t.Errorf("%s: open is %v", key, !stays)
		}
	}
}

// A skill that comes back takes its place again, also where only a search by meaning found
// another for it.
func TestBackAfterASearchByMeaning(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:hours invoice", "enter").selectID("invoice")
	text := must(os.ReadFile(filepath.Join(d.m.opt.Home, skills, "invoice/SKILL.md")))
	d.removes(skills + "invoice").notices()
	d.wants("invoice is gone")
	d.puts(skills+"invoice/SKILL.md", string(text)).notices()
	d.lacks("doesn't match")
	if k := d.m.current(); k == nil || k.ID != "invoice" {
		t.Errorf("selected is %q", d.m.selected)
	}
}
