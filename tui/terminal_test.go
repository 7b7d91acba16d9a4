package tui

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Reading waits for the first frame, and for nothing where there is none to be seen.
func TestReadingWaitsForTheFrame(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "screen"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	term, err := openTerminal(file, file, guard{func(error) {}})
	if err != nil {
		t.Fatal(err)
	}
	painted := func() bool {
		select {
		case <-term.painted:
			return true
		default:
			return false
		}
	}
	for _, c := range []struct {
		text string
		want bool
	}{
		{ansi.RequestModeSynchronizedOutput, false},
		{ansi.SetModeAltScreenSaveCursor + "frame", true},
		{ansi.SetModeAltScreenSaveCursor, true}, // back from the editor
	} {
		if _, err := term.screen().Write([]byte(c.text)); err != nil {
			t.Fatal(err)
		}
		if got := painted(); got != c.want {
			t.Errorf("after %q painted is %v", c.text, got)
		}
	}
	term.awaitFrame(context.Background())
	(&terminal{}).awaitFrame(context.Background())
}
