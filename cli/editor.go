package cli

import (
	"errors"
	"fmt"
	"os/exec"

	"knack/render"
)

// editor gives the command that edits a file: $VISUAL or $EDITOR, split into
// words like a shell line but never handed to a shell, with the path at the end. On
// Windows, in the words of runtime.GOOS, a backslash is part of a path.
func editor(goos string, getenv func(string) string, path string) (*exec.Cmd, error) {
	line, _ := firstSet(getenv, "VISUAL", "EDITOR")
	rules := render.Rules{Split: render.SplitShellStrict}
	if goos == "windows" {
		rules.Split = render.SplitQuotes
	}
	words, err := render.Split(line, rules)
	if err != nil {
		return nil, fmt.Errorf("reading the editor's command line %s: %w", line, err)
	}
	if len(words) == 0 || words[0].Text == "" {
		return nil, errors.New("set $VISUAL or $EDITOR to the editor to use")
	}
	var args []string
	for _, w := range words[1:] {
		args = append(args, w.Text)
	}
	cmd := exec.Command(words[0].Text, append(args, path)...)
	if cmd.Err != nil {
		return nil, fmt.Errorf("starting the editor: %w", cmd.Err)
	}
	return cmd, nil
}
