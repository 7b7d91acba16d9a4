package cli

import (
	"fmt"
	"path/filepath"
	"runtime"

	"knack/tui"
	"knack/tui/private"
)

// crashed is the failure of the browser itself. Where it happened is written to a
// file in the state directory, for the report: a stack on the screen helps nobody.
func crashed(p *tui.Panic, state string) *failure {
	f := wrong("%v", p).hint("that is a bug in knack; please report it, and how you came there")
	if state == "" {
		return f
	}
	path := crashFile(state)
	text := fmt.Sprintf("knack %s, %s/%s, %s\n\n%s", versionText(), runtime.GOOS, runtime.GOARCH, runtime.Version(), p.Stack)
	if err := private.Write(path, []byte(text)); err != nil {
		return f.hint("the details can't be kept: %v", err)
	}
	return f.hint("the details, which may quote a skill, are in %s", path)
}

func crashFile(state string) string { return filepath.Join(state, "crash.txt") }
