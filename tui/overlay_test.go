package tui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/skill"
)

func TestVariantsShowTheDifferenceToTheWinner(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("release-notes").keys("v")
	d.wants("Variants of release-notes", "From the user release-notes (-) to the project release-notes (+):", "-", "+")
	if d.m.overlay.link() == d.m.selected {
		t.Errorf("the cursor begins on the winner, where there is no difference")
	}
	d.keys("up")
	d.wants("This is the one that is called.")
	d.checkFrame()
}

// An answer counts for the two files that are compared now, whenever it comes.
func TestLateComparison(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("release-notes")
	first := d.holds(keyNamed(t, "v"))
	second := d.holds(keyNamed(t, "down"))
	d.run(second)
	want := d.screen()
	d.wants("From the user release-notes (-)")
	d.run(first)
	if now := d.screen(); now != want {
		t.Errorf("was\n%s\nis\n%s", want, now)
	}
}

// The comparison goes along with what is on the disk.
func TestComparisonFollowsTheDisk(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("release-notes").keys("v")
	late := d.m.compare() // of the files as they were
	old := late()
	d.puts(skills+"release-notes/SKILL.md", "---\ndescription: Notes.\n---\nAnother text altogether.\n").notices()
	d.wants("-Another text altogether.")
	d.send(old)
	d.wants("-Another text altogether.")
}

func TestVariantsOfSameContent(t *testing.T) {
	d := start(t, "", 120, 36)
	for _, place := range []string{".claude", "shop/.claude"} {
		write(t, filepath.Join(d.m.opt.Home, place, "skills/twin/SKILL.md"), "---\ndescription: Twice.\n---\n\nText.\n")
	}
	d.keys("R").selectID("twin").keys("v")
	d.wants("The files of the user twin and the project twin are the same, byte for byte.")

	one := skill.Skill{ID: "twin", Source: skill.Project, Path: filepath.Join(d.m.opt.Home, "a/SKILL.md")}
	two := one
	two.Path = "/b/SKILL.md"
	if from, to := d.m.sides(&one, &two); from.String() != "~/a/SKILL.md" || to.String() != "/b/SKILL.md" {
		t.Errorf("two of one source are called %q and %q", from, to)
	}
}

func TestVariantThatCantBeRead(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.File = func(*skill.Skill) ([]byte, error) { return nil, errors.New("gone for good") }
	})
	d.selectID("release-notes").keys("v")
	d.wants("gone for good")
}

func TestVariantTooLongToCompare(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.File = func(*skill.Skill) ([]byte, error) { return make([]byte, largestCompared+1), nil }
	})
	d.selectID("release-notes").keys("v")
	d.wants("too long to compare")
}

func TestLongDifferenceIsCut(t *testing.T) {
	n := 0
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.File = func(*skill.Skill) ([]byte, error) {
			n++
			return []byte(strings.Repeat(string(rune('a'+n))+"\n", linesCompared)), nil
		}
	})
	d.selectID("release-notes").keys("v", "G")
	d.wants("and 2001 more lines")
}

// Any variant can be read and copied: enter goes there, past a filter that hides it.
func TestEnterGoesToTheVariant(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("release-notes").keys("v")
	want := d.m.overlay.link()
	d.keys("enter")
	if want == "" || d.m.overlay.open() || d.m.selected != want || d.m.doc.key != want {
		t.Errorf("selected %q, open %q, overlay %v; want %q", d.m.selected, d.m.doc.key, d.m.overlay.open(), want)
	}
	d.wants("shadowed: the user skill wins")
}

func TestGoingThereClearsAFilterThatHidesIt(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("/", "type:invoice", "enter", "!", "down", "enter")
	k := d.m.current()
	if k == nil || k.ID == "invoice" || d.m.filter.Value() != "" || d.m.rowOf(k.Key) != d.m.list.cursor {
		t.Errorf("selected %+v with the filter %q", k, d.m.filter.Value())
	}
}

func TestNoVariants(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice").keys("v")
	d.wants("there is no other skill of this name")
}

// The eight things people lose hours over, each named on one page and one key away.
func TestProblemsNameEveryCause(t *testing.T) {
	d := start(t, "", 140, 80)
	home := d.m.opt.Home
	for path, text := range map[string]string{
		".claude/skills/colon/SKILL.md":                      "---\ndescription: Use when: always\n---\n\nText.\n",
		".claude/skills/group/deep/SKILL.md":                 "---\ndescription: Too deep.\n---\n",
		".claude/skills/twin/SKILL.md":                       "Text.\n",
		"shop/.claude/skills/twin/SKILL.md":                  "Text.\n",
		"off/skills/sink/SKILL.md":                           "Text.\n",
		".claude/skills/quiet/SKILL.md":                      "---\ndisable-model-invocation: true\nuser-invocable: false\n---\n\nText.\n",
		".config/claude/skills/misplaced/SKILL.md":           "Text.\n",
		".claude/plugins/cache/m/kite/1/skills/fly/SKILL.md": "Text.\n",
		".claude/skills/folder/SKILL.md/x":                   "",
		".claude/settings.json":                              `{"enabledPlugins": {"off@m": false}}`,
		".claude/plugins/installed_plugins.json":             `{"plugins": {"off@m": {"installPath": "` + filepath.ToSlash(home) + `/off"}}}`,
	} {
		write(t, filepath.Join(home, path), text)
	}
	loop := "round: warning: is a link that leads back to itself"
	if err := os.Symlink("round", filepath.Join(home, ".claude/skills/round")); err != nil {
		t.Log("links can't be made here:", err)
		loop = "Problems"
	}
	d.keys("R", "!").wants(
		"a colon in the text", "one folder too deep", "the user skill wins", "is switched off in",
		"neither the model nor you", "doesn't look there", loop, "is a copy of kite@m with 1 skill; not loaded",
		"Broken (1)", "SKILL.md is a folder")
}

func TestNoProblems(t *testing.T) {
	start(t, "", 120, 36).keys("!").wants("nothing is wrong")
}

// What is searched for is found with what belongs to it.
func TestSearchKeepsEntriesWhole(t *testing.T) {
	d := start(t, "kim", 120, 36).keys("!", "/", "type:managed and user", "enter")
	d.wants("Shadowed", "▌  release-notes", "the user skill wins: managed and user skills win")
	d.lacks("Hidden")
}

func TestOverlayFollowsTheSize(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("w")
	d.send(tea.WindowSizeMsg{Width: 50, Height: 15})
	d.checkFrame()
	for _, line := range d.m.overlay.shown {
		if line.w > 46 {
			t.Errorf("a line is %d cells wide on a screen of 50", line.w)
		}
	}
}

// The cursor goes from entry to entry and the page scrolls with it, and
// everything on it comes by.
func TestCursorSeesEveryLine(t *testing.T) {
	d := start(t, "kim", 60, 12).keys("!")
	o := &d.m.overlay
	seen := map[int]bool{}
	look := func() {
		for i := o.top; i < min(o.top+o.height, len(o.shown)); i++ {
			seen[i] = true
		}
	}
	look()
	for range 3 * len(o.shown) {
		d.keys("down")
		sees := func(line int) bool { return line >= o.top && line < o.top+o.height }
		if slices.ContainsFunc(o.links, sees) && !o.seesEntry() {
			t.Fatalf("the cursor is out of sight: line %d, from %d, %d fit", o.links[o.at], o.top, o.height)
		}
		look()
	}
	if len(seen) != len(o.shown) {
		t.Errorf("%d of %d lines came by", len(seen), len(o.shown))
	}
	for range 3 * len(o.shown) {
		d.keys("up")
	}
	if o.top != 0 || o.at != 0 {
		t.Errorf("back at line %d, link %d; want the start", o.top, o.at)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// To the start and to the end means the first and the last entry, not only the page.
func TestOverlayEnds(t *testing.T) {
	d := start(t, "kim", 80, 24).keys("!", "G")
	if o := &d.m.overlay; o.at != len(o.links)-1 {
		t.Errorf("at %d of %d", o.at, len(o.links))
	}
	d.keys("g")
	if o := &d.m.overlay; o.at != 0 {
		t.Errorf("at %d of %d", o.at, len(o.links))
	}
}

// A key up never goes down and a key down never up, whatever is long: an entry, or what
// stands between two of them. Each row is a page, an entry a letter in upper case with what
// belongs to it in lower case, anything else a dot.
func TestCursorGoesFromEntryToEntry(t *testing.T) {
	tests := []struct {
		name, page string
		height     int
		from       string // where the cursor is and the page begins
		keys, want string // u and d; what is at the cursor, and the top, after each
	}{
		{"up at the start stays", "AbCdEf", 6, "A0", "u", "A0"},
		{"up never goes to the last entry in sight", "..AbCd", 4, "A0", "u", "A0"},
		{"down goes to an entry out of sight", "Ab..Cd.", 3, "A0", "dd", "C3 C4"},
		{"an entry comes wholly into sight", "AbcDef", 4, "A0", "dd", "D2 D2"},
		{"up to the entry above and its heading", ".Ab.Cd", 2, "C4", "uuu", "C3 A1 A0"},
		{"a long entry goes by lines", "AbcdeF", 2, "A0", "ddddd", "A1 A2 A3 F4 F4"},
		{"and back to its end", "AbcdeF", 2, "F4", "uuuu", "A3 A2 A1 A0"},
		{"a long text between", "A.....B", 2, "A0", "ddddd", "A1 A2 A3 A4 B5"},
		{"a long text between, back", "A.....B", 2, "B5", "uuuuu", "B4 B3 B2 B1 A0"},
		{"text at the end", "AB....", 3, "A0", "dddd", "B0 B1 B2 B3"},
		{"text at the end, back", "AB....", 3, "B3", "uuuu", "B2 B1 A0 A0"},
		{"the first entry is far down", ".....A", 3, "A0", "dddd", "A1 A2 A3 A3"},
		{"by pages to the last entry", "ABCDEFGH", 3, "A0", "nnnn", "C2 E4 H5 H5"},
		{"by pages to the first entry", "ABCDEFGH", 3, "H5", "pppp", "F3 D1 A0 A0"},
		{"a page leaves the cursor where it is in sight", "ABCDEFGH", 4, "E2", "p", "A0"},
		{"no entries", "......", 3, " 0", "ddddu", " 1  2  3  3  2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := overlay{height: test.height, top: int(test.from[1] - '0')}
			for i, r := range test.page {
				line := overlayLine{joined: r >= 'a'}
				if r >= 'A' && r <= 'Z' {
					line.link = string(r)
					if line.link == test.from[:1] {
						o.at = len(o.links)
					}
					o.links = append(o.links, i)
				}
				o.shown = append(o.shown, line)
			}
			var got []string
			for _, key := range test.keys {
				o.move(map[rune]motion{'u': lineUp, 'd': lineDown, 'n': pageDown, 'p': pageUp}[key].by(o.height))
				got = append(got, fmt.Sprintf("%1s%d", o.link(), o.top))
			}
			if says := strings.Join(got, " "); says != test.want {
				t.Errorf("went %s, want %s", says, test.want)
			}
		})
	}
}

// Whatever the size, the footer has the keys that work now, and the cursor is where one types.
func TestOverlayFooter(t *testing.T) {
	for _, test := range []struct {
		width                       int
		keys, typing, kept, shorter string
	}{
		{120, " ↑↓ move  tab errors  enter go there  y copy path  / search  esc close", " / dep", "enter keep  esc clear", "↑↓ move  tab errors  enter go there  y copy path  / search  esc close"},
		{50, " ↑↓ move  tab errors  enter go  / find  esc close", " / dep", "enter keep  esc clear", "tab errors  enter go  esc close"},
		{40, " tab errors  enter go  / find  esc close", " / dep", "enter keep  esc clear", "tab errors  esc close"},
	} {
		d := start(t, "kim", test.width, 24).keys("!")
		foot := func() string {
			lines := strings.Split(d.screen(), "\n")
			return strings.TrimRight(lines[len(lines)-1], " ")
		}
		if got := foot(); got != test.keys {
			t.Errorf("at %d: %q, want %q", test.width, got, test.keys)
		}
		d.keys("/", "type:dep")
		if got := foot(); !strings.HasPrefix(got, test.typing) || !strings.HasSuffix(got, test.kept) {
			t.Errorf("at %d while typing: %q", test.width, got)
		}
		if c := d.m.View().Cursor; c == nil || c.X != len(" / dep") || c.Y != 23 {
			t.Errorf("at %d the cursor is at %v", test.width, c)
		}
		d.checkFrame()
		d.keys("enter")
		if got := foot(); !strings.HasPrefix(got, test.typing) || !strings.HasSuffix(got, test.shorter) {
			t.Errorf("at %d with the search kept: %q, want %q", test.width, got, test.shorter)
		}
		d.keys("/", "type:"+strings.Repeat("long ", 40))
		d.checkFrame()
		if got := foot(); !strings.HasSuffix(got, "esc clear") {
			t.Errorf("at %d with a long search: %q", test.width, got)
		}
	}
}

// The cursor stays on what is found and goes to the first that is otherwise; when the
// search is cleared it is in sight.
func TestCursorWhileSearching(t *testing.T) {
	d := start(t, "kim", 80, 12).keys("!", "G")
	o := &d.m.overlay
	d.keys("/", "type:deploy")
	if o.at != 0 || o.top != 0 {
		t.Errorf("at %d of %d, from line %d", o.at, len(o.links), o.top)
	}
	link := o.link()
	d.keys("esc")
	if o.link() != link || !o.seesEntry() {
		t.Errorf("on %q, was on %q", o.link(), link)
	}
	// What the variants show follows a cursor that a search moves.
	d = start(t, "kim", 120, 36).selectID("release-notes").keys("v", "/", "type:active", "esc")
	d.wants("This is the one that is called.")
}

// On every page with entries a key up never goes down, and a key down never up.
func TestCursorNeverTurns(t *testing.T) {
	for _, page := range []string{"!", "w", "v", "H"} {
		for _, size := range [][2]int{{120, 36}, {80, 24}, {50, 15}, {40, 10}} {
			d := start(t, "kim", size[0], size[1]).selectID("release-notes").keys(page)
			o := &d.m.overlay
			for _, step := range []struct {
				key  string
				sign int
			}{{"up", -1}, {"down", 1}, {"up", -1}, {"pgdown", 1}, {"down", 1}, {"pgup", -1}, {"up", -1}} {
				for range 12 {
					at, top := o.at, o.top
					d.keys(step.key)
					if (o.at-at)*step.sign < 0 || (o.top-top)*step.sign < 0 {
						t.Fatalf("%s at %v: %s goes from entry %d, line %d to entry %d, line %d", page, size, step.key, at, top, o.at, o.top)
					}
				}
			}
		}
	}
}
