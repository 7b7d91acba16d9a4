package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"knack/skill"
)

func (a *app) listingCommand() *cobra.Command {
	var q listingQuestion
	cmd := &cobra.Command{
		Use:   "listing",
		Short: "Print what the model is told of the skills before it calls one",
		Long: `Print what the model is told of the skills before it calls one, byte for byte: a line
each for those it may call, cut as the agent cuts them.

The budget, and what doesn't fit in it, goes to stderr.`,
		Example: `  knack listing --window 200000           with the context window of your model, in tokens
  knack listing --json | jq '.entries[] | select(.shown != "full")'`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listing(cmd.Context(), q) },
	}
	cmd.Flags().IntVar(&q.window, "window", 0, "size of the context window, `N` tokens")
	cmd.Flags().IntVar(&q.budget, "budget", 0, "at most `N` characters, whatever the window")
	cmd.Flags().BoolVar(&q.bundled, "bundled", false, "with the skills that ship with knack, as if you had copied them")
	cmd.Flags().BoolVar(&q.asJSON, "json", false, "as JSON, with an entry for every skill")
	return cmd
}

// A listingQuestion is what listing is asked for.
type listingQuestion struct {
	window, budget  int
	bundled, asJSON bool
}

func (a *app) listing(ctx context.Context, q listingQuestion) error {
	if q.window < 0 || q.budget < 0 {
		return usage("--window and --budget take a number above 0")
	}
	l, o, err := a.listed(ctx)
	switch {
	case err != nil:
		return err
	case l.Host.Listing == nil:
		return wrong("what %s tells the model of its skills is not known", l.Host.Title).hint("knack list shows the skills it would see")
	}
	o.Window, o.Bundled = q.window, q.bundled
	if q.budget > 0 {
		o.Budget, o.From = q.budget, ""
	}
	listing := l.Listing(o)
	if q.asJSON {
		return a.printJSON(listingView(l.Host, o, listing))
	}
	if text := listing.Text(); text != "" {
		a.exact(text)
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
	takes := fmt.Sprintf("%d skills take %d characters, ~%d tokens", n, l.Characters, skill.Tokens(len(l.Lines())))
	if n == 1 {
		takes = strings.Replace(takes, "skills take", "skill takes", 1)
	}
	remarks := []string{takes + "; budget: " + budgetText(o, l), rulesText(host)}
	if cut := ids[skill.Shortened]; len(cut) > 0 {
		remarks = append(remarks, "shortened: "+firstFew(cut))
	}
	if bare := ids[skill.NamedOnly]; len(bare) > 0 {
		remarks = append(remarks, "without their description: "+firstFew(bare))
	}
	if l.Wanted > l.Characters {
		remarks = append(remarks, fmt.Sprintf("without a budget they would take %d characters", l.Wanted))
	}
	for _, unverified := range l.Unverified {
		remarks = append(remarks, "not verified: "+unverified)
	}
	return remarks
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
	if o.Budget == 0 && o.Window > 0 && l.Budget > 0 {
		text = fmt.Sprintf("%d characters, %s", l.Budget, text)
	}
	if o.From != "" {
		text += " (" + o.From + ")"
	}
	return text
}

// rulesText says where a host's rules are from.
func rulesText(host *skill.Host) string {
	return fmt.Sprintf("by the rules of %s, seen on %s, %s: %s", host.Title, host.Seen, host.Date, host.Docs)
}
