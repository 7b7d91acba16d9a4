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
