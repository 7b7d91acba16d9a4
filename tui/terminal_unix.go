//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"
)

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
	lent := t.lent.Load()
	switch sig {
	case syscall.SIGTSTP:
		switch {
		case !wakeable():
		case lent: // whoever has the terminal is stopped as well, and has seen to it
			_ = syscall.Kill(syscall.Getpid(), syscall.SIGSTOP)
		default:
			t.guard.start(func() { p.Send(t.sleep()()) })
		}
	case syscall.SIGCONT:
		if !lent {
			t.guard.start(func() { p.Send(t.retake()()) })
		}
	default:
		t.onEnding(sig)
	}
}

// wakeable tells whether a shell with job control has started the program: it
// then has a process group of its own. The system doesn't stop other programs
// for SIGTSTP either.
func wakeable() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != syscall.Getpgrp()
}

// stop stops all programs the shell started together with this one, and returns
// when it is woken. A signal that ends programs has its usual effect meanwhile:
// there is nothing to give back. Go can't give SIGTSTP its usual effect once it
// was caught, so SIGSTOP has to do.
func (t *terminal) stop() error {
	woken := make(chan os.Signal, 1)
	signal.Notify(woken, syscall.SIGCONT)
	defer signal.Stop(woken)
	signal.Stop(t.signals)
	defer t.watch()
	if err := syscall.Kill(0, syscall.SIGSTOP); err != nil {
		return err
	}
	<-woken
	// A signal sent to the sleeping program comes with the one that wakes it, and
	// should not find it taking a terminal that belongs to the shell.
	time.Sleep(restartGap)
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
