package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
	"knack/tui/explain"
)

func (a *app) listCommand() *cobra.Command {
	var q listing
	cmd := &cobra.Command{
		Use:   "list [QUERY]",
		Short: "List the skills your agent would see",
		Long: `List the skills your agent would see, one on a line: id, source, description.
Sorted by modified, size or tokens, each says its own behind the source.

QUERY is what the browser's filter takes; the best match comes first. Where no
skill has all its words, and with --task, those are listed that come closest to
what the sentence says. What is shadowed by another copy, hidden or disabled stands
in the browser, and is left out here unless --all is given or the query asks for it.
What ships with knack, source bundled, your agent doesn't have.

` + queryHelp,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			q.query = strings.Join(args, " ")
			if !slices.Contains(skill.Orders(), skill.Order(q.sort)) {
				return noneOf("--sort", q.sort, wordsOf(skill.Orders()))
			}
			switch asked := cmd.Flags().Changed("task"); {
			case asked && len(args) > 0:
				return usage("--task and QUERY exclude each other")
			case asked && strings.TrimSpace(q.task) == "":
				return usage("--task needs a sentence")
			}
			return a.list(cmd.Context(), q)
		},
	}
	cmd.Flags().StringVar(&q.task, "task", "", "those that fit what `SENTENCE` wants done, the best first")
	cmd.Flags().StringVar(&q.sort, "sort", string(skill.SortRelevance), "by `KEY`: "+strings.Join(wordsOf(skill.Orders()), ", "))
	offer(cmd, "sort", wordsOf(skill.Orders()))
	cmd.Flags().BoolVar(&q.all, "all", false, "with those that are shadowed, hidden or disabled, as in the browser")
	cmd.Flags().BoolVar(&q.asJSON, "json", false, "as JSON")
	return cmd
}

// queryHelp is the query language in short.
const queryHelp = `All parts of a query have to hold:
  word  "two words"     in the name, the label or the description, in any order
  'word  ^start  end$   exactly so; the name begins, ends so
  !word  this|that      not there; one of them
  name: desc: body:     only there
  source:user           where it comes from; is:shadowed, what became of it;
                        has:args, commands, files or problems; tool:Bash`

// A listing is what somebody wants listed: what matches the query, or fits the task,
// or everything when both are empty.
type listing struct {
	query, task string
	sort        string
	all, asJSON bool
}

func (a *app) list(ctx context.Context, q listing) error {
	l, o, err := a.listed(ctx)
	if err != nil {
		return err
	}
	r := q.choose(ctx, l.Host, l.Listed())
	if ctx.Err() != nil {
		return wrong("looking for skills: %v", ctx.Err())
	}
	rankedBy := r.by
	if order := skill.Order(q.sort); order != skill.SortRelevance {
		sorted := make([]*skill.Skill, len(r.skills))
		for i, from := range order.Sort(r.skills) {
			sorted[i] = r.skills[from]
		}
		r.skills, rankedBy = sorted, q.sort
	}
	if q.asJSON {
		return a.printJSON(listJSON{envelope(l.Host), rankedBy, skillViews(r.skills, tokensOf(l.Listing(o)))})
	}
	for _, note := range r.notes {
		a.remark("%s", note)
	}
	switch fit := explain.Fit(r.hits); {
	case fit == "" || q.task != "" && r.hits[0].Tier != search.Distant:
	case q.task != "":
		a.remark("%s", fit)
	case len(r.left) > 0:
		a.remark("no skill that can be called has all these words; %s", fit)
	default:
		a.remark("no skill has all these words; %s", fit)
	}
	table(a.out, a.width, skillRows(r.skills, skill.Order(q.sort), time.Now()))
	a.remarkOnList(l, q, r)
	return nil
}

// A ranking is the skills to list and how they were found, what they are ordered by, what
// is left out, and what of the query was not taken as it may have been meant.
type ranking struct {
	skills []*skill.Skill
	hits   []search.Hit
	by     string // byName, byWords, byMeaning or byBoth
	omitted
	notes []string
}

// An omitted counts what was found and isn't listed.
type omitted struct {
	left    map[skill.State]int // of the person's
	shipped int                 // hidden, of what ships with knack
}

const (
	byName    = "name"              // all, as a person reads them
	byWords   = "words"             // those with all words of the query, the best match first
	byMeaning = "meaning"           // those with words of the same meaning, the best fit first
	byBoth    = "words and meaning" // the first where words are misspelt, then the others
)

// choose gives what is asked for and, where nothing to list has all words of the query
// as they were typed, what comes closest by meaning.
func (q listing) choose(ctx context.Context, host *skill.Host, listed []*skill.Skill) ranking {
	fits := skill.Fits(listed)
	fitting := func(query search.Query, task string) ([]search.Hit, omitted) {
		hits, _ := skill.NewMeanings(listed).Rank(ctx, task)
		return q.pick(listed, query.Filter(hits, fits))
	}
	if q.task != "" {
		hits, out := fitting(search.Query{}, q.task)
		r := rankingOf(listed, search.Join(nil, hits), out)
		r.by = byMeaning
		return r
	}
	query, index := search.Parse(q.query), skill.NewIndex(listed)
	q.all = q.all || query.Asks("is")
	hits := index.Find(query, fits)
	if query.InFiles() {
		hits, _ = skill.Inspect(ctx, host, query, listed, hits)
	}
	hits, out := q.pick(listed, hits)
	if task := index.Task(query); task != "" && query.Weak(hits) {
		meant, _ := fitting(query, task)
		hits = search.Join(hits, meant)
	}
	r := rankingOf(listed, hits, out)
	if query.Empty() {
		r.by = byName
	}
	r.notes = index.Notes(query)
	if query.AsksFor("is", "new") || query.AsksFor("is", "changed") {
		r.notes = append(r.notes, "is:new and is:changed are for the browser: since it was started")
	}
	return r
}

func rankingOf(listed []*skill.Skill, hits []search.Hit, out omitted) ranking {
	r := ranking{hits: hits, by: byWords, omitted: out}
	for _, hit := range hits {
		r.skills = append(r.skills, listed[hit.Entry])
	}
	switch search.ByMeaning(hits) {
	case 0:
	case len(hits):
		r.by = byMeaning
	default:
		r.by = byBoth
	}
	return r
}

// unlisted are the states of skills that are left out of a list unless all are
// asked for.
var unlisted = []skill.State{skill.Shadowed, skill.Hidden, skill.Disabled}

// pick leaves out what isn't listed, and counts the person's of it.
func (q listing) pick(listed []*skill.Skill, hits []search.Hit) (picked []search.Hit, out omitted) {
	out.left = map[skill.State]int{}
	for _, hit := range hits {
		switch k := listed[hit.Entry]; {
		case q.all || !slices.Contains(unlisted, k.State):
			picked = append(picked, hit)
		case k.Source != skill.Bundled:
			out.left[k.State]++
		case k.State == skill.Hidden:
			out.shipped++
		}
	}
	return picked, out
}

// skillRows gives the cells of the plain list: what is called how and from where, what
// it is sorted by, what became of it, what it says.
func skillRows(skills []*skill.Skill, by skill.Order, now time.Time) [][]safe.Text {
	rows := make([][]safe.Text, len(skills))
	for i, k := range skills {
		state, says := "", k.Description
		if k.State != skill.Active {
			state = string(k.State)
		}
		if k.Marked() {
			state = strings.TrimLeft(state+" !", " ")
		}
		if k.State == skill.Broken || k.State == skill.Disabled {
			says = cmp.Or(k.Reason, says)
		}
		rows[i] = []safe.Text{safe.Line(k.ID), safe.Line(string(k.Source)), explain.Sorted(by, k, now), safe.Line(state), safe.Line(says)}
	}
	if by == skill.SortSize || by == skill.SortTokens {
		alignRight(rows, 2)
	}
	return rows
}

// marked counts the rows with a mark.
func marked(skills []*skill.Skill) int {
	n := 0
	for _, k := range skills {
		if k.Marked() {
			n++
		}
	}
	return n
}

// remarkOnList says on stderr what the list doesn't show, so that nothing is
// missing in silence.
func (a *app) remarkOnList(l *skill.Library, q listing, r ranking) {
	switch {
	case len(r.skills) > 0 || len(r.left) > 0 || r.shipped > 0:
	case q.query != "":
		a.remark("no skill matches %s", q.query)
	case q.task != "":
		a.remark("no skill fits %s", q.task)
	}
	var not []string
	for _, state := range unlisted {
		if n := r.left[state]; n > 0 {
			not = append(not, fmt.Sprintf("%d %s", n, state))
		}
	}
	if len(not) > 0 {
		a.remark("%s of yours not shown; --all shows them", strings.Join(not, ", "))
	}
	if text := shipped(r); text != "" {
		a.remark("%s", text)
	}
	if faulty := marked(r.skills); faulty > 0 {
		a.remark("! marks %d of these %d with something wrong in the file; knack why NAME says what", faulty, len(r.skills))
	}
	if q.query != "" || q.task != "" {
		return
	}
	a.remarkSources(sourceProblems(l))
	if l.Own() == 0 {
		a.remark("no skills of yours yet; put one in %s", explain.UserPlace(l, "NAME"))
	}
}

// shipped says of what ships with knack that it isn't the agent's, and that some of it is
// left out; "" where there is none.
func shipped(r ranking) string {
	n := 0
	for _, k := range r.skills {
		if k.Source == skill.Bundled {
			n++
		}
	}
	text := fmt.Sprintf("the %d bundled ones ship with knack; your agent doesn't have them", n)
	if n == 1 {
		text = "the bundled one ships with knack; your agent doesn't have it"
	}
	switch {
	case n == 0 && r.shipped == 0:
		return ""
	case n == 0 && r.shipped == 1:
		return "1 that ships with knack not shown, as it is hidden; --all shows it"
	case n == 0:
		return fmt.Sprintf("%d that ship with knack not shown, as they are hidden; --all shows them", r.shipped)
	case r.shipped == 1:
		text += "; 1 more is hidden, and --all shows it"
	case r.shipped > 1:
		text += fmt.Sprintf("; %d more are hidden, and --all shows them", r.shipped)
	}
	return text
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

// remarkSources says how many problems the sources have.
func (a *app) remarkSources(n int) {
	if n == 1 {
		a.remark("1 problem in the sources; knack sources shows it")
	} else if n > 1 {
		a.remark("%d problems in the sources; knack sources shows them", n)
	}
}
