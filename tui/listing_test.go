package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/skill"
)

func TestModelTab(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:web", "enter", "enter", "4")
	d.wants("What Claude Code tells the model of it", "- deploy: Ship a service", "The budget for the lines of all skills",
		"of 8000 characters", "its prompt as filled in", "3rd longest of 8", "all 2 of source project", "all 8 that can be called",
		"for a window of unknown size; knack listing --window N",
		"only lines new to it; those before are gone", "all of it stays after a compaction", "known from #74990, July 2026, not verified",
		`Skill {"args":"web","skill":"deploy"}`)
	d.checkFrame()
	d.selectID("api-style").wants("Nothing, not even its name: ", "It can't be called, and so it costs nothing.", "all 8 that can be called")
	d.lacks("this skill")
	d.selectID("code-review").wants("It ships with knack, and so it costs nothing.")
}

// The tab may be open before the skills are read.
func TestModelTabBeforeLoading(t *testing.T) {
	d := unloaded(t, "kim")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	d.keys("4").run(d.m.Init())
	d.wants("What Claude Code tells the model of it")
	d.lacks("working out what the model is told")
}

// With nothing but what ships with knack there is nothing to pay.
func TestModelTabFirstRun(t *testing.T) {
	d := start(t, "", 120, 36).keys("4")
	d.wants("What it costs", "It ships with knack, and so it costs nothing.", "0 of 8000 characters")
	d.lacks("in tokens", "that can be called")
}

// On a low screen the sections stand close, and the place goes below where it doesn't
// fit beside.
func TestModelTabLow(t *testing.T) {
	d := start(t, "kim", 80, 24).selectID("deploy").keys("4")
	d.wants("3rd longest of 8", "all 8 that can be called", "Budget of all lines  █", "530 of 8000 characters")
	d = start(t, "kim", 50, 15).selectID("invoice").keys("4")
	d.wants("\n│ its text is the 5th longest of 8")
	d.checkFrame()
}

func TestPlaceOf(t *testing.T) {
	for n, want := range map[int]string{
		1: "longest", 2: "2nd longest", 3: "3rd longest", 4: "4th longest", 11: "11th longest", 12: "12th longest",
		13: "13th longest", 21: "21st longest", 102: "102nd longest", 111: "111th longest", 113: "113th longest",
	} {
		if got := placeOf(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

// What is told later goes by the host, and is left out where nothing is known of it.
func TestModelTabLater(t *testing.T) {
	by := func(host string) func(*Options) {
		return func(o *Options) { o.Host = must(skill.LoadHost(host)) }
	}
	d := start(t, "kim", 120, 40, by("claude-code-2026q1")).selectID("invoice").keys("4")
	d.wants("on a later turn", "only lines new to it", "Each agent of a conversation is told on its own.", "lines again, ~", "on resuming", "no lines",
		"those before are gone", "all of it stays after a compaction", "known from a study of that build")
	d.lacks("not known")
	d = start(t, "kim", 120, 40, by("goose")).selectID("invoice").keys("4")
	d.wants("How Goose lists its skills is not known", "this skill")
	d.lacks("told later")
}

// Details names the files with the same text: copies that are listed anyway are marked.
func TestSameText(t *testing.T) {
	d := start(t, "kim", 160, 40)
	const text = "---\ndescription: Hours, in another form.\n---\nText.\n"
	for _, name := range []string{"invoice", "bills"} {
		d.puts(skills+name+"/SKILL.md", text)
	}
	d.puts("shop/.claude/skills/invoice/SKILL.md", text).notices()
	d.selectID("invoice").keys("3")
	d.wants("(same text)", "the same text as  bills  user  ~")
	d.selectID("bills").wants("the same text as  invoice  user  ~", "(shadowed)")
	d.selectID("log-reader").lacks("same text")
	d.puts(skills+"bills/SKILL.md", "---\ndescription: Bills.\n---\n\nText.").
		puts("shop/.claude/skills/invoice/SKILL.md", "---\ndescription: Hours.\n---\nText.\n").notices()
	d.selectID("bills").wants("the same body as  invoice  user  ~", "the same body as  invoice  project  ~")
	d.lacks("the same text as")
	d.selectID("invoice").wants("(same body, different frontmatter)", "the same body as  bills")
}

func TestModelTabOverBudget(t *testing.T) {
	small := func(o *Options) {
		o.Listing = func() skill.ListingOptions { return skill.ListingOptions{Budget: 100, BudgetFrom: "a test"} }
	}
	d := start(t, "kim", 120, 36, small).selectID("release-notes").keys("4")
	d.wants("█", "of 100 characters", "In full they would take", "Only its name, no description: ",
		"no description fits, so the model", "the bare names of all 8.", "from a test. Seen on")
	d.lacks("░")
	some := func(o *Options) {
		o.Listing = func() skill.ListingOptions { return skill.ListingOptions{Budget: 300} }
	}
	d = start(t, "kim", 120, 36, some).selectID("release-notes").keys("4")
	d.wants("In full they would take 530.")
	d.lacks("bare names")
	d = start(t, "kim", 120, 36, small, func(o *Options) { o.ASCII = true }).selectID("deploy").keys("4")
	d.wants("####")
	d.lacks("█")
}

// What is told follows the disk and the host.
func TestModelTabFollows(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice").keys("4")
	d.puts(skills+"invoice/SKILL.md", "---\ndescription: Hours, in another form.\n---\nText.\n").notices()
	d.wants("- invoice: Hours, in another form.")
	d.send(listed{library: &skill.Library{}})
	d.wants("- invoice: Hours, in another form.") // an answer that came late
	d.m.opt.Host = must(skill.LoadHost("goose"))
	d.keys("R").wants("How Goose lists its skills is not known")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
