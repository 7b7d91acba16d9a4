package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"knack/skill"
	"knack/tui/explain"
)

func (a *app) listingCommand() *cobra.Command {
	var q listingQuestion
	cmd := &cobra.Command{
		Use:   "listing",
		Short: "Print what the model is told of the skills before it calls one",
		Long: `Print what the model is told of the skills before it calls one: a line
each for those it may call, cut as the agent cuts them. Control characters are shown as
marks; --json has the text as it is.

The budget, and what doesn't fit in it, goes to stderr. The flags that change it come
before what your settings say; knack cost shows what each skill takes of it.`,
		Example: `  knack listing --window 200k             with the context window of your model, in tokens
  knack listing --window 200k --share 0.02 --entry 250    what these settings would do
  knack listing --json | jq '.entries[] | select(.shown != "full")'`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listing(cmd.Context(), q) },
	}
	q.flags(cmd)
	cmd.Flags().BoolVar(&q.asJSON, "json", false, "as JSON, with an entry for every skill")
	return cmd
}

// A listingQuestion is what listing and cost are asked for.
type listingQuestion struct {
	window, budget, entry quantity
	share                 part
	bundled, asJSON       bool
}

func (q *listingQuestion) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&q.window, "window", "size of the context window, `N` tokens, such as 200k")
	f.Var(&q.share, "share", "`PART` of that window for all lines, such as 0.02")
	f.Var(&q.budget, "budget", "at most `N` characters for all lines, whatever the window")
	f.Var(&q.entry, "entry", "at most `N` characters of one description")
	f.BoolVar(&q.bundled, "bundled", false, "with the skills that ship with knack, as if you had copied them")
}

func (q *listingQuestion) check() error {
	switch {
	case q.share > 0 && q.budget > 0:
		return usage("--share and --budget exclude each other")
	case q.share > 0 && q.window == 0:
		return usage("--share needs --window")
	}
	return nil
}

// over puts what is asked for over what the settings and the environment say.
func (q *listingQuestion) over(o skill.ListingOptions) skill.ListingOptions {
	o.Window, o.Bundled = int(q.window), q.bundled
	if q.share > 0 || q.budget > 0 {
		o.Share, o.Budget, o.BudgetFrom = float64(q.share), int(q.budget), ""
	}
	if q.entry > 0 {
		o.Entry, o.EntryFrom = int(q.entry), ""
	}
	return o
}

func (a *app) listing(ctx context.Context, q listingQuestion) error {
	if err := q.check(); err != nil {
		return err
	}
	l, o, err := a.listed(ctx)
	switch {
	case err != nil:
		return err
	case l.Host.Listing == nil:
		return wrong("what %s tells the model of its skills is not known", l.Host.Title).hint("knack list shows the skills it would see")
	}
	o = q.over(o)
	listing := l.Listing(o)
	if q.asJSON {
		return a.printJSON(listingView(l.Host, o, listing))
	}
	if text := listing.Text(); text != "" {
		a.block(text)
	}
	for _, remark := range listingRemarks(l.Host, o, listing) {
		a.remark("%s", remark)
	}
	return nil
}

// listed gives the library, and what its listing depends on.
func (a *app) listed(ctx context.Context) (*skill.Library, skill.ListingOptions, error) {
	host, env, err := a.place()
	if err != nil {
		return nil, skill.ListingOptions{}, err
	}
	l, err := libraryAt(ctx, host, env)
	return l, skill.ReadListingOptions(host, env), err
}

// listingRemarks says how full the budget is, and what gave way to it.
func listingRemarks(host *skill.Host, o skill.ListingOptions, l skill.Listing) []string {
	ids := map[skill.Shown][]string{}
	for _, e := range l.Entries {
		ids[e.Shown] = append(ids[e.Shown], e.Skill.ID)
	}
	n := len(ids[skill.InFull]) + len(ids[skill.Shortened]) + len(ids[skill.NamedOnly])
	takes := fmt.Sprintf("%d skills take %s characters, ~%s tokens", n, explain.Number(l.Characters), explain.Number(skill.Tokens(len(l.Lines()))))
	if n == 1 {
		takes = strings.Replace(takes, "skills take", "skill takes", 1)
	}
	remarks := []string{takes + "; budget: " + budgetText(o, l)}
	if o.Entry > 0 {
		remarks = append(remarks, "of each description: "+entryText(o, l))
	}
	remarks = append(remarks, rulesText(host))
	if cut := ids[skill.Shortened]; len(cut) > 0 {
		remarks = append(remarks, "shortened: "+firstFew(cut))
	}
	if n := l.Bare(); n > 0 {
		remarks = append(remarks, bareText(n))
	} else if bare := ids[skill.NamedOnly]; len(bare) > 0 {
		remarks = append(remarks, "without their description: "+firstFew(bare))
	}
	if l.Wanted > l.Characters {
		remarks = append(remarks, fmt.Sprintf("without a budget they would take %s characters", explain.Number(l.Wanted)))
	}
	for _, unverified := range l.Unverified {
		remarks = append(remarks, "not verified: "+unverified)
	}
	return remarks
}

// bareText says that the budget has left no description.
func bareText(n int) string {
	return fmt.Sprintf("no description fits in the budget: the model gets the bare names of all %d", n)
}

// firstFew names the first of many skills.
func firstFew(ids []string) string {
	const few = 8
	if len(ids) <= few {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more; --json has them all", strings.Join(ids[:few], ", "), len(ids)-few)
}

// budgetText says how much the lines may take, and who says so.
func budgetText(o skill.ListingOptions, l skill.Listing) string {
	text := l.Rule
	if l.Budget > 0 {
		text = explain.Number(l.Budget) + " characters"
		if l.Rule != "" {
			text += ", " + l.Rule
		}
	}
	return text + inBrackets(o.BudgetFrom)
}

// entryText says how much of a description there may be, and who says so.
func entryText(o skill.ListingOptions, l skill.Listing) string {
	return fmt.Sprintf("at most %s characters", explain.Number(l.EntryLimit)) + inBrackets(o.EntryFrom)
}

func inBrackets(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// rulesText says where a host's rules are from.
func rulesText(host *skill.Host) string {
	return fmt.Sprintf("by the rules of %s, seen on %s, %s: %s", host.Title, host.Seen, host.Date, host.Docs)
}
