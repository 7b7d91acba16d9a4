// Package tui is the terminal browser.
//
// One model holds the facts: the library, the query, which skill is selected,
// the arguments typed. Panes are plain structs with what only a view needs
// (cursor, scroll); they get values and give values back. Messages come in at
// Update, which calls one handler each; every effect is a command built in
// commands.go that copies what it needs and answers with a message naming what
// it answers for, so that late answers can be dropped. View is pure: the layout
// is a function of the size, the rows a function of library and query, the prompt
// a function of skill and arguments.
//
//	keys, sizes -> Update -> model -> View -> screen
//	                 |  ^
//	                 v  | loaded, changed, opened, formatted, copied, edited
//	              commands (the functions in Options do the work)
//
// The package touches no file, process or network itself: whoever starts it
// hands in functions that do. Text from files reaches the screen only as a
// safe.Text.
package tui

import (
	"context"
	"io"
	"os/exec"

	"github.com/charmbracelet/x/ansi"

	"knack/skill"
	"knack/skill/lint"
	"knack/skill/search"
	"knack/tui/clipboard"
)

// Options is what a browser needs from outside. Its functions are called off the event
// loop, but for Print, Past and Variables, which must not read or wait for anything.
type Options struct {
	Place
	// Hosts names the hosts there are, and PlaceOf gives the place under one of them.
	Hosts   []string
	PlaceOf func(host string) (Place, error)
	// Cwd and Home are shown in the header: paths below Home are shortened.
	Cwd, Home string
	// Query is the filter to start with.
	Query string
	// Note is said when it starts, until the first key.
	Note string
	// Theme is Auto, Dark or Light.
	Theme Theme
	// NoColor draws without colours; bold, underline and marks stay.
	NoColor bool
	// ASCII draws frames with characters that every locale has.
	ASCII bool

	// Wait returns when something where a scan looked has changed since, and with an
	// error when ctx ends. Nil: nothing is noticed.
	Wait func(ctx context.Context, seen skill.Trail) error
	// Read reads one skill's file, whole.
	Read func(*skill.Skill) (skill.Document, error)
	// Meanings makes skills fit to be ranked by what their texts say, and Inspect gives
	// the hits whose files are what a query asks for, with lines that show it; see
	// [skill.NewMeanings] and [skill.Inspect].
	Meanings func([]*skill.Skill) *search.Meanings
	Inspect  func(context.Context, *skill.Host, search.Query, []*skill.Skill, []search.Hit) ([]search.Hit, map[int]string)
	// Lint holds one skill's file against the rules. Nil: there are none.
	Lint func(*skill.Skill) lint.Report
	// File gives one skill's file, byte for byte.
	File func(*skill.Skill) ([]byte, error)
	// Copy puts a text where the person can paste it.
	Copy func(ctx context.Context, text string) clipboard.Result
	// Save writes a text to SavePath, a file only the person can read.
	Save     func(text string) clipboard.Result
	SavePath string
	// Print, when it isn't nil, takes what would be copied: the browser then
	// leaves, and whoever started it writes the text to standard output.
	Print func(text string)
	// Past gives the argument lines used before with a skill, by its key, the latest
	// first. Keep remembers one. Both may be nil.
	Past func(key string) []string
	Keep func(key, line string) error
	// Editor gives the command that edits a file, or says why there is none.
	Editor func(path string) (*exec.Cmd, error)

	// Input, Output and Environ default to those of the process.
	Input   io.Reader
	Output  io.Writer
	Environ []string
}

// A Place is what there is to see under one host's rules.
type Place struct {
	Host *skill.Host
	// Load scans all roots and hands on what it finds, part by part.
	Load func(ctx context.Context, emit func(skill.Batch)) error
	// Variables gives the values of ${NAME} in a skill's body.
	Variables func(*skill.Skill) map[string]string
	// Listing says what the listing depends on besides the skills; it reads settings.
	// Nil: there is none.
	Listing func() skill.ListingOptions
}

// Theme chooses the colours.
type Theme string

const (
	// Auto follows the terminal's background.
	Auto  Theme = "auto"
	Dark  Theme = "dark"
	Light Theme = "light"
)

// Run shows the browser until the person leaves it or ctx ends. Whatever it ends
// for, the terminal is as before when Run returns. The error is a [Killed] for a
// signal and a closed terminal, a [*Panic] for a bug, and the cause of ctx.
func Run(ctx context.Context, opt Options) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t, err := openTerminal(opt.Input, opt.Output, guard{stop})
	if err != nil {
		return err
	}
	m := newModel(ctx, opt)
	m.terminal = t
	// Bubble Tea tells the size in a message of its own, a frame too late for the
	// first one to show anything.
	m.w, m.h = t.size()
	m.relayout()
	return t.show(ctx, m, opt.Environ)
}

// Warm has the renderer's table of widths made on another processor. That takes as long
// as half of all that happens before the first frame, so whoever is to call Run calls it
// first. Should it panic, so will the renderer, where somebody can tell.
func Warm() {
	guard{stop: func(error) {}}.start(func() { ansi.StringWidthWc("─") })
}
