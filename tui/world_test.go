package tui

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/rogpeppe/go-internal/txtar"

	"knack/skill"
	"knack/skill/lint"
	"knack/tui/clipboard"
)

// A driver plays the event loop: it hands messages to the model and runs what
// comes back, one after the other, so that a test sees every state.
type driver struct {
	t      *testing.T
	m      model
	copied []string
	quit   bool
	raw    []string
}

// unpack writes a world from testdata to a directory of its own.
func unpack(t testing.TB, world string) (home string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("..", "testdata", "worlds", world+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	home = t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(home, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		day := time.Date(2026, 11, 3, 9, 30, 0, 0, time.Local)
		if err := os.Chtimes(path, day, day); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// options are those of a browser on a home directory, started in dir below it.
// What is copied goes to the pointer.
func options(t testing.TB, home, dir string, copies *[]string) Options {
	t.Helper()
	host, err := skill.LoadHost(skill.DefaultHost)
	if err != nil {
		t.Fatal(err)
	}
	env := skill.Env{
		Home: home, Cwd: filepath.Join(home, dir),
		Directories: map[string]string{"managed": "/managed"},
	}
	place := func(host *skill.Host) Place {
		return Place{
			Host:    host,
			Listing: func() skill.ListingOptions { return skill.ReadListingOptions(host, env) },
			Load:    func(ctx context.Context, emit func(skill.Batch)) error { return skill.Scan(ctx, host, env, emit) },
			Variables: func(k *skill.Skill) map[string]string {
				return map[string]string{"CLAUDE_SKILL_DIR": k.Dir}
			},
		}
	}
	return Options{
		Place: place(host), Home: home, Cwd: env.Cwd, Theme: Dark,
		Hosts: skill.HostNames(),
		PlaceOf: func(name string) (Place, error) {
			other, err := skill.LoadHost(name)
			if err != nil {
				return Place{}, err
			}
			return place(other), nil
		},
		Read:     (*skill.Skill).Read,
		Meanings: skill.NewMeanings,
		Inspect:  skill.Inspect,
		Lint:     func(k *skill.Skill) lint.Report { return lint.Check(lint.Open(k), lint.Rulebooks()...) },
		File:     (*skill.Skill).File,
		Copy: func(_ context.Context, text string) clipboard.Result {
			*copies = append(*copies, text)
			return clipboard.Result{Ways: []clipboard.Way{{Kind: clipboard.Native, Name: "xclip"}}, Bytes: len(text)}
		},
		SavePath: filepath.Join(home, ".local", "state", "knack", "copied.txt"),
		Save: func(text string) clipboard.Result {
			return clipboard.Result{Ways: []clipboard.Way{{Kind: clipboard.File}}, File: "copied.txt", Bytes: len(text)}
		},
		Editor: func(string) (*exec.Cmd, error) { return nil, errors.New("no editor here") },
	}
}

// start shows a world at a size, with everything loaded.
func start(t *testing.T, world string, w, h int, change ...func(*Options)) *driver {
	t.Helper()
	d := unloaded(t, world, change...)
	d.run(d.m.Init())
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	return d
}

// unloaded is a browser on a world that hasn't begun to read it.
func unloaded(t *testing.T, world string, change ...func(*Options)) *driver {
	t.Helper()
	d := &driver{t: t}
	home := t.TempDir()
	if world != "" {
		home = unpack(t, world)
	}
	opt := options(t, home, "shop", &d.copied)
	for _, f := range change {
		f(&opt)
	}
	d.m = newModel(context.Background(), opt)
	d.m.wakeable = func() bool { return true } // wherever the tests run
	d.m.now = func() time.Time { return time.Date(2026, 11, 5, 12, 0, 0, 0, time.Local) }
	d.m.after = func(_ time.Duration, msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
	return d
}

func (d *driver) send(msg tea.Msg) {
	d.t.Helper()
	d.run(d.holds(msg))
}

// holds hands a message to the model and keeps back what is to be done for it.
func (d *driver) holds(msg tea.Msg) tea.Cmd {
	d.t.Helper()
	next, cmd := d.m.Update(msg)
	d.m = next.(model)
	return cmd
}

// run carries out a command and everything that comes of it. The types for
// sequences are not exported; they are slices of commands like the batches.
func (d *driver) run(cmd tea.Cmd) {
	d.t.Helper()
	if cmd == nil {
		return
	}
	msg := cmd()
	if list := reflect.ValueOf(msg); list.IsValid() && list.Kind() == reflect.Slice && list.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range list.Len() {
			d.run(list.Index(i).Interface().(tea.Cmd))
		}
		return
	}
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		d.quit = true
	case tea.RawMsg:
		d.raw = append(d.raw, msg.Msg.(string))
	default:
		if strings.HasPrefix(reflect.TypeOf(msg).PkgPath(), "charm.land/") {
			return // what only the real loop understands
		}
		d.send(msg)
	}
}

// keys presses keys, given by their names; "type:text" types text.
func (d *driver) keys(names ...string) *driver {
	d.t.Helper()
	for _, name := range names {
		if text, ok := strings.CutPrefix(name, "type:"); ok {
			for _, r := range text {
				d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
			continue
		}
		d.send(keyNamed(d.t, name))
	}
	return d
}

var codes = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
}

func keyNamed(t *testing.T, name string) tea.KeyPressMsg {
	t.Helper()
	k := tea.KeyPressMsg{}
	rest := name
	for {
		switch {
		case strings.HasPrefix(rest, "ctrl+"):
			k.Mod |= tea.ModCtrl
			rest = rest[len("ctrl+"):]
			continue
		case strings.HasPrefix(rest, "alt+"):
			k.Mod |= tea.ModAlt
			rest = rest[len("alt+"):]
			continue
		}
		break
	}
	if code, ok := codes[rest]; ok {
		k.Code = code
		if rest == "space" && k.Mod == 0 {
			k.Text = " "
		}
		return k
	}
	runes := []rune(rest)
	if len(runes) != 1 {
		t.Fatalf("no key is called %q", name)
	}
	k.Code = runes[0]
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

// screen is what is on the screen, without looks.
func (d *driver) screen() string { return ansi.Strip(d.m.View().Content) }

// selectID moves to a skill by its id.
func (d *driver) selectID(id string) *driver {
	d.t.Helper()
	for i, h := range d.m.hits {
		if k := d.m.listed[h.Entry]; k.ID == id && k.State != skill.Shadowed {
			d.run(d.m.goTo(i))
			return d
		}
	}
	d.t.Fatalf("no row %q", id)
	return d
}

// wants fails unless the screen holds every text.
func (d *driver) wants(texts ...string) {
	d.t.Helper()
	s := d.screen()
	for _, text := range texts {
		if !strings.Contains(s, text) {
			d.t.Errorf("the screen lacks %q:\n%s", text, s)
		}
	}
}

// lacks fails if the screen holds any of the texts.
func (d *driver) lacks(texts ...string) {
	d.t.Helper()
	s := d.screen()
	for _, text := range texts {
		if strings.Contains(s, text) {
			d.t.Errorf("the screen should not hold %q:\n%s", text, s)
		}
	}
}
