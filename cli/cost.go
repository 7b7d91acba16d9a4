package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

// mostExpensive is how many skills cost names.
const mostExpensive = 10

func (a *app) costCommand() *cobra.Command {
	var q listingQuestion
	cmd := &cobra.Command{
		Use:   "cost",
		Short: "Show what the skills take of the model's context",
		Long: `Show what the skills take of the model's context, in estimated tokens: for each
source its lines, which every conversation pays, and its texts, each paid when its
skill is called; then the longest texts, the files with the same text, also below different
frontmatter, and how full the budget of the lines is. Skills that can't be called
cost nothing.`,
		Example: `  knack cost --window 200k                with the context window of your model, in tokens
  knack cost --json | jq '.skills[] | select(.text_tokens > 5000)'`,
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.cost(cmd.Context(), q) },
	}
	q.flags(cmd)
	cmd.Flags().BoolVar(&q.asJSON, "json", false, "as JSON, with every skill that can be called")
	return cmd
}

func (a *app) cost(ctx context.Context, q listingQuestion) error {
	if err := q.check(); err != nil {
		return err
	}
	l, o, err := a.listed(ctx)
	if err != nil {
		return err
	}
	o = q.over(o)
	c := l.Cost(o)
	if q.asJSON {
		return a.printJSON(costView(l.Host, o, &c))
	}
	if c.All.Skills > 0 {
		table(a.out, 0, sourceRows(&c))
		fmt.Fprintln(a.out)
		table(a.out, 0, expensiveRows(&c, a.width))
		fmt.Fprintln(a.out)
	}
	a.same(c.Same, "with the same text")
	a.same(c.SameBody, "with the same body under different frontmatter")
	if c.All.Skills > 0 && len(c.Same) == 0 && len(c.SameBody) == 0 {
		fmt.Fprint(a.out, "no two files have the same text\n\n")
	}
	printWrapped(a.out, a.width, 0, safe.Line(linesTake(o, &c)))
	for _, remark := range costRemarks(l, o, &c) {
		a.remark("%s", remark)
	}
	return nil
}

// sourceRows has a line for each source and one for all.
func sourceRows(c *skill.Cost) [][]safe.Text {
	rows := [][]safe.Text{{safe.Lit("source"), safe.Lit("skills"), safe.Lit("line tokens"), safe.Lit("text tokens")}}
	row := func(name string, s skill.Spent) {
		rows = append(rows, []safe.Text{safe.Line(name), safe.Line(explain.Number(s.Skills)), tokens(s.LineTokens()), tokens(s.TextTokens())})
	}
	for _, s := range c.Sources {
		row(string(s.Source), s.Spent)
	}
	row("all", c.All)
	alignRight(rows, 1, 2, 3)
	return rows
}

// expensiveRows has a line for each of the skills with the longest texts. Long names are
// cut if width, that of a terminal, asks for it: the numbers behind them are what counts.
func expensiveRows(c *skill.Cost, width int) [][]safe.Text {
	const numbers = len("  command  line tokens  text tokens")
	rows := [][]safe.Text{{safe.Lit("the longest texts"), safe.Lit(""), safe.Lit("line tokens"), safe.Lit("text tokens")}}
	for _, k := range c.Skills[:min(len(c.Skills), mostExpensive)] {
		name := safe.Line(k.Skill.ID)
		if width > 0 {
			name = name.CutMiddle(max(width-numbers, narrowestCell))
		}
		rows = append(rows, []safe.Text{
			name, safe.Line(string(k.Skill.Source)), tokens(k.LineTokens()), tokens(k.TextTokens()),
		})
	}
	alignRight(rows, 2, 3)
	return rows
}

// same lists the files that have something in common, each group below a heading, with
// what becomes of each.
func (a *app) same(groups []skill.SameText, common string) {
	for _, same := range groups {
		fmt.Fprintf(a.out, "%d files %s:\n", len(same.Files), common)
		var rows [][]safe.Text
		for _, k := range same.Files {
			state := string(k.State)
			if k.State == skill.Active {
				state = "called"
			}
			rows = append(rows, []safe.Text{safe.Line("  " + k.ID), safe.Line(state), safe.Line(k.Path)})
		}
		wrappedTable(a.out, a.width, rows)
		fmt.Fprintln(a.out)
	}
}

// linesTake says how full the budget is, in one sentence.
func linesTake(o skill.ListingOptions, c *skill.Cost) string {
	l := &c.Listing
	of := ""
	if l.Budget > 0 {
		of = " of " + explain.Number(l.Budget)
	}
	takes := fmt.Sprintf("the lines take %s%s characters%s%s, ~%s tokens",
		explain.Number(l.Characters), of, inBrackets(l.Rule), inBrackets(o.BudgetFrom), explain.Number(c.All.LineTokens()))
	if l.Wanted > l.Characters {
		takes += "; in full they would take " + explain.Number(l.Wanted)
	}
	return takes
}

// costRemarks says where the numbers are from, and what isn't counted.
func costRemarks(l *skill.Library, o skill.ListingOptions, c *skill.Cost) []string {
	var remarks []string
	if c.All.Skills == 0 {
		remarks = append(remarks, "no skill can be called, so nothing is paid; knack list --all shows what there is")
	}
	if n := c.Listing.Bare(); n > 0 {
		remarks = append(remarks, bareText(n))
	}
	if text := withoutLine(c); text != "" {
		remarks = append(remarks, text)
	}
	if text := uncounted(l, o, c); text != "" {
		remarks = append(remarks, text)
	}
	if l.Host.Listing == nil {
		return append(remarks, fmt.Sprintf("how %s lists its skills is not known; the lines are plain ones", l.Host.Title))
	}
	return append(remarks, rulesText(l.Host))
}

// withoutLine says why more is counted than knack listing shows, "" where it isn't.
func withoutLine(c *skill.Cost) string {
	n := c.All.Skills - c.All.Listed
	who := "only people can call them"
	if n == 1 {
		who = "only people can call it"
	}
	unfit := func(k skill.SkillCost) bool { return k.Line == 0 && k.Skill.ModelInvocable() }
	if slices.ContainsFunc(c.Skills, unfit) {
		who += ", or the budget has no room"
	}
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("1 of the %d has no line, and knack listing leaves it out: %s", c.All.Skills, who)
	}
	return fmt.Sprintf("%d of the %d have no line, and knack listing leaves them out: %s", n, c.All.Skills, who)
}

// uncounted says which skills cost nothing, "" for none.
func uncounted(l *skill.Library, o skill.ListingOptions, c *skill.Cost) string {
	shipped := len(l.Skills) - l.Own()
	if o.Bundled {
		shipped = 0
	}
	n := len(l.Skills) - shipped - c.All.Skills
	text := fmt.Sprintf("%d skills can't be called and aren't counted", n)
	switch {
	case n == 0 && shipped == 0:
		return ""
	case n == 0:
		return fmt.Sprintf("the %d that ship with knack aren't counted", shipped)
	case n == 1:
		text = "1 skill can't be called and isn't counted"
	}
	if shipped > 0 {
		text += fmt.Sprintf(", nor are the %d that ship with knack", shipped)
	}
	return text
}

// tokens is a cell, empty for what isn't there.
func tokens(n int) safe.Text {
	if n == 0 {
		return safe.Text{}
	}
	return safe.Line("~" + explain.Number(n))
}

// alignRight makes the cells of columns as wide as the widest, blanks first.
func alignRight(rows [][]safe.Text, columns ...int) {
	for _, column := range columns {
		width := 0
		for _, row := range rows {
			width = max(width, row[column].Width())
		}
		for _, row := range rows {
			pad := strings.Repeat(" ", width-row[column].Width())
			row[column] = safe.Join("", safe.Line(pad), row[column])
		}
	}
}

// A costJSON is what the skills take of the model's context. Sizes are estimated tokens.
type costJSON struct {
	envelopeJSON
	Sources []sourceCostJSON `json:"sources"` // in rank order
	All     spentJSON        `json:"all"`
	Skills  []skillCostJSON  `json:"skills"`    // that can be called, the longest text first
	Same    [][]sameJSON     `json:"same"`      // files with the same text
	Body    [][]sameJSON     `json:"same_body"` // with the same below different frontmatter
	Budget  costBudgetJSON   `json:"budget"`
	Rules   rulesJSON        `json:"rules"`
}

type spentJSON struct {
	Skills     int `json:"skills"`
	Listed     int `json:"listed"` // of them with a line
	LineTokens int `json:"line_tokens"`
	TextTokens int `json:"text_tokens"`
}

type sourceCostJSON struct {
	Source skill.Source `json:"source"`
	spentJSON
}

type skillCostJSON struct {
	Key        string       `json:"key"`
	ID         string       `json:"id"`
	Source     skill.Source `json:"source"`
	Path       string       `json:"path"`
	Place      int          `json:"place"` // 1 for the longest text
	LineTokens int          `json:"line_tokens"`
	TextTokens int          `json:"text_tokens"`
}

type sameJSON struct {
	Key   string      `json:"key"`
	ID    string      `json:"id"`
	Path  string      `json:"path"`
	State skill.State `json:"state"`
}

// A costBudgetJSON is that of the lines, in characters.
type costBudgetJSON struct {
	Characters int    `json:"characters"`
	Budget     int    `json:"budget"` // 0 for any number
	Wanted     int    `json:"wanted"` // without a budget
	Rule       string `json:"rule"`
	From       string `json:"from"`
	Known      bool   `json:"known"` // how the host lists skills
}

func costView(host *skill.Host, o skill.ListingOptions, c *skill.Cost) costJSON {
	l := &c.Listing
	v := costJSON{
		envelopeJSON: envelope(host), Sources: []sourceCostJSON{}, All: spentView(c.All),
		Skills: []skillCostJSON{}, Same: sameViews(c.Same), Body: sameViews(c.SameBody), Rules: rulesView(host),
		Budget: costBudgetJSON{l.Characters, l.Budget, l.Wanted, l.Rule, o.From(), host.Listing != nil},
	}
	for _, s := range c.Sources {
		v.Sources = append(v.Sources, sourceCostJSON{s.Source, spentView(s.Spent)})
	}
	for _, k := range c.Skills {
		v.Skills = append(v.Skills, skillCostJSON{
			k.Skill.Key, k.Skill.ID, k.Skill.Source, k.Skill.Path, k.Place, k.LineTokens(), k.TextTokens(),
		})
	}
	return v
}

func sameViews(groups []skill.SameText) [][]sameJSON {
	views := [][]sameJSON{}
	for _, same := range groups {
		var files []sameJSON
		for _, k := range same.Files {
			files = append(files, sameJSON{k.Key, k.ID, k.Path, k.State})
		}
		views = append(views, files)
	}
	return views
}

func spentView(s skill.Spent) spentJSON {
	return spentJSON{s.Skills, s.Listed, s.LineTokens(), s.TextTokens()}
}
