package cli

import (
	"github.com/spf13/cobra"

	"knack/tui/explain"
)

func (a *app) whyCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "why NAME|PATH",
		Short: "Say which copy of a skill wins, or why it isn't there",
		Long: `Say what became of a skill: what was looked at, which copy is called and by which
rule, or what keeps it from being loaded.`,
		Args: exactly("NAME or PATH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := a.library(cmd.Context())
			if err != nil {
				return err
			}
			w := l.Why(absolute(l, args[0]))
			if asJSON {
				err = a.printJSON(whyView(l, w))
			} else if f, ok := noSkill(args[0]); ok && !w.Found() {
				return f // places to look at are no answer
			} else {
				a.explain(explain.Why(l, w, ""))
			}
			if err == nil && !w.Found() {
				return unknown(l, args[0], "knack sources shows every place that was looked at")
			}
			return err
		},
		ValidArgsFunction: a.completeName,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}
