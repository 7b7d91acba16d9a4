package tui

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/skill"
)

// One key shows what every host makes of the skill, and enter goes on under another:
// the same file stays selected, with its arguments.
func TestHosts(t *testing.T) {
	d := start(t, "", 120, 60)
	write(t, filepath.Join(d.m.opt.Home, ".claude/skills/deploy/SKILL.md"),
		"---\nname: deploy\ndescription: Ship it.\n---\n\nShip $0 to $1, not $2.\n")
	write(t, filepath.Join(d.m.opt.Home, ".claude/skills/other/SKILL.md"), "---\nname: other\ndescription: Another.\n---\n\nText.\n")
	d.keys("R").selectID("deploy").keys("a", "type:web", "tab", "type:eu", "enter", "enter", "H")
	d.wants("Hosts, and what each makes of deploy", "▌  claude-code", "in use",
		`fills $1 with "web"`, "empties $2", "doesn't look where this file is")
	d.checkFrame()
	for range d.m.opt.Hosts {
		if d.m.overlay.link() != "goose" {
			d.keys("down")
		}
	}
	d.keys("enter")
	if k := d.m.current(); k == nil || k.ID != "deploy" || d.m.library.Host.Name != "goose" || d.m.args[k.Key] != "web eu" {
		t.Fatalf("selected %+v of %s with %v", k, d.m.library.Host.Name, d.m.args)
	}
	d.wants("goose · ", "the rules are now those of Goose")
	d.keys("2").wants("Ship  to web, not eu.")
}

// useHost goes on under another host.
func (d *driver) useHost(name string) *driver {
	d.keys("H")
	for range d.m.opt.Hosts {
		d.keys("up")
	}
	for range d.m.opt.Hosts {
		if d.m.overlay.link() != name {
			d.keys("down")
		}
	}
	return d.keys("enter")
}

// A skill that another host doesn't have is selected again under one that has it, unless
// somebody has gone elsewhere meanwhile.
func TestHostsKeepTheSelection(t *testing.T) {
	d := start(t, "kim", 120, 60).selectID("log-reader")
	selected := d.m.selected
	d.useHost("codex")
	if k := d.m.current(); k != nil && k.ID == "log-reader" {
		t.Fatal("the other host has it, too")
	}
	d.wants("log-reader is not among the skills of")
	d.useHost("opencode-v1").useHost("codex").useHost("claude-code")
	if d.m.selected != selected {
		t.Errorf("back again %q is selected, not %q", d.m.selected, selected)
	}
	d.lacks("is called")
	d.checkFrame()
	d.selectID("log-reader").useHost("codex").keys("down").useHost("claude-code")
	if d.m.selected == selected {
		t.Error("what was chosen since is left")
	}
}

// A host chosen while skills are read begins anew: what the host before has isn't what
// there was at first, and its reading ends.
func TestHostWhileReading(t *testing.T) {
	for _, name := range []string{"the first", "another"} {
		t.Run(name+" reading", func(t *testing.T) {
			var reading context.Context
			d := unloaded(t, "kim", func(o *Options) {
				load := o.Load
				o.Load = func(ctx context.Context, emit func(skill.Batch)) error {
					reading = ctx
					return load(ctx, emit)
				}
			})
			d.send(tea.WindowSizeMsg{Width: 120, Height: 36})
			d.puts("shop/.agents/skills/other/SKILL.md", "---\nname: other\ndescription: Other.\n---\n\nText.\n")
			old := d.m.Init()
			if name == "another" {
				d.run(old)
				d.selectID("log-reader")
				old = d.m.rescan()
			}
			place := must(d.m.opt.PlaceOf("codex"))
			fresh := d.holds(moved{place: place})
			d.run(old)
			if reading.Err() == nil {
				t.Error("the reading for the host before goes on")
			}
			d.run(fresh)
			d.wants("codex · ")
			d.lacks(" new ·", "new project")
			if d.m.library.Host != place.Host || d.m.loading {
				t.Errorf("the host is %s, reading: %v", d.m.library.Host.Name, d.m.loading)
			}
			d.puts("shop/.agents/skills/late/SKILL.md", "---\nname: late\ndescription: Late.\n---\n\nText.\n").notices().wants("1 new ·")
			d.selectID("late").puts("shop/.agents/skills/a/SKILL.md", "---\nname: a\ndescription: A.\n---\n\nText.\n").notices().wants("▌late")
		})
	}
}

// The host chosen last is the one, whichever answers first.
func TestHostsInAnotherOrder(t *testing.T) {
	d := start(t, "kim", 120, 60)
	first, second := d.m.useHost("codex"), d.m.useHost("goose")
	d.run(second)
	d.run(first)
	if d.m.library.Host.Name != "goose" {
		t.Errorf("the host is %s", d.m.library.Host.Name)
	}
}

// Verdicts of a page that was left are none of the next one's.
func TestHostsOpenedTwice(t *testing.T) {
	d := start(t, "kim", 120, 60).selectID("deploy")
	left := d.holds(keyNamed(t, "H"))
	d.keys("esc")
	d.run(d.holds(keyNamed(t, "H")))
	d.run(left)
	d.wants("in use")
	d.lacks("context canceled")
}

// Right behind a move the file has not been read: the hosts judge it when it is.
func TestHostsBehindAMove(t *testing.T) {
	d := start(t, "kim", 120, 60).selectID("db:migrate")
	open := d.holds(keyNamed(t, "down"))
	d.keys("y", "H").run(open)
	d.wants("each makes of deploy", "in use")
	if len(d.copied) != 1 {
		t.Errorf("copied %q", d.copied)
	}
	judging := d.m.judgeAgain()
	d.keys("esc").run(judging)
	for name, said := range d.m.verdicts.by {
		if said.err == nil {
			t.Errorf("%s was judged for a page that was left", name)
		}
	}
}

// Where the other host doesn't have the skill its list is read from the start.
func TestHostWithoutTheSkill(t *testing.T) {
	d := start(t, "kim", 120, 60)
	d.keys("G")
	for d.m.current().Source == skill.Bundled {
		d.keys("up")
	}
	d.useHost("codex")
	if d.m.list.cursor != 0 || d.m.list.top != 0 {
		t.Errorf("the cursor is on row %d of %d\n%s", d.m.list.cursor, len(d.m.hits), d.screen())
	}
	d.useHost("claude-code")
	if d.m.current().Source == skill.Bundled {
		t.Error("the skill is not selected again")
	}
}

func TestHostThatCantBeUsed(t *testing.T) {
	d := start(t, "kim", 120, 60, func(o *Options) {
		place := o.PlaceOf
		o.Hosts = append(o.Hosts, "mine")
		o.PlaceOf = func(name string) (Place, error) {
			if name == "mine" {
				return Place{}, errors.New("reading host file mine.yaml: line 3: unknown key x")
			}
			return place(name)
		}
	}).selectID("deploy").keys("H")
	d.wants("mine", "line 3: unknown key x")
	for range 12 {
		d.keys("down")
	}
	d.keys("enter").wants("line 3: unknown key x")
	if d.m.library.Host.Name != "claude-code" {
		t.Errorf("the host is %s", d.m.library.Host.Name)
	}
}

// Where no skill is selected the hosts can be chosen all the same.
func TestHostsWithoutASkill(t *testing.T) {
	d := start(t, "kim", 120, 60).keys("/", "type:qqqq", "enter", "H")
	d.wants("Hosts", "codex", "goose")
	d.lacks("reading…")
}
