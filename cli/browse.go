package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"knack/skill"
	"knack/skill/lint"
	"knack/tui"
	"knack/tui/clipboard"
)

// browse opens the browser where a terminal can show it, and prints the plain
// list where not.
func (a *app) browse(ctx context.Context, query, note string) error {
	why := ""
	if a.terminal {
		why = a.noBrowser()
	}
	if !a.terminal || why != "" {
		err := a.list(ctx, listing{query: query})
		if note == "" && why == "" && len(strings.Fields(query)) == 1 {
			note = fmt.Sprintf("took %s as a query; knack --help shows the commands", query)
		}
		if note != "" {
			a.remark("%s", note)
		}
		if why != "" {
			a.remark("%s; knack list, knack show NAME and knack render NAME work without", why)
		}
		return err
	}
	opt, err := a.browser(query)
	if err != nil {
		return err
	}
	opt.Note = note
	return a.runBrowser(ctx, opt)
}

// take opens the browser on the terminal and prints what the person takes along.
// Nothing else may come out: it is for $(knack --print).
func (a *app) take(ctx context.Context, query string) error {
	if why := a.noBrowser(); why != "" {
		return wrong("%s", why).hint("knack render NAME prints a prompt without")
	}
	in, out, err := tea.OpenTTY()
	if err != nil {
		return wrong("the browser needs a terminal: %v", err).hint("knack render NAME prints a prompt without")
	}
	defer in.Close()
	defer out.Close()
	opt, err := a.browser(query)
	if err != nil {
		return err
	}
	var taken *string
	opt.Input, opt.Output = in, out
	opt.Print = func(text string) { taken = &text }
	if err := a.runBrowser(ctx, opt); err != nil {
		return err
	}
	if taken == nil {
		return wrong("nothing was taken")
	}
	a.exact(*taken)
	return nil
}

func (a *app) runBrowser(ctx context.Context, opt tui.Options) error {
	err := tui.Run(ctx, opt)
	var crash *tui.Panic
	switch {
	case err == nil, errors.As(err, new(tui.Killed)):
		return err
	case errors.As(err, &crash):
		return crashed(crash, stateDir(opt.Home, a.getenv))
	}
	return wrong("running the browser: %v", err)
}

// browser puts together what the browser needs from outside.
func (a *app) browser(query string) (tui.Options, error) {
	tui.Warm()
	debug.SetGCPercent(untilRead)
	host, env, err := a.place()
	if err != nil {
		return tui.Options{}, err
	}
	state := stateDir(env.Home, a.getenv)
	board := clipboard.System(state)
	past := &history{}
	if !a.noHistory {
		past = openHistory(state)
	}
	place := func(host *skill.Host) tui.Place {
		return tui.Place{
			Host: host,
			Load: func(ctx context.Context, emit func(skill.Batch)) error {
				return scanPaced(ctx, host, env, emit)
			},
			Listing:   func() skill.ListingOptions { return skill.ReadListingOptions(host, env) },
			Variables: func(k *skill.Skill) map[string]string { return host.Values(k, env.Cwd) },
		}
	}
	hosts := hostDir(env.Home, a.getenv)
	return tui.Options{
		Place: place(host), Cwd: env.Cwd, Home: env.Home,
		Hosts: hosts.Names(),
		PlaceOf: func(name string) (tui.Place, error) {
			other, err := hosts.Load(name)
			if err != nil {
				return tui.Place{}, err
			}
			return place(other), nil
		},
		Query: query, Theme: tui.Theme(a.theme),
		NoColor:  a.noColor || a.getenv("NO_COLOR") != "",
		ASCII:    asciiOnly(a.getenv),
		Wait:     skill.Watch,
		Read:     (*skill.Skill).Read,
		Meanings: skill.NewMeanings,
		Inspect:  skill.Inspect,
		Lint:     func(k *skill.Skill) lint.Report { return lint.Check(lint.Open(k), lint.Rulebooks()...) },
		File:     (*skill.Skill).File,
		Copy: func(ctx context.Context, text string) clipboard.Result {
			return clipboard.Copy(ctx, board, text)
		},
		SavePath: clipboard.SavePath(board),
		Save:     func(text string) clipboard.Result { return clipboard.Save(board, text) },
		Past:     past.past,
		Keep:     past.keep,
		Editor:   func(path string) (*exec.Cmd, error) { return editor(runtime.GOOS, a.getenv, path) },
	}, nil
}

// How much garbage there may be until the collector runs, in percent of what is kept:
// the browser stays open for hours with all it has read.
const (
	// untilRead keeps the collector from running for the first time just when the first
	// frame is painted, which would be late by a tenth.
	untilRead = 200
	// whenRead is what Go does by itself.
	whenRead = 100
	// ofMany saves 5 MB at 10,000 skills for 6 to 10 % more processor time until all is
	// read.
	ofMany = 50
)

// many is how many skills are many to the collector.
const many = 1000

// scanPaced scans, and has the collector run as often as what is found asks for.
func scanPaced(ctx context.Context, host *skill.Host, env skill.Env, emit func(skill.Batch)) error {
	found := 0
	err := skill.Scan(ctx, host, env, func(b skill.Batch) {
		before := found
		if found += len(b.Skills); before < many && found >= many {
			debug.SetGCPercent(ofMany)
		}
		emit(b)
	})
	if found < many {
		debug.SetGCPercent(whenRead)
	}
	return err
}

// noBrowser says why the browser can't be shown, "" when it can.
func (a *app) noBrowser() string {
	name := a.getenv("TERM")
	if name == "dumb" || name == "" && runtime.GOOS != "windows" {
		return "the browser needs a terminal that can move the cursor"
	}
	if term.IsTerminal(os.Stdin.Fd()) {
		return ""
	}
	// Input that is piped in is not for the browser: it then reads its keys from
	// the terminal itself.
	in, out, err := tea.OpenTTY()
	if err != nil {
		return "the browser needs a keyboard"
	}
	in.Close()
	out.Close()
	return ""
}
