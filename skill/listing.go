package skill

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ListingRules say what a host tells the model of its skills before any is called.
// Characters are Unicode's.
type ListingRules struct {
	// Head stands before the lines.
	Head string `yaml:"head"`
	// Line is a skill's line: {name}, {description} and {path} are filled in, and the
	// description has when_to_use behind it. NameOnly is the line without one.
	Line     string `yaml:"line"`
	NameOnly string `yaml:"name-only"`
	// Joiner stands between description and when_to_use.
	Joiner string `yaml:"joiner"`
	// SingleLine: blanks and line breaks of a description become one blank each.
	SingleLine bool `yaml:"single-line"`
	// Entry limits one description, when_to_use included, Budget all lines with their
	// line breaks. Ellipsis ends a description that Entry cut, and counts.
	Entry    EntryLimit    `yaml:"entry"`
	Ellipsis string        `yaml:"ellipsis"`
	Budget   ListingBudget `yaml:"budget"`
	// Over says what gives way when the lines don't fit.
	Over Over `yaml:"over"`
	// Unverified is what of the listing is not known for certain, OverUnverified what of
	// it matters only when the lines don't fit; "" for nothing.
	Unverified     string `yaml:"unverified"`
	OverUnverified string `yaml:"over-unverified"`
}

// An EntryLimit is the most characters of one description, 0 for any number, and the
// key of the settings that changes it.
type EntryLimit struct {
	Characters int    `yaml:"characters"`
	Setting    string `yaml:"setting"`
}

// A ListingBudget is the most characters of all lines: Percent of the context window,
// or Characters where that isn't known; 0 is no limit. Setting is the key of the
// settings with another share of the window, between 0 and 1, Env the variable with
// another number of characters.
type ListingBudget struct {
	Percent    float64 `yaml:"percent"`
	Characters int     `yaml:"characters"`
	Setting    string  `yaml:"setting"`
	Env        string  `yaml:"env"`
}

// Over says what gives way when the lines of a listing don't fit.
type Over string

const (
	// DropDescriptions: whole descriptions, of the last skills first. Names stay, even
	// when they don't fit either. So does "".
	DropDescriptions Over = "drop-descriptions"
	// ShortenAll: all descriptions are cut to one length; when that is none, the last
	// skills go.
	ShortenAll Over = "shorten-all"
)

// plainListing is the form of a listing whose host's own is not known.
var plainListing = ListingRules{Line: "- {name}: {description}", NameOnly: "- {name}", Joiner: " - "}

func (r *ListingRules) check() error {
	switch {
	case r == nil:
		return nil
	case !strings.Contains(r.Line, "{name}") || !strings.Contains(r.Line, "{description}"):
		return at(fmt.Errorf("line %q has to name {name} and {description}", r.Line), "line")
	case !strings.Contains(r.NameOnly, "{name}"):
		return at(fmt.Errorf("name-only %q has to name {name}", r.NameOnly), "name-only")
	case r.Entry.Characters < 0 || r.Budget.Characters < 0 || r.Budget.Percent < 0 || r.Budget.Percent > 100:
		return at(errors.New("entry and budget are numbers of characters, and percent is from 0 to 100"), "budget")
	}
	for key, line := range map[string]string{"line": r.Line, "name-only": r.NameOnly} {
		if err := checkTemplate(line, "{name}", "{description}", "{path}"); err != nil {
			return at(err, key)
		}
	}
	return oneOf("over", r.Over, DropDescriptions, ShortenAll)
}

// ListingOptions are what a listing depends on besides the skills. The zero value is
// the host as it comes, with a window of unknown size.
type ListingOptions struct {
	// Window is the size of the context window in tokens.
	Window int
	// Share is the share of the window for all lines, Entry the most characters of one
	// description, Budget those of all lines, whatever the window. 0 is what the host
	// has.
	Share         float64
	Entry, Budget int
	// EntryFrom says who wants another Entry, BudgetFrom another Share or Budget.
	EntryFrom, BudgetFrom string
	// Bundled: what ships with knack is listed as well.
	Bundled bool
}

// From says who wants anything otherwise than the host, "" for nobody.
func (o ListingOptions) From() string {
	if o.EntryFrom != "" && o.BudgetFrom != "" {
		return o.EntryFrom + ", " + o.BudgetFrom
	}
	return o.EntryFrom + o.BudgetFrom
}

// ReadListingOptions finds what the settings and the environment say of the listing. A
// value that is no number above 0 is none.
func ReadListingOptions(h *Host, env Env) ListingOptions {
	var o ListingOptions
	if h.Listing == nil {
		return o
	}
	s := readSettings(h, env)
	entry, entryFrom := s.number(h.Listing.Entry.Setting)
	if entry >= 1 {
		o.Entry, o.EntryFrom = int(entry), fmt.Sprintf("%s in %s", h.Listing.Entry.Setting, entryFrom)
	}
	budget := h.Listing.Budget
	if n, err := strconv.Atoi(env.getenv(budget.Env)); err == nil && n > 0 {
		o.Budget, o.BudgetFrom = n, budget.Env
	} else if share, file := s.number(budget.Setting); file != "" && share <= 1 {
		o.Share, o.BudgetFrom = share, fmt.Sprintf("%s in %s", budget.Setting, file)
	}
	return o
}

// A Listing is what the model is told of the skills before any is called.
type Listing struct {
	Head string
	// Entries has one for each skill of the library, in rank order.
	Entries []Entry
	// EntryLimit is the most characters of one description, 0 for any number.
	EntryLimit int
	// Budget is the most characters the lines may take, line breaks included, 0 for any
	// number; Rule says in words where it comes from, "" when it was asked for as a number.
	Budget int
	Rule   string
	// Characters is what the lines take, Wanted what they would without a budget.
	Characters, Wanted int
	// Unverified is what of it is not known for certain.
	Unverified []string
}

// An Entry is what the listing says of one skill.
type Entry struct {
	Skill *Skill
	Shown Shown
	// Line is the line without its line break, "" when absent.
	Line string
	// Cut is the number of characters of the description that are shown, when it is
	// shortened.
	Cut int
	// Reason says why it isn't shown in full.
	Reason string

	text string // of the line, before the budget
}

// Shown is how much of a skill a listing shows.
type Shown string

const (
	InFull    Shown = "full"
	Shortened Shown = "shortened"
	NamedOnly Shown = "name-only"
	Absent    Shown = "absent"
)

// Listing works out what the model is told. Where the host's own form is not known
// (Host.Listing is nil) it has a plain one without limits.
func (l *Library) Listing(o ListingOptions) Listing {
	rules := &plainListing
	if l.Host.Listing != nil {
		rules = l.Host.Listing
	}
	list := Listing{Head: rules.Head, EntryLimit: rules.Entry.of(o)}
	for _, k := range l.Skills {
		list.Entries = append(list.Entries, l.entry(rules, o, k))
	}
	list.Budget, list.Rule = rules.Budget.of(o)
	list.Wanted = list.size()
	list.remark(rules.Unverified)
	if list.Budget > 0 && list.Wanted > list.Budget {
		list.fit(rules)
		list.remark(rules.OverUnverified)
	}
	list.remark(list.cutByComments())
	list.Characters = list.size()
	return list
}

func (l *Listing) remark(unverified string) {
	if unverified != "" {
		l.Unverified = append(l.Unverified, unverified)
	}
}

// cutByComments names the skills of whose description a strict reader of YAML takes a part
// for a comment, and knack doesn't.
func (l *Listing) cutByComments() string {
	var ids []string
	for _, e := range l.Entries {
		if (e.Shown == InFull || e.Shown == Shortened) && slices.ContainsFunc(e.Skill.Problems, func(p Problem) bool { return p.Code == "yaml-comment-cut" }) {
			ids = append(ids, e.Skill.ID)
		}
	}
	if len(ids) == 0 {
		return ""
	}
	return "the text behind a # in the description of " + strings.Join(ids, ", ")
}

// Lines gives the lines of the listing, each with its line break.
func (l Listing) Lines() string {
	var b strings.Builder
	for _, e := range l.Entries {
		if e.Shown != Absent {
			b.WriteString(e.Line + "\n")
		}
	}
	return b.String()
}

// Text is the whole of the listing, "" when there is nothing to list.
func (l Listing) Text() string {
	lines := l.Lines()
	if lines == "" {
		return ""
	}
	return l.Head + lines
}

// Bare is how many lines there are where the budget has left no description in any, 0
// where it has.
func (l Listing) Bare() int {
	if l.Wanted == l.Characters {
		return 0
	}
	bare := 0
	for _, e := range l.Entries {
		switch e.Shown {
		case InFull, Shortened:
			return 0
		case NamedOnly:
			bare++
		}
	}
	return bare
}

// Tokens estimates what a line costs.
func (e Entry) Tokens() int { return Tokens(len(e.Line)) }

// entry is what is said of a skill as long as everything fits.
func (l *Library) entry(rules *ListingRules, o ListingOptions, k *Skill) Entry {
	e := Entry{Skill: k}
	seen := k.AsRead()
	switch absent := l.unlisted(k, seen, o); {
	case absent != "":
		e.Shown, e.Reason = Absent, absent
		return e
	case k.Override.Value == NameOnly:
		e.nameOnly(rules, "the settings say "+NameOnly+", in "+k.Override.From)
		return e
	}
	text := rules.describe(seen)
	if text == "" {
		e.nameOnly(rules, "it has no description")
		return e
	}
	e.text, e.Shown = text, InFull
	if most := rules.Entry.of(o); most > 0 && utf8.RuneCountInString(text) > most {
		e.Shown, e.Cut = Shortened, max(0, most-utf8.RuneCountInString(rules.Ellipsis))
		e.Reason = fmt.Sprintf("the description is longer than %d characters", most)
		e.text = firstCharacters(text, e.Cut) + rules.Ellipsis
	}
	e.Line = rules.line(k, e.text)
	return e
}

// unlisted says why the model isn't told of a skill at all, "" when it is. seen is the
// skill as the host reads it.
func (l *Library) unlisted(k, seen *Skill, o ListingOptions) string {
	switch {
	case k.Source == Bundled && !o.Bundled:
		return NotTheAgents
	case k.State != Active:
		return k.Reason
	case seen.DisableModelInvocation:
		return "disable-model-invocation is true"
	case !seen.ModelInvocable():
		return "the settings say " + UserOnly + ", in " + k.Override.From
	}
	return ""
}

// describe gives what the host says of a skill, uncut.
func (r *ListingRules) describe(seen *Skill) string {
	var parts []string
	for _, text := range []string{seen.Description, seen.WhenToUse} {
		if text = strings.TrimSpace(text); r.SingleLine {
			text = singleLine(text)
		}
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, r.Joiner)
}

// line fills in the line of a skill, by name only without a text.
func (r *ListingRules) line(k *Skill, text string) string {
	form := r.Line
	if text == "" {
		form = r.NameOnly
	}
	return strings.NewReplacer("{name}", k.ID, "{description}", text, "{path}", k.Path).Replace(form)
}

func (e *Entry) nameOnly(rules *ListingRules, reason string) {
	e.Shown, e.Reason, e.text, e.Cut = NamedOnly, reason, "", 0
	e.Line = rules.line(e.Skill, "")
}

func (e EntryLimit) of(o ListingOptions) int {
	if o.Entry > 0 {
		return o.Entry
	}
	return e.Characters
}

// charactersPerToken turns a share of the window into characters: 1 % of 200,000
// tokens are the 8,000 characters that are documented for an unknown window.
const charactersPerToken = 4

// of gives the budget in characters and says where it comes from.
func (b ListingBudget) of(o ListingOptions) (characters int, rule string) {
	share := b.Percent / 100
	if o.Share > 0 {
		share = o.Share
	}
	switch {
	case o.Budget > 0:
		return o.Budget, ""
	case o.Window > 0 && share > 0:
		of := strconv.FormatFloat(math.Round(share*1e6)/1e4, 'f', -1, 64)
		return max(1, int(share*float64(o.Window)*charactersPerToken)), fmt.Sprintf("%s %% of a window of %d tokens", of, o.Window)
	case b.Characters > 0:
		return b.Characters, "for a window of unknown size"
	}
	return 0, "no limit is known"
}

// size is the number of characters of all lines with their line breaks.
func (l Listing) size() int { return utf8.RuneCountInString(l.Lines()) }

// fit cuts the lines down to the budget.
func (l *Listing) fit(rules *ListingRules) {
	if rules.Over == ShortenAll {
		l.shortenAll(rules)
		return
	}
	size := l.size()
	for i := range slices.Backward(l.Entries) {
		e := &l.Entries[i]
		if size <= l.Budget || e.text == "" {
			continue
		}
		size -= utf8.RuneCountInString(e.Line)
		e.nameOnly(rules, "the description doesn't fit in the budget")
		size += utf8.RuneCountInString(e.Line)
	}
}

// shortenAll cuts all descriptions to the greatest length that fits; with none at all
// the lines that still don't fit are left out.
func (l *Listing) shortenAll(rules *ListingRules) {
	longest := 0
	for _, e := range l.Entries {
		longest = max(longest, utf8.RuneCountInString(e.text))
	}
	most := sort.Search(longest, func(n int) bool { return l.shortened(rules, n+1).size() > l.Budget })
	*l = l.shortened(rules, most)
	size := 0
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.Shown == Absent {
			continue
		}
		line := utf8.RuneCountInString(e.Line) + 1
		if size+line > l.Budget {
			*e = Entry{Skill: e.Skill, Shown: Absent, Reason: "it doesn't fit in the budget"}
			continue
		}
		size += line
	}
}

// shortened gives the listing with descriptions of at most n characters.
func (l *Listing) shortened(rules *ListingRules, n int) Listing {
	short := *l
	short.Entries = slices.Clone(l.Entries)
	for i := range short.Entries {
		e := &short.Entries[i]
		switch {
		case utf8.RuneCountInString(e.text) <= n:
		case n == 0:
			e.nameOnly(rules, "the description doesn't fit in the budget")
		default:
			e.Shown, e.Cut, e.Reason = Shortened, n, "the descriptions don't fit in the budget"
			e.Line = rules.line(e.Skill, firstCharacters(e.text, n))
		}
	}
	return short
}

// firstCharacters gives the first n characters of a text.
func firstCharacters(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
