// Package cli is the command line: the browser, and every question a script can
// ask.
//
// It is the one place that reads flags, environment and working directory. What
// it learns it hands on as values: to package skill, which finds the skills, to
// render, which fills in arguments, and to tui, which shows them.
//
// What goes where:
//   - stdout gets the answer and nothing else. The prompt of render and the file
//     of show --raw are exact bytes unless stdout is a terminal; everything else
//     has passed render/safe.
//   - stderr gets remarks about the answer, one short line each, and errors: one
//     line, then hints.
//   - The exit status is 0 when it was done, 1 when the thing asked about is not
//     right, 2 when the question was not.
//
// Paths are printed in full and without colours, so that the same words come out
// on a terminal and in a pipe. On a terminal lines that are wider are broken at blanks.
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"knack/tui"
)

// Main runs knack with the arguments and streams of the process. It gives the
// status to exit with.
func Main() int {
	a := &app{
		out: bufio.NewWriter(os.Stdout), remarks: os.Stderr,
		terminal: term.IsTerminal(os.Stdout.Fd()),
		getenv:   os.Getenv,
	}
	if a.terminal {
		a.width, _, _ = term.GetSize(os.Stdout.Fd()) // 0 when unknown: nothing is cut
	}
	if fd := os.Stderr.Fd(); term.IsTerminal(fd) {
		a.remarksWidth, _, _ = term.GetSize(fd)
	}
	return a.run(context.Background(), os.Args[1:])
}

// app is one run of the program: where it prints, and what its global flags say.
type app struct {
	out          *bufio.Writer
	remarks      io.Writer // stderr
	terminal     bool      // out is a terminal
	width        int       // of that terminal in cells, 0 if there is none
	remarksWidth int       // of the terminal that remarks go to, 0 if they go to none
	getenv       func(string) string

	host, cwd, home string
	addDirs         []string
	theme           string
	noColor         bool
	noHistory       bool
}

func (a *app) run(ctx context.Context, args []string) int {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(a.remarks)
	err := root.ExecuteContext(ctx)
	// What was printed before an error is part of the answer.
	if flushed := a.out.Flush(); err == nil && flushed != nil {
		err = wrong("writing the output: %v", flushed)
	}
	if err == nil {
		return 0
	}
	if killed := (tui.Killed{}); errors.As(err, &killed) {
		return killed.Die()
	}
	var f *failure
	if !errors.As(err, &f) {
		f = usage("%v", err) // cobra's own
	}
	f.print(a.remarks, a.remarksWidth)
	return f.status
}

var themes = wordsOf([]tui.Theme{tui.Auto, tui.Dark, tui.Light})

func (a *app) rootCommand() *cobra.Command {
	var take, tellVersion bool
	root := &cobra.Command{
		Use:   "knack [QUERY]",
		Short: "Browse agent skills in a terminal",
		Long: `knack shows every skill your agent would see, why, and exactly what it will say.

Without a command it opens the browser, filtered by QUERY. Where there is no
terminal it prints the list instead. It never changes a skill.

NAME stands for the name a skill is called by, its label, its key or a path.`,
		Example: `  knack deploy stag                  browse what matches two half-remembered words
  knack render deploy api staging    print the prompt the model would receive
  knack why deploy                   which copy of it wins, and by which rule`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if !slices.Contains(themes, a.theme) {
				return noneOf("--theme", a.theme, themes)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if tellVersion {
				_, err := fmt.Fprintln(a.out, "knack", versionText())
				return err
			}
			if take {
				return a.take(cmd.Context(), strings.Join(args, " "))
			}
			query, note := strings.Join(args, " "), ""
			if meant := likelyCommand(cmd, args); meant != "" {
				note = fmt.Sprintf("showing skills that match %s; did you mean knack %s?", query, meant)
			}
			return a.browse(cmd.Context(), query, note)
		},
	}
	root.Flags().BoolVarP(&tellVersion, "version", "v", false, "print which version this is, and leave")
	root.Flags().BoolVar(&take, "print", false, "the keys that copy print instead, and leave: for $(knack --print)")
	root.Flags().BoolVar(&a.noHistory, "no-history", false, "neither offer nor remember argument values")
	flags := root.PersistentFlags()
	flags.StringVar(&a.host, "host", "", "`NAME` of the agent whose rules apply (claude-code); knack hosts lists them")
	flags.StringVar(&a.cwd, "cwd", "", "`DIR` the agent would be started in (this one)")
	flags.StringVar(&a.home, "home", "", "`DIR` to take as home ($HOME); CLAUDE_CONFIG_DIR still counts")
	flags.StringArrayVar(&a.addDirs, "add-dir", nil, "also look in `DIR`/.claude, as the agent does when told to; repeatable")
	flags.StringVar(&a.theme, "theme", "auto", "colours of the browser by `NAME`: auto, dark or light")
	flags.BoolVar(&a.noColor, "no-color", false, "no colours; so does the variable NO_COLOR")
	offer(root, "theme", themes)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(printUsage)
	root.AddCommand(
		a.listCommand(), a.showCommand(), a.renderCommand(),
		a.whyCommand(), a.sourcesCommand(), a.listingCommand(), a.costCommand(), a.toolCommand(), a.lintCommand(),
		a.hostsCommand(), a.configCommand(), a.manCommand(),
	)
	addCompletion(root)
	return root
}
