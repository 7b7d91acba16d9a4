//go:build !unix

package tui

import (
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// canSleep tells whether a shell can stop a program and go on with it later.
const canSleep = false

func (t *terminal) watch() { signal.Notify(t.signals, os.Interrupt, syscall.SIGTERM) }

func (t *terminal) onSignal(sig syscall.Signal, _ *tea.Program) { t.onEnding(sig) }

func (t *terminal) stopAlong() {}

func (t *terminal) stop() error { return nil }

func dieOf(syscall.Signal) {}
