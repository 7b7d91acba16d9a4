package skill

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// watched is a world in which everything that can change is there, or could be.
var watched = world{
	"home/.claude/settings.json":                     `{}`,
	"home/.claude/skills/alpha/SKILL.md":             about("the first"),
	"home/.claude/skills/notes/todo.txt":             "no skill yet",
	"home/.claude/skills/linked":                     "-> @/store/v1",
	"home/.claude/skills/file/SKILL.md":              "-> @/store/file.md",
	"home/.claude/commands/deep/one.md":              "One.",
	"home/.claude/plugins/installed_plugins.json":    `{"plugins":{"p@m":[{"scope":"user","installPath":"@/plugin"}]}}`,
	"store/v1/SKILL.md":                              about("version one"),
	"store/v2/SKILL.md":                              about("another version"),
	"store/file.md":                                  about("a file behind a link"),
	"store/skills/other/SKILL.md":                    about("of another root"),
	"plugin/.claude-plugin/plugin.json":              `{"name":"p"}`,
	"project/sub/notes.md":                           "",
	"project/.git/HEAD":                              "",
	"project/sub/.claude/settings.json":              "",
	"elsewhere/":                                     "",
	"managed/.claude/skills/from-above/SKILL.md":     about("managed"),
	"home/.claude/plugins/marketplaces/m/readme.txt": "",
}

// trailOf scans a world whose files are all of yesterday: a file system that counts
// time in steps could not tell a change from what was there a moment before.
func trailOf(t testing.TB, top string) Trail {
	t.Helper()
	yesterday := time.Now().Add(-24 * time.Hour)
	must(t, filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Type()&fs.ModeSymlink != 0 {
			return err
		}
		return os.Chtimes(path, yesterday, yesterday)
	}))
	var trail Trail
	for _, b := range batchesOf(t, envOf(top)) {
		trail = append(trail, b.Trail...)
	}
	return trail
}

// build also fills in the top of the world in the record of plugins.
func buildWatched(t testing.TB) (top string) {
	t.Helper()
	top = watched.build(t)
	record := filepath.Join(top, "home/.claude/plugins/installed_plugins.json")
	data, err := os.ReadFile(record)
	must(t, err)
	must(t, os.WriteFile(record, []byte(strings.ReplaceAll(string(data), "@/", filepath.ToSlash(top)+"/")), 0o644))
	return top
}

func write(path, text string) func(*testing.T, string) {
	return func(t *testing.T, top string) { world{path: text}.addTo(t, top) }
}

func rename(from, to string) func(*testing.T, string) {
	return func(t *testing.T, top string) {
		must(t, os.Rename(filepath.Join(top, from), filepath.Join(top, to)))
	}
}

func remove(path string) func(*testing.T, string) {
	return func(t *testing.T, top string) { must(t, os.RemoveAll(filepath.Join(top, path))) }
}

func point(link, to string) func(*testing.T, string) {
	return func(t *testing.T, top string) {
		remove(link)(t, top)
		write(link, "-> @/"+to)(t, top)
	}
}

func inTurn(changes ...func(*testing.T, string)) func(*testing.T, string) {
	return func(t *testing.T, top string) {
		for _, change := range changes {
			change(t, top)
		}
	}
}

// Every change is noticed, by whoever asks and by whoever is told.
func TestWatch(t *testing.T) {
	tests := []struct {
		name   string
		change func(*testing.T, string)
	}{
		{"edit in place", write("home/.claude/skills/alpha/SKILL.md", about("the first, edited"))},
		{"atomic save", inTurn(write("home/.claude/skills/alpha/.tmp", about("saved")), rename("home/.claude/skills/alpha/.tmp", "home/.claude/skills/alpha/SKILL.md"))},
		{"rename of a folder", rename("home/.claude/skills/alpha", "home/.claude/skills/beta")},
		{"delete of a folder", remove("home/.claude/skills/alpha")},
		{"delete of a file", remove("home/.claude/skills/alpha/SKILL.md")},
		{"add", write("home/.claude/skills/gamma/SKILL.md", about("new"))},
		{"a file in a folder that was there", write("home/.claude/skills/notes/SKILL.md", about("at last"))},
		{"edit of what a link leads to", write("store/v1/SKILL.md", about("version one, edited"))},
		{"edit of a linked file", write("store/file.md", about("edited behind the link"))},
		{"link swapped", point("home/.claude/skills/linked", "store/v2")},
		{"root becomes a link", inTurn(rename("home/.claude/skills", "home/.claude/kept"), point("home/.claude/skills", "store/skills"))},
		{"new root", write("project/.claude/skills/here/SKILL.md", about("in the project"))},
		{"new nested root", write("project/sub/.claude/skills/below/SKILL.md", about("nested"))},
		{"new folder with a nested root", write("project/new/.claude/skills/below/SKILL.md", about("nested"))},
		{"new root below missing folders", write("managed/.claude/commands/some.md", "Some.")},
		{"root removed", remove("managed/.claude/skills")},
		{"everything removed", remove("home/.claude")},
		{"command", write("home/.claude/commands/deep/two.md", "Two.")},
		{"command edited", write("home/.claude/commands/deep/one.md", "One and a half.")},
		{"settings", write("home/.claude/settings.json", `{"skillOverrides":{"alpha":"off"}}`)},
		{"new settings", write("project/.claude/settings.json", `{"skillOverrides":{"alpha":"off"}}`)},
		{"record of plugins", write("home/.claude/plugins/installed_plugins.json", `{"plugins":{}}`)},
		{"manifest", write("plugin/.claude-plugin/plugin.json", `{"name":"another"}`)},
		{"first skill of a plugin", write("plugin/skills/its/SKILL.md", about("of a plugin"))},
		{"new marketplace", write("home/.claude/plugins/marketplaces/m/.claude-plugin/marketplace.json", `{"plugins":[]}`)},
		{"what git ignores", write("project/.gitignore", "sub\n")},
		{"what git ignores below", write("project/sub/.gitignore", "*\n")},
		{"a folder people take for a root", write("project/.agents/skills/x/SKILL.md", about("elsewhere"))},
	}
	for _, test := range tests {
		for _, how := range []string{"asking", "told"} {
			t.Run(test.name+", "+how, func(t *testing.T) {
				t.Parallel()
				top := buildWatched(t)
				w := newWatch(trailOf(t, top))
				w.next, w.rest = sleep(time.Millisecond), sleep(time.Millisecond)
				if how == "told" {
					w.next = bellOf(t, w.trail).next
				}
				next, done := w.next, false
				w.next = func(ctx context.Context) error {
					if !done {
						test.change(t, top)
					}
					done = true
					return next(ctx)
				}
				ctx, cancel := context.WithTimeout(context.Background(), atLeast/2)
				defer cancel()
				if err := w.run(ctx); err != nil || !done {
					t.Errorf("not noticed: %v (changed: %v)", err, done)
				}
			})
		}
	}
}

// bellOf gives the bell for a trail, where the system has one.
func bellOf(t testing.TB, trail Trail) bell {
	t.Helper()
	b, err := newBell(trail)
	if runtime.GOOS != "linux" || errors.Is(err, errors.ErrUnsupported) {
		t.Skip("the system doesn't tell of changes here")
	}
	must(t, err)
	t.Cleanup(b.close)
	return b
}

// What no skill depends on disturbs nobody.
func TestWatchKeepsQuiet(t *testing.T) {
	tests := []struct {
		name   string
		change func(*testing.T, string)
	}{
		{"nothing", inTurn()},
		{"a file in the project", inTurn(write("project/sub/main.go", "package main"), write("project/notes", ""), remove("project/sub/notes.md"))},
		{"a commit", inTurn(write("project/.git/index", ""), write("project/.git/HEAD", "ref"))},
		{"a file beside a SKILL.md", write("home/.claude/skills/alpha/script.sh", "")},
		{"a file beside the skills folder", write("home/.claude/history.jsonl", "{}")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			top := buildWatched(t)
			w := newWatch(trailOf(t, top))
			looks := 0
			enough := errors.New("enough")
			w.next = func(context.Context) error {
				if looks++; looks == 1 {
					test.change(t, top)
				}
				if looks == 3 {
					return enough
				}
				return nil
			}
			if err := w.run(context.Background()); !errors.Is(err, enough) {
				t.Errorf("it was noticed: %v", err)
			}
		})
	}
}

// A change between the reading of a file and the waiting is noticed as well.
func TestWatchFromTheScanOn(t *testing.T) {
	top := buildWatched(t)
	trail := trailOf(t, top)
	write("home/.claude/skills/alpha/SKILL.md", about("edited before anybody waits"))(t, top)
	ctx, cancel := context.WithTimeout(context.Background(), atLeast/2)
	defer cancel()
	must(t, Watch(ctx, trail))
}

// A file that is written piece by piece is read when it is whole.
func TestWatchWaitsForRest(t *testing.T) {
	top := buildWatched(t)
	path := filepath.Join(top, "home/.claude/skills/gamma/SKILL.md")
	w := newWatch(trailOf(t, top))
	must(t, os.Mkdir(filepath.Dir(path), 0o755)) // the file comes later
	pieces := []string{"---\ndescr", "iption: who", "le\n---\n", "Text.\n"}
	w.rest = func(context.Context) error {
		if len(pieces) == 0 {
			return nil
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		must(t, err)
		defer f.Close()
		_, err = f.WriteString(pieces[0])
		must(t, err)
		pieces = pieces[1:]
		return nil
	}
	must(t, w.run(context.Background()))
	if len(pieces) > 0 {
		t.Errorf("read when %q was still to come", pieces)
	}
}

// What never rests does not hold up the rest for ever.
func TestWatchIsPatientWithin(t *testing.T) {
	top := buildWatched(t)
	path := filepath.Join(top, "home/.claude/skills/alpha/SKILL.md")
	w := newWatch(trailOf(t, top))
	rests := 0
	w.rest = func(context.Context) error {
		rests++
		must(t, os.WriteFile(path, make([]byte, 1000+rests), 0o644))
		return nil
	}
	must(t, os.Remove(path))
	must(t, w.run(context.Background()))
	if rests != mostRests {
		t.Errorf("rested %d times, not %d", rests, mostRests)
	}
}

func TestWatchEnds(t *testing.T) {
	top := buildWatched(t)
	trail := trailOf(t, top)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Watch(ctx, trail); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// The trail stays as it is: whoever has it may wait again.
func TestWatchLeavesTheTrail(t *testing.T) {
	top := buildWatched(t)
	trail := trailOf(t, top)
	before := slices.Clone(trail)
	must(t, os.RemoveAll(filepath.Join(top, "home")))
	must(t, Watch(context.Background(), trail))
	if !slices.Equal(before, trail) {
		t.Error("it was changed")
	}
}
