package tui

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
)

// listed brings what the model is told of a library's skills before it calls one, and
// what they cost.
type listed struct {
	library *skill.Library
	options skill.ListingOptions
	cost    skill.Cost
}

// listSkills works that out for the library shown, once, when a tab is open that shows
// some of it.
func (m *model) listSkills() tea.Cmd {
	shows := m.detail.tab == tabModel || m.detail.tab == tabDetails
	if !shows || m.told.library == m.library || m.opt.Listing == nil || m.loading {
		return nil
	}
	library, options := m.library, m.opt.Listing
	return func() tea.Msg {
		o := options()
		return listed{library, o, library.Cost(o)}
	}
}

func (m *model) onListed(msg listed) tea.Cmd {
	m.told = msg
	m.layDetail()
	return nil
}

// roomyPage is from how many lines on the sections of the Model tab stand apart.
const roomyPage = 16

// modelLines is what the model knows of the skill before it is called, what the skill
// costs among all others, and what becomes of that in a long conversation.
func (m *model) modelLines(k *skill.Skill, width int) []textLine {
	s, sh := m.styles, sheet{width: width, tight: m.detail.height < roomyPage}
	entry, ok := m.entryOf(k)
	if !ok {
		sh.add(seg{s.dim, safe.Lit("working out what the model is told…")})
		return sh.lines
	}
	sh.section(s, safe.Format("What %s tells the model of it", m.library.Host.Title))
	if entry.Line == "" {
		sh.flow(seg{}, s.dim, safe.Lit("nothing"))
	}
	for line := range strings.Lines(entry.Line) {
		sh.flow(seg{}, s.plain, safe.Line(strings.TrimSuffix(line, "\n")))
	}
	if entry.Reason != "" {
		sh.flow(seg{s.warn, safe.Format("%s: ", string(entry.Shown))}, s.plain, safe.Line(entry.Reason))
	}
	m.costLines(&sh, k)
	m.budgetLines(&sh)
	m.laterLines(&sh, k)
	sh.section(s, safe.Lit("How the model calls it"))
	sh.flow(seg{}, s.plain, safe.Line(call(k.ID, m.args[k.Key])))
	m.doubtLines(&sh)
	return sh.lines
}

// entryOf finds what the listing says of a skill.
func (m *model) entryOf(k *skill.Skill) (skill.Entry, bool) {
	if m.told.library == m.library {
		for _, e := range m.told.cost.Listing.Entries {
			if e.Skill.Key == k.Key {
				return e, true
			}
		}
	}
	return skill.Entry{}, false
}

// costLines sets the cost of a skill beside that of its source and of all.
func (m *model) costLines(sh *sheet, k *skill.Skill) {
	s, c := m.styles, &m.told.cost
	type row struct{ what, line, text safe.Text }
	rows := []row{{safe.Lit("What it costs, in tokens"), safe.Lit("line"), safe.Lit("text")}}
	one, counts := c.Of(k)
	if counts {
		rows = append(rows, row{safe.Lit("this skill"), tokens(one.LineTokens()), tokens(one.TextTokens())})
	}
	if counts && m.doc.ready && m.args[k.Key] != "" {
		rows = append(rows, row{safe.Lit("its prompt as filled in"), safe.Text{}, tokens(skill.Tokens(len(m.doc.prompt.Text)))})
	}
	if of := c.OfSource(k.Source); of.Skills > 0 && of.Skills < c.All.Skills {
		rows = append(rows, row{safe.Format("all %d of source %s", of.Skills, string(k.Source)), tokens(of.LineTokens()), tokens(of.TextTokens())})
	}
	if c.All.Skills > 0 {
		rows = append(rows, row{safe.Format("all %d that can be called", c.All.Skills), tokens(c.All.LineTokens()), tokens(c.All.TextTokens())})
	}
	if !counts && len(rows) == 1 {
		rows = nil
	}
	sh.gap()
	var what, line, text int
	for _, r := range rows {
		what, line, text = max(what, r.what.Width()), max(line, r.line.Width()), max(text, r.text.Width())
	}
	const between = 2
	place := safe.Text{}
	if counts && c.All.Skills > 1 {
		place = safe.Format("%s of %d", placeOf(one.Place), c.All.Skills)
	}
	beside := what+line+text+3*between+place.Width() <= sh.width
	for i, r := range rows {
		head, cell := s.dim, s.plain
		switch {
		case i == 0:
			head, cell = s.heading, s.dim
		case i == 1 && counts:
			head, cell = s.plain, s.bold
		}
		segs := []seg{
			{head, r.what}, {cell, blanks(what - r.what.Width() + between + line - r.line.Width())}, {cell, r.line},
			{cell, blanks(between + text - r.text.Width())}, {cell, r.text},
		}
		if i == 1 && beside {
			segs = append(segs, seg{s.dim, safe.Join("", blanks(between), place)})
		}
		sh.add(segs...)
	}
	switch {
	case !counts && k.Source == skill.Bundled:
		sh.flow(seg{}, s.dim, safe.Lit("It ships with knack, and so it costs nothing."))
	case !counts:
		sh.flow(seg{}, s.dim, safe.Lit("It can't be called, and so it costs nothing."))
	case !beside:
		sh.flow(seg{}, s.dim, safe.Format("its text is the %s", place))
	}
}

// blanks is a gap of n cells.
func blanks(n int) safe.Text { return safe.Line(strings.Repeat(" ", max(n, 0))) }

// placeOf words a place among texts from the longest on.
func placeOf(n int) string {
	end := "th"
	switch {
	case n == 1:
		return "longest"
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		end = "st"
	case n%10 == 2:
		end = "nd"
	case n%10 == 3:
		end = "rd"
	}
	return strconv.Itoa(n) + end + " longest"
}

// narrowestBar is the fewest cells that show a part beside its number; widestBar are
// enough.
const (
	narrowestBar = 12
	widestBar    = 30
)

// budgetLines says how full the listing is, with all skills.
func (m *model) budgetLines(sh *sheet) {
	s, l, h := m.styles, &m.told.cost.Listing, m.library.Host
	lead := seg{s.heading, safe.Lit("Budget of all lines  ")}
	if !sh.tight {
		sh.section(s, safe.Lit("The budget for the lines of all skills"))
		lead.text = safe.Text{}
	}
	if h.Listing == nil {
		sh.flow(lead, s.dim, safe.Format("How %s lists its skills is not known; the line is a plain one.", h.Title))
		return
	}
	rule := safe.Format("seen on %s, %s", h.Seen, h.Date)
	if from := m.told.options.BudgetFrom; from != "" {
		rule = safe.Format("%s; %s", from, rule)
	}
	if l.Rule != "" {
		rule = safe.Format("%s; %s", l.Rule, rule)
	}
	takes := safe.Format("%d characters", l.Characters)
	if l.Budget > 0 {
		look := s.value
		if l.Wanted > l.Budget {
			look = s.warn
		}
		takes = safe.Format("%d of %d characters", l.Characters, l.Budget)
		if room := sh.width - lead.text.Width() - takes.Width() - 2; room >= narrowestBar {
			sh.add(lead, seg{look, m.bar(l.Wanted, l.Budget, min(room, widestBar))}, seg{s.plain, safe.Format("  %s", takes)})
		} else {
			sh.flow(lead, s.plain, takes)
			sh.add(seg{look, m.bar(l.Wanted, l.Budget, sh.width)})
		}
	} else {
		sh.flow(lead, s.plain, takes)
	}
	switch {
	case l.Budget > 0 && l.Characters > l.Budget:
		sh.flow(seg{}, s.plain, safe.Format("in full they would take %d; names stay even where they don't fit", l.Wanted))
	case l.Wanted != l.Characters:
		sh.flow(seg{}, s.plain, safe.Format("in full they would take %d", l.Wanted))
	}
	sh.flow(seg{}, s.dim, rule)
}

// doubtLines says what of all that is not certain.
func (m *model) doubtLines(sh *sheet) {
	s := m.styles
	for i, unverified := range m.told.cost.Listing.Unverified {
		if i == 0 {
			sh.section(s, safe.Lit("What is not certain"))
		}
		sh.flow(seg{s.dim, safe.Lit("- ")}, s.dim, safe.Line(unverified))
	}
}

// laterLines says what becomes of the listing, and of the text once it was called, as a
// conversation goes on; nothing where that isn't known.
func (m *model) laterLines(sh *sheet, k *skill.Skill) {
	s, h := m.styles, m.library.Host
	if h.Telling == nil && h.Compaction == nil {
		return
	}
	sh.section(s, safe.Lit("What it is told later in a conversation"))
	var facts []fact
	var unknown, from []string
	if t := h.Telling; t != nil {
		for _, at := range []struct {
			when string
			*skill.Moment
		}{
			{"on a later turn", t.Later}, {"after a change on disk", t.Change},
			{"on resuming", t.Resume}, {"after a compaction", t.Compaction},
		} {
			if at.Moment == nil {
				unknown = append(unknown, at.when)
				continue
			}
			facts = append(facts, fact{at.when, m.toldThen(at.Moment), true})
			if source := sourceOf(at.Moment); source != "" && !slices.Contains(from, source) {
				from = append(from, source)
			}
		}
	}
	if c := h.Compaction; c != nil {
		facts = append(facts, fact{"the text, once called", m.survives(k, c), true})
	}
	if len(unknown) > 0 && h.Telling != nil {
		facts = append(facts, fact{"not known", strings.Join(unknown, ", "), true})
	}
	sh.table(s, facts)
	if h.Telling != nil && h.Telling.PerAgent {
		sh.flow(seg{}, s.dim, safe.Lit("Each agent of a conversation is told on its own."))
	}
	if len(from) > 0 {
		sh.flow(seg{}, s.dim, safe.Format("known from %s", strings.Join(from, ", ")))
	}
}

// toldThen words what is told at a moment.
func (m *model) toldThen(at *skill.Moment) string {
	var says safe.Text
	switch all := m.told.cost.All; at.Tells {
	case skill.TellsAll:
		says = safe.Format("all %d lines again, %s tokens", all.Listed, tokens(all.LineTokens()))
	case skill.TellsNews:
		says = safe.Lit("only lines new to it")
	case skill.TellsNothing:
		says = safe.Lit("no lines")
	}
	if at.Forgets {
		says = safe.Format("%s; those before are gone", says)
	}
	return says.String()
}

// sourceOf says where a moment is known from.
func sourceOf(at *skill.Moment) string {
	text := at.From
	if at.Seen != "" {
		text += ", " + at.Seen
	}
	if at.Unverified {
		text += ", not verified"
	}
	return text
}

// survives says how much of the skill's text a compaction leaves.
func (m *model) survives(k *skill.Skill, c *skill.Compaction) string {
	prompt := skill.Tokens(k.BodyBytes)
	if m.doc.key == k.Key && m.doc.ready {
		prompt = skill.Tokens(len(m.doc.prompt.Text))
	}
	kept := c.Survives([]int{prompt})[0]
	says := safe.Lit("all of it stays after a compaction")
	if kept < prompt {
		says = safe.Format("its first ~%d tokens stay after a compaction", kept)
	}
	if c.All > 0 {
		says = safe.Format("%s, if skills called later leave room in %d", says, c.All)
	}
	return says.String()
}

// bar is filled as far as part is of whole.
func (m *model) bar(part, whole, width int) safe.Text {
	full, empty := "█", "░"
	if m.opt.ASCII {
		full, empty = "#", "."
	}
	n := min(part*width/max(whole, 1), width)
	return safe.Line(strings.Repeat(full, n) + strings.Repeat(empty, width-n))
}

// tokens is a number of tokens for a table, nothing for none.
func tokens(n int) safe.Text {
	switch {
	case n == 0:
		return safe.Text{}
	case n >= 1000:
		return safe.Format("~%.1fk", float64(n)/1000)
	}
	return safe.Format("~%d", n)
}

// call is the input of the tool by which a model calls skills.
func call(id, args string) string {
	input := map[string]string{"skill": id}
	if args != "" {
		input["args"] = args
	}
	text, err := json.Marshal(input)
	if err != nil {
		return "" // texts always have a JSON form
	}
	return "Skill " + string(text)
}
