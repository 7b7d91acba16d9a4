package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// printUsage says how a command is called. Being no template, it leaves the linker free to
// drop what nobody calls: a sixth of the program.
func printUsage(c *cobra.Command) error {
	var b strings.Builder
	b.WriteString("usage:")
	if c.Runnable() {
		b.WriteString("\n  " + c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\n  " + c.CommandPath() + " COMMAND")
	}
	section := func(title, text string) {
		b.WriteString("\n\n" + title + ":\n" + strings.TrimRight(text, " \n"))
	}
	if c.HasExample() {
		section("examples", c.Example)
	}
	if c.HasAvailableSubCommands() {
		section("commands", commandLines(c))
	}
	if c.HasAvailableLocalFlags() {
		section("flags", c.LocalFlags().FlagUsages())
	}
	if c.HasAvailableInheritedFlags() {
		section("flags of all commands", c.InheritedFlags().FlagUsages())
	}
	_, err := fmt.Fprintln(c.OutOrStderr(), b.String())
	return err
}

func commandLines(c *cobra.Command) string {
	var b strings.Builder
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			fmt.Fprintf(&b, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	return b.String()
}
