package cli

import (
	"github.com/spf13/cobra"

	"knack/tui/explain"
)

func (a *app) sourcesCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sources",
		Short: "Show every place that was looked at, in rank order",
		Long: `Show every place that was looked at, in rank order: of two skills with one name
the one from the place that comes first wins. Below each place stands what it
holds that looks like a skill and isn't loaded.`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.library(cmd.Context())
			if err != nil {
				return err
			}
			if !asJSON {
				a.explain(explain.Roots(l.Roots, ""))
				return nil
			}
			answer := sourcesJSON{envelopeJSON: envelope(l.Host)}
			for i := range l.Roots {
				answer.Roots = append(answer.Roots, rootView(&l.Roots[i]))
			}
			return a.printJSON(answer)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

// explain prints an explanation.
func (a *app) explain(lines []explain.Line) {
	for _, line := range lines {
		printWrapped(a.out, a.width, line.Indent, line.Text)
	}
}
