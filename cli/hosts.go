package cli

import (
	"cmp"
	"errors"

	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
)

func (a *app) hostsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "hosts [NAME]",
		Short: "Show the agents whose rules knack knows",
		Long: `List the agents whose rules knack knows, or print the file of one: every place it
looks, in which order, and how its skills become prompts, with where each rule
comes from. --host NAME makes any other command go by it.

A file of your own, knack/hosts/NAME.yaml in the configuration folder (~/.config or
$XDG_CONFIG_HOME), is one more agent. It can't take the name of one that ships.`,
		Example: `  knack hosts codex                       read its rules
  knack hosts codex >mine.yaml            start a file of your own from them
  knack --host codex list                 the skills Codex would see here`,
		Args: atMostOne("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			env, err := a.env()
			if err != nil {
				return err
			}
			dir := hostDir(env.Home, a.getenv)
			if len(args) == 1 {
				return a.showHost(dir, args[0], asJSON)
			}
			return a.listHosts(dir, asJSON)
		},
		ValidArgsFunction: a.completeHost,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

// listHosts prints one line for each host that can be used, and what is wrong with
// the files of the others.
func (a *app) listHosts(dir skill.HostDir, asJSON bool) error {
	answer := hostsJSON{Version: 1, Hosts: []hostJSON{}}
	var rows [][]safe.Text
	var broken []error
	for _, name := range dir.Names() {
		host, err := dir.Load(name)
		path, _, _ := dir.Text(name)
		if err != nil {
			broken = append(broken, err)
			answer.Hosts = append(answer.Hosts, hostJSON{Name: name, Path: path, Unverified: []string{}, Error: err.Error()})
			continue
		}
		answer.Hosts = append(answer.Hosts, hostView(host, path))
		rows = append(rows, []safe.Text{
			safe.Line(host.Name), safe.Line(host.Title), safe.Line(host.Seen), safe.Line(host.Date), safe.Line(cmp.Or(path, host.Docs)),
		})
	}
	if asJSON {
		return a.printJSON(answer)
	}
	table(a.out, 0, rows)
	switch len(broken) {
	case 0:
		return nil
	case 1:
		return hostFailure("", "", dir, broken[0])
	}
	return hostFailure("", "", dir, errors.Join(broken...))
}

// showHost prints the file of a host: its comments are the documentation.
func (a *app) showHost(dir skill.HostDir, name string, asJSON bool) error {
	path, text, err := dir.Text(name)
	if err != nil {
		return hostFailure("NAME", name, dir, err)
	}
	if asJSON {
		host, err := dir.Load(name)
		if err != nil {
			return hostFailure("NAME", name, dir, err)
		}
		return a.printJSON(oneHostJSON{1, hostView(host, path), string(text)})
	}
	a.block("# " + cmp.Or(path, name+".yaml, which ships with knack") + "\n" + string(text))
	if _, err := dir.Load(name); err != nil {
		return hostFailure("NAME", name, dir, err)
	}
	return nil
}

// completeHost offers the names of the hosts.
func (a *app) completeHost(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	env, err := a.env()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return hostDir(env.Home, a.getenv).Names(), cobra.ShellCompDirectiveNoFileComp
}
