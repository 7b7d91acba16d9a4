package cli

import (
	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
)

// completeName offers the ids of all skills for NAME, each with its description.
func (a *app) completeName(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	l, err := a.library(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var offers []cobra.Completion
	for _, k := range l.Listed() {
		if k.State != skill.Shadowed {
			offers = append(offers, cobra.CompletionWithDesc(safe.Line(k.ID).String(), safe.Line(k.Description).String()))
		}
	}
	return offers, cobra.ShellCompDirectiveNoFileComp
}

// addCompletion adds the command that prints scripts for shells, which refuses in our words
// what it doesn't know.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err) // it was just added
	}
	var shells []string
	for _, shell := range completion.Commands() {
		shells = append(shells, shell.Name())
		shell.Args = none
	}
	completion.Args = cobra.ArbitraryArgs
	completion.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return noneOf("SHELL", args[0], shells)
	}
}
