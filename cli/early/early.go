// Package early keeps knack from starting a program before it has begun: while it
// is loaded, lipgloss v2 works out the colours of stdout, and for that runs "tmux
// info" wherever TMUX is set.
//
// It works because Go loads packages in the order of their import paths as soon as
// all they import is loaded, and this one imports nothing but os. It leaves the
// choice of colours to package tui.
package early

import "os"

var tmux = os.Getenv("TMUX")

func init() { os.Unsetenv("TMUX") }

// Restore puts TMUX back; whoever starts the program calls it first.
func Restore() {
	if tmux != "" {
		os.Setenv("TMUX", tmux)
	}
}
