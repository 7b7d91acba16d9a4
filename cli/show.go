package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

func (a *app) showCommand() *cobra.Command {
	var raw, asJSON bool
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Show a skill: what is known about it, and its body",
		Long: `Show a skill: what is known about it, and its body.

--raw prints the file itself, byte for byte, into a pipe or file.`,
		Args: exactly("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if raw && asJSON {
				return usage("--raw and --json exclude each other")
			}
			l, o, err := a.listed(cmd.Context())
			if err != nil {
				return err
			}
			k, err := find(l, args[0])
			switch {
			case err != nil:
				return err
			case raw:
				return a.showRaw(k)
			}
			doc, err := k.Read()
			switch {
			case err != nil:
				return unreadable(k, err)
			case asJSON:
				return a.printJSON(showView(l.Host, tokensOf(l.Listing(o)), k, doc))
			}
			a.show(l.Host, k, doc)
			return nil
		},
		ValidArgsFunction: a.completeName,
	}
	cmd.Flags().BoolVar(&raw, "raw", false, "the file as it is")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

// unreadable is the failure of a skill whose file can't be used.
func unreadable(k *skill.Skill, err error) error {
	return wrong("reading %s: %v", k.Path, err).hint("knack why %s tells more", k.ID)
}

// show prints what is known about a skill, what is wrong with it, and its body.
func (a *app) show(host *skill.Host, k *skill.Skill, doc skill.Document) {
	state := string(k.State)
	if k.Source == skill.Bundled {
		state = skill.NotTheAgents
	}
	fmt.Fprintln(a.out, safe.Line(k.ID+"  ("+string(k.Source)+", "+state+")"))
	if k.Description != "" {
		fmt.Fprintln(a.out, safe.Block(strings.TrimRight(k.Description, "\n")))
	}
	fmt.Fprintln(a.out)
	table(a.out, 0, details(k, doc))
	for _, p := range k.Problems {
		fmt.Fprintf(a.out, "\n%s: %s\n", p.Severity, explain.Problem(p))
		if p.Hint != "" {
			fmt.Fprintf(a.out, "  %s\n", safe.Line(p.Hint))
		}
	}
	if unread := explain.Unread(host, k); unread != "" {
		fmt.Fprintf(a.out, "\n%s\n", safe.Line(unread))
	}
	if body := strings.Trim(doc.Body, "\r\n"); body != "" {
		fmt.Fprintf(a.out, "\n%s\n", safe.Block(body))
	}
}

// showRaw prints the file of a skill: exact into a pipe or file, with control
// characters made visible on a terminal.
func (a *app) showRaw(k *skill.Skill) error {
	data, err := k.File()
	if err != nil {
		return unreadable(k, err)
	}
	a.exact(string(data))
	return nil
}

// exact prints a text byte for byte, nothing added. Only on a terminal control
// characters become visible and the last line is ended.
func (a *app) exact(text string) {
	if !a.terminal {
		a.out.WriteString(text)
		return
	}
	a.block(text)
}

// block prints a text of several lines, control characters visible and the last line
// ended.
func (a *app) block(text string) {
	a.out.WriteString(safe.Block(text).String())
	if !strings.HasSuffix(text, "\n") {
		a.out.WriteByte('\n')
	}
}
