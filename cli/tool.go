package cli

import "github.com/spf13/cobra"

func (a *app) toolCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tool",
		Short: "Print the definition of the tool by which a model calls skills",
		Long: `Print the definition of the tool by which a model calls skills, as JSON: its name, its
description with what knack listing prints, and its input.`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, o, err := a.listed(cmd.Context())
			if err != nil {
				return err
			}
			definition, ok := l.Tool(o)
			if !ok {
				return wrong("there is no skill that the model may call, and so no tool").hint("knack list --all shows what there is")
			}
			return a.printJSON(definition)
		},
	}
	cmd.Flags().Bool("json", false, "as JSON, which it always is")
	return cmd
}
