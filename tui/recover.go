package tui

import (
	"context"
	"fmt"
	"reflect"
	"runtime/debug"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// A Panic is a bug that ended the browser. By the time Run returns it, the
// terminal has been given back.
type Panic struct {
	Value string // what was panicked with, on one line; may quote a skill
	Stack string // where, as Go prints it, after the whole value
}

func (p *Panic) Error() string { return "crashed: " + p.Value }

// A guard makes a panic the reason for which the browser ends, so that it ends
// like for any other reason, the terminal restored. Every goroutine of this
// package is started by it.
type guard struct{ stop context.CancelCauseFunc }

func (g guard) start(work func()) {
	go func() {
		defer g.catch()
		work()
	}()
}

// catch is to be deferred.
func (g guard) catch() {
	if r := recover(); r != nil {
		text := fmt.Sprint(r)
		first, _, _ := strings.Cut(text, "\n")
		g.stop(&Panic{Value: first, Stack: text + "\n\n" + string(debug.Stack())})
	}
}

// A guarded model never panics, and neither do its commands: Bubble Tea would
// print the stack over the screen.
type guarded struct {
	tea.Model
	guard guard
}

func (m guarded) Init() (cmd tea.Cmd) {
	defer m.guard.catch()
	return m.guard.cmd(m.Model.Init())
}

func (m guarded) Update(msg tea.Msg) (next tea.Model, cmd tea.Cmd) {
	next = m // stays when the rest panics
	defer m.guard.catch()
	model, cmd := m.Model.Update(msg)
	return guarded{model, m.guard}, m.guard.cmd(cmd)
}

func (m guarded) View() (view tea.View) {
	view.AltScreen = true // stays when the rest panics
	defer m.guard.catch()
	return m.Model.View()
}

// cmd guards a command and those it answers with: batches and sequences, the
// type of which is not exported.
func (g guard) cmd(c tea.Cmd) tea.Cmd {
	if c == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer g.catch()
		msg = c()
		list := reflect.ValueOf(msg)
		if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
			return msg
		}
		for i := range list.Len() {
			inner := list.Index(i)
			inner.Set(reflect.ValueOf(g.cmd(inner.Interface().(tea.Cmd))))
		}
		return msg
	}
}
