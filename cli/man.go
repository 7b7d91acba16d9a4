package cli

import (
	"strings"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Short:  "Print the manual page",
		Hidden: true, // it is for packages
		Args:   none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			root := cmd.Root()
			plainForMan(root)
			page, err := mango.NewManPage(1, root)
			if err != nil {
				return wrong("building the manual page: %v", err)
			}
			a.out.WriteString(page.Build(roff.NewDocument()))
			return nil
		},
	}
}

// plainForMan takes out of the help texts what only a terminal's help needs: line
// breaks within a paragraph, the marks around the names of values, and short flags, which
// the page would show with two dashes.
func plainForMan(root *cobra.Command) {
	paragraphs := strings.Split(root.Long, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	root.Long = strings.Join(paragraphs, "\n")
	plain := func(f *pflag.Flag) {
		f.Usage, f.Shorthand = strings.ReplaceAll(f.Usage, "`", ""), ""
	}
	root.PersistentFlags().VisitAll(plain)
	for _, c := range append(root.Commands(), root) {
		c.Flags().VisitAll(plain)
	}
}
