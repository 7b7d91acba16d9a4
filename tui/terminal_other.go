//go:build !unix

package tui

import (
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

func (t *terminal) watch() { signal.Notify(t.signals, os.Interrupt, syscall.SIGTERM) }

func (t *terminal) onSignal(sig syscall.Signal, _ *tea.Program) { t.onEnding(sig) }

// wakeable tells whether a shell can go on with a program it has stopped.
func wakeable() bool { return false }

func (t *terminal) stop() error { return nil }

func dieOf(syscall.Signal) {}
