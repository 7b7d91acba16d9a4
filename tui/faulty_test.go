package tui

import (
	"context"
	"io"

	tea "charm.land/bubbletea/v2"
)

// Unpack is unpack, for the tests outside of the package.
var Unpack = unpack

// RunFaulty runs a browser with bugs: keys that break it, and a scan that does
// when the query says so.
func RunFaulty(ctx context.Context, opt Options) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t, err := openTerminal(opt.Input, opt.Output, guard{stop})
	if err != nil {
		return err
	}
	m := newModel(ctx, opt)
	m.terminal = t
	return t.show(ctx, faulty{model: m}, opt.Environ)
}

type faulty struct {
	model
	unviewable bool
}

func (f faulty) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "U":
			panic("in Update")
		case "V":
			f.unviewable = true
			return f, nil
		case "C":
			return f, func() tea.Msg { panic("in a command") }
		case "B":
			return f, tea.Batch(func() tea.Msg { return nil }, func() tea.Msg { panic("in a batch") })
		case "S":
			return f, tea.Sequence(func() tea.Msg { return nil }, func() tea.Msg { panic("in a sequence") })
		case "G":
			f.terminal.guard.start(func() { panic("in a goroutine") })
			return f, nil
		case "L":
			_, _ = io.WriteString(f.terminal.out, "\x1b[?1002h blocked")
			<-make(chan struct{})
		}
	}
	next, cmd := f.model.Update(msg)
	f.model = next.(model)
	return f, cmd
}

func (f faulty) View() tea.View {
	if f.unviewable {
		panic("in View")
	}
	return f.model.View()
}
