//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
)

// canSleep tells whether a shell can stop a program and go on with it later.
const canSleep = true

// watch makes signals come to listen. One that whoever started the program had it
// ignore, as nohup does, stays ignored.
func (t *terminal) watch() {
	wanted := []os.Signal{syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGTSTP, syscall.SIGCONT}
	for _, sig := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if !signal.Ignored(sig) {
			wanted = append(wanted, sig)
		}
	}
	signal.Notify(t.signals, wanted...)
}

// onSignal acts on a signal. Messages are sent from elsewhere: an event loop that
// doesn't answer must not keep the next signal waiting.
func (t *terminal) onSignal(sig syscall.Signal, p *tea.Program) {
	switch {
	case sig == syscall.SIGTSTP:
		t.guard.start(func() { p.Send(t.sleep()()) })
	case sig != syscall.SIGCONT:
		t.onEnding(sig)
	case !t.lent.Load():
		t.guard.start(func() { p.Send(t.retake()()) })
	}
}

// stopAlong lets the program be stopped together with the one that has the
// terminal; watch ends that.
func (t *terminal) stopAlong() { signal.Reset(syscall.SIGTSTP) }

// stop stops all programs the shell started together with this one, and returns
// when it is woken. A signal that ends programs has its usual effect meanwhile:
// there is nothing to give back.
func (t *terminal) stop() error {
	// Where no shell could wake it the system doesn't stop a program at all.
	const patience = 200 * time.Millisecond
	woken := make(chan os.Signal, 1)
	signal.Notify(woken, syscall.SIGCONT)
	defer signal.Stop(woken)
	signal.Stop(t.signals)
	defer t.watch()
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	select {
	case <-woken:
	case <-time.After(patience):
	}
	return nil
}

// dieOf ends the process by a signal. Go keeps SIGQUIT for itself, to print all
// goroutines.
func dieOf(sig syscall.Signal) {
	if sig == syscall.SIGQUIT || signal.Ignored(sig) {
		return
	}
	signal.Reset(sig)
	if err := syscall.Kill(syscall.Getpid(), sig); err == nil {
		time.Sleep(time.Second) // it comes at once, but not always before Kill returns
	}
}
