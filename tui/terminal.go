package tui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// answerTime is how long a browser that has to end may take to leave the
// terminal by itself.
const answerTime = 500 * time.Millisecond

// normal are the modes a shell expects, whatever was set before. It begins with
// the end of a string, in case the browser was stopped inside of one.
const normal = "\x1b\\" +
	ansi.ResetModeSynchronizedOutput +
	ansi.ResetModifyOtherKeys + "\x1b[<u" + // keyboard enhancements: each screen has its own
	ansi.ResetModeMouseNormal + ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr +
	ansi.ResetModeFocusEvent + ansi.ResetModeBracketedPaste + ansi.ResetModeUnicodeCore +
	ansi.ResetStyle +
	ansi.ResetModeAltScreenSaveCursor +
	"\x1b]2;\a" + // the title
	ansi.SetModeTextCursorEnable

// Killed is why the browser ended when a signal ended it, or when its terminal
// was closed, which counts as SIGHUP.
type Killed struct{ Signal syscall.Signal }

func (k Killed) Error() string { return "ended by a signal: " + k.Signal.String() }

// Die ends the process as the signal would have, so that whoever waits for it
// sees what ended it. Where the system or Go doesn't let a process die of the
// signal it returns the status a shell gives for it.
func (k Killed) Die() (status int) {
	dieOf(k.Signal)
	return 128 + int(k.Signal)
}

// A terminal is what the browser runs on. It goes back to how it was before when
// the browser ends, also when the browser no longer answers; and in between when
// another program gets it, or the shell.
type terminal struct {
	in      io.Reader
	out     io.Writer
	guard   guard
	signals chan os.Signal

	lent atomic.Bool // another program has it
	lost atomic.Bool // it was given back without the browser, which must leave it alone

	// painted is closed with the first frame, and framed tells that it is; nil where
	// nobody can tell.
	painted chan struct{}
	framed  atomic.Bool

	mu     sync.Mutex
	before map[uintptr]*term.State // by file descriptor
}

// openTerminal takes the streams of the process where none are given, and the
// terminal itself where input is piped into the process.
func openTerminal(in io.Reader, out io.Writer, g guard) (*terminal, error) {
	if in == nil && term.IsTerminal(os.Stdin.Fd()) {
		in = os.Stdin
	} else if in == nil {
		tty, _, err := tea.OpenTTY()
		if err != nil {
			return nil, fmt.Errorf("opening the terminal: %w", err)
		}
		in = tty
	}
	if out == nil {
		out = os.Stdout
	}
	t := &terminal{in: in, out: out, guard: g, signals: make(chan os.Signal, 8)}
	if _, ok := out.(*os.File); ok {
		t.painted = make(chan struct{})
	}
	t.remember()
	return t, nil
}

// frameTime is how long the first frame may hold up the reading.
const frameTime = 50 * time.Millisecond

// awaitFrame waits for the first frame: reading thousands of files at the same time would
// make it late.
func (t *terminal) awaitFrame(ctx context.Context) {
	if t.painted == nil {
		return
	}
	select {
	case <-t.painted:
	case <-ctx.Done():
	case <-time.After(frameTime):
	}
}

// size is that of the screen in cells, 0 by 0 when it can't be told.
func (t *terminal) size() (w, h int) {
	f, ok := t.out.(*os.File)
	if !ok {
		return 0, 0
	}
	w, h, err := term.GetSize(f.Fd())
	if err != nil {
		return 0, 0
	}
	return w, h
}

// framesPerSecond bounds how often the screen is painted: a key waits half of it
// on average, and the first frame a whole one. Nothing is painted when nothing
// changes.
const framesPerSecond = 120

// show runs a model until it quits, or until ctx ends; then the cause of that is
// the error.
func (t *terminal) show(ctx context.Context, m tea.Model, environ []string) error {
	options := []tea.ProgramOption{
		tea.WithoutSignalHandler(), tea.WithInput(t.keyboard()), tea.WithOutput(t.screen()),
		tea.WithFPS(framesPerSecond),
	}
	if environ == nil {
		environ = os.Environ()
	}
	// Left to itself, Bubble Tea runs "tmux info" to learn more about colours:
	// looking must not start anything.
	options = append(options, tea.WithEnvironment(environ), tea.WithColorProfile(colorprofile.Env(environ)))
	p := tea.NewProgram(guarded{m, t.guard}, options...)
	t.watch()
	defer signal.Stop(t.signals)
	t.guard.start(func() { t.listen(ctx, p) })
	t.guard.start(func() {
		<-ctx.Done()
		p.Quit() // WithContext would close the input while it is being read (v2.1.1)
	})

	var err error
	ended := make(chan struct{})
	t.guard.start(func() {
		defer close(ended)
		_, err = p.Run()
	})
	if !t.leaves(ctx, ended) {
		t.lost.Store(true)
		t.restore()
		t.normalize()
		return context.Cause(ctx)
	}
	t.restore() // a start that failed halfway leaves that to us
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// leaves waits until the browser has ended. It tells whether it did so in time,
// once it had to. Whoever has the terminal on loan may keep it.
func (t *terminal) leaves(ctx context.Context, ended <-chan struct{}) bool {
	select {
	case <-ended:
		return true
	case <-ctx.Done():
	}
	for {
		lent := t.lent.Load()
		select {
		case <-ended:
			return true
		case <-time.After(answerTime):
		}
		if !lent {
			return false
		}
	}
}

// listen acts on signals until ctx ends.
func (t *terminal) listen(ctx context.Context, p *tea.Program) {
	for {
		select {
		case <-ctx.Done():
			return
		case sig := <-t.signals:
			t.onSignal(sig.(syscall.Signal), p)
		}
	}
}

// onEnding acts on a signal that is to end the browser. What a person types to
// interrupt the program that has the terminal is not for the browser.
func (t *terminal) onEnding(sig syscall.Signal) {
	typed := sig == syscall.SIGINT || sig == syscall.SIGQUIT
	if !typed || !t.lent.Load() {
		t.guard.stop(Killed{sig})
	}
}

// lend gives the terminal to a command until that ends, and answers with done.
func (t *terminal) lend(cmd *exec.Cmd, done tea.ExecCallback) tea.Cmd {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.in, t.out, os.Stderr
	return tea.Exec(away{t, func() error {
		t.lent.Store(true)
		err := cmd.Run()
		t.restore() // or the browser would take for the normal state what the command left
		if err != nil {
			t.normalize()
		}
		return err
	}}, done)
}

// sleep stops the program until the shell wakes it.
func (t *terminal) sleep() tea.Cmd {
	return tea.Exec(away{t, func() error {
		err := t.stop()
		t.remember() // the shell may have changed it meanwhile
		return err
	}}, nil)
}

// retake makes the terminal the browser's again after a stop nobody announced.
func (t *terminal) retake() tea.Cmd {
	return tea.Exec(away{t, func() error { return nil }}, nil)
}

// away is what happens while the browser does not have the terminal. It runs in
// the event loop.
type away struct {
	t  *terminal
	do func() error
}

// restartGap is how long something else must have the terminal before the browser
// takes it back.
//
// When Bubble Tea (v2.1.1) lends the terminal it tells its renderer's goroutine to
// end, and that goroutine stops the ticker that paints, a moment later. Taking the
// terminal back resets the same ticker. What is over at once can come between the
// two: the ticker is then reset first and stopped after, and nothing is painted
// any more.
const restartGap = 100 * time.Millisecond

func (a away) Run() error {
	gap := time.After(restartGap)
	defer a.t.lent.Store(false)
	err := a.do()
	if err != nil {
		gap = time.After(restartGap) // the interrupt that ended it may still be on its way to us
	}
	<-gap
	return err
}

func (away) SetStdin(io.Reader)  {}
func (away) SetStdout(io.Writer) {}
func (away) SetStderr(io.Writer) {}

// remember notes how the terminal is without the browser.
func (t *terminal) remember() {
	before := map[uintptr]*term.State{}
	for _, stream := range []any{t.in, t.out} {
		f, ok := stream.(*os.File)
		if !ok {
			continue
		}
		if state, err := term.GetState(f.Fd()); err == nil { // else it is no terminal
			before[f.Fd()] = state
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.before = before
}

// restore makes the terminal as remembered. One that is gone needs nothing.
func (t *terminal) restore() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for fd, state := range t.before {
		_ = term.Restore(fd, state)
	}
}

// normalize sets the modes of the screen and the keyboard. It doesn't wait for a
// terminal that takes no output.
func (t *terminal) normalize() {
	const patience = 100 * time.Millisecond
	written := make(chan struct{})
	t.guard.start(func() {
		defer close(written)
		_, _ = io.WriteString(t.out, normal)
	})
	select {
	case <-written:
	case <-time.After(patience):
	}
}

// keyboard is the input as the browser gets it. An end of it ends the browser;
// Bubble Tea would go on without.
func (t *terminal) keyboard() io.Reader {
	if f, ok := t.in.(*os.File); ok {
		return keyboard{f, t}
	}
	return t.in
}

type keyboard struct {
	*os.File
	t *terminal
}

func (k keyboard) Read(p []byte) (int, error) {
	n, err := k.File.Read(p)
	if err != nil {
		k.t.guard.stop(Killed{syscall.SIGHUP})
	}
	return n, err
}

// screen is the output as the browser gets it: without effect once the terminal
// was given back.
func (t *terminal) screen() io.Writer {
	if f, ok := t.out.(*os.File); ok {
		return screen{f, t}
	}
	return t.out
}

type screen struct {
	*os.File
	t *terminal
}

func (s screen) Write(p []byte) (int, error) {
	if s.t.lost.Load() {
		return len(p), nil
	}
	n, err := s.File.Write(p)
	// Before the first frame only questions to the terminal are written.
	if !s.t.framed.Load() && bytes.Contains(p, []byte(ansi.SetModeAltScreenSaveCursor)) && s.t.framed.CompareAndSwap(false, true) {
		close(s.t.painted)
	}
	return n, err
}
