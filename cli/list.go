package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

func (a *app) listCommand() *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "list [QUERY]",
		Short: "List the skills your agent would see",
		Long: `List the skills your agent would see, one on a line: id, source, description.

QUERY is what the browser's filter takes; the best match comes first. What is
shadowed by another copy, hidden or disabled is left out unless --all is given.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.list(cmd.Context(), strings.Join(args, " "), all, asJSON)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "with those that are shadowed, hidden or disabled")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}

func (a *app) list(ctx context.Context, query string, all, asJSON bool) error {
	l, err := a.library(ctx)
	if err != nil {
		return err
	}
	matches := matching(l, query)
	var shown []*skill.Skill
	left := map[skill.State]int{}
	for _, k := range matches {
		if !all && slices.Contains(unlisted, k.State) {
			if k.Source != skill.Bundled {
				left[k.State]++
			}
			continue
		}
		shown = append(shown, k)
	}
	if asJSON {
		return a.printJSON(listJSON{envelope(l.Host), skillViews(shown)})
	}
	table(a.out, a.width, skillRows(shown))
	a.remarkOnList(l, query, len(matches), left, marked(shown))
	return nil
}

// unlisted are the states of skills that are left out of a list unless all are
// asked for.
var unlisted = []skill.State{skill.Shadowed, skill.Hidden, skill.Disabled}

// skillRows gives the cells of the plain list.
func skillRows(skills []*skill.Skill) [][]safe.Text {
	rows := make([][]safe.Text, len(skills))
	for i, k := range skills {
		state, says := "", k.Description
		if k.State != skill.Active {
			state = string(k.State)
		}
		if k.State == skill.Active && k.Faulty() {
			state = "!"
		}
		if k.State == skill.Broken || k.State == skill.Disabled {
			says = cmp.Or(k.Reason, says)
		}
		rows[i] = []safe.Text{safe.Line(k.ID), safe.Line(string(k.Source)), safe.Line(state), safe.Line(says)}
	}
	return rows
}

// marked counts the rows with a mark.
func marked(skills []*skill.Skill) int {
	n := 0
	for _, k := range skills {
		if k.State == skill.Active && k.Faulty() {
			n++
		}
	}
	return n
}

// remarkOnList says on stderr what the list doesn't show, so that nothing is
// missing in silence.
func (a *app) remarkOnList(l *skill.Library, query string, matches int, left map[skill.State]int, faulty int) {
	if query != "" && matches == 0 {
		a.remark("no skill matches %s", query)
	}
	var not []string
	for _, state := range unlisted {
		if n := left[state]; n > 0 {
			not = append(not, fmt.Sprintf("%d %s", n, state))
		}
	}
	if len(not) > 0 {
		a.remark("%s not shown; --all shows them", strings.Join(not, ", "))
	}
	if faulty > 0 {
		a.remark("! marks %d with something wrong in the file; knack why NAME says what", faulty)
	}
	if query != "" {
		return
	}
	if n := sourceProblems(l); n == 1 {
		a.remark("1 problem in the sources; knack sources shows it")
	} else if n > 1 {
		a.remark("%d problems in the sources; knack sources shows them", n)
	}
	if l.Own() == 0 {
		a.remark("no skills of yours yet; put one in %s", explain.UserPlace(l, "NAME"))
	}
}

// sourceProblems counts what keeps something from being loaded.
func sourceProblems(l *skill.Library) int {
	n := 0
	for _, r := range l.Roots {
		for _, p := range r.Problems {
			if p.Severity != skill.Note {
				n++
			}
		}
	}
	return n
}
