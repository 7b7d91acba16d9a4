package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"knack/render/safe"
)

// The statuses knack ends with besides 0.
const (
	notRight   = 1 // the thing asked about is not right
	wrongUsage = 2
)

// A failure ends the program: one line that says why, lines that say what to do
// about it, and the exit status. Its texts may quote files and arguments.
type failure struct {
	status  int
	message string
	hints   []string
}

func (f *failure) Error() string { return f.message }

// wrong is the failure of a well-asked question.
func wrong(format string, args ...any) *failure {
	return &failure{status: notRight, message: fmt.Sprintf(format, args...)}
}

// usage is the failure of a command line that doesn't make sense.
func usage(format string, args ...any) *failure {
	return &failure{status: wrongUsage, message: fmt.Sprintf(format, args...)}
}

func (f *failure) hint(format string, args ...any) *failure {
	f.hints = append(f.hints, fmt.Sprintf(format, args...))
	return f
}

func (f *failure) print(w io.Writer, width int) {
	printWrapped(w, width, 0, safe.Line("knack: "+f.message))
	for _, h := range f.hints {
		printWrapped(w, width, 2, safe.Line(h))
	}
}

// exactly makes a command take one argument, which says something.
func exactly(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0, len(args) == 1 && blank(args[0]):
			return usage("%s needs %s", cmd.Name(), what).hint("as in: knack %s", cmd.Use)
		case len(args) == 1:
			return nil
		}
		return usage("%s takes one %s, not %d; a name with blanks needs quotes", cmd.Name(), what, len(args))
	}
}

// atMostOne makes a command take one argument or none.
func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usage("%s takes one %s, not %d", cmd.Name(), what, len(args))
		}
		return nil
	}
}

func blank(arg string) bool { return strings.TrimSpace(arg) == "" }

// none makes a command take no argument.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no argument, and got %q", cmd.Name(), args[0]).hint("%s --help shows what there is", cmd.CommandPath())
	}
	return nil
}
