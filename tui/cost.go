package tui

import (
	"strconv"
	"strings"

	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

// A costRow is what something costs: its line, and its text.
type costRow struct{ what, line, text safe.Text }

// costLines sets the cost of a skill beside that of its source and of all.
func (m *model) costLines(sh *sheet, k *skill.Skill) {
	s, c := m.styles, &m.told.cost
	one, counts := c.Of(k)
	var rows []costRow
	if counts {
		rows = append(rows, costRow{safe.Lit("this skill"), tokens(one.LineTokens()), tokens(one.TextTokens())})
	}
	if counts && m.doc.key == k.Key && m.doc.ready && m.args[k.Key] != "" {
		rows = append(rows, costRow{safe.Lit("its prompt as filled in"), safe.Text{}, tokens(skill.Tokens(len(m.doc.prompt.Text)))})
	}
	if of := c.OfSource(k.Source); of.Skills > 1 && of.Skills < c.All.Skills {
		rows = append(rows, costRow{safe.Format("all %d of source %s", of.Skills, string(k.Source)), tokens(of.LineTokens()), tokens(of.TextTokens())})
	}
	if c.All.Skills > 0 {
		rows = append(rows, costRow{safe.Format("all %d that can be called", c.All.Skills), tokens(c.All.LineTokens()), tokens(c.All.TextTokens())})
	}
	var place safe.Text
	if counts && c.All.Skills > 1 {
		place = safe.Format("%s of %d", placeOf(one.Place), c.All.Skills)
	}
	sh.gap()
	fits := m.costTable(sh, rows, place)
	switch {
	case !counts && k.Source == skill.Bundled:
		sh.flow(seg{}, s.dim, safe.Lit("It ships with knack, and so it costs nothing."))
	case !counts:
		sh.flow(seg{}, s.dim, safe.Lit("It can't be called, and so it costs nothing."))
	case !fits:
		sh.flow(seg{}, s.dim, safe.Format("its text is the %s", place))
	}
}

// costTable writes rows below a heading, numbers to the right, and the place of the
// skill beside the first; it gives false where that has no room.
func (m *model) costTable(sh *sheet, rows []costRow, place safe.Text) (fits bool) {
	const between = 2
	s := m.styles
	if len(rows) == 0 {
		sh.add(seg{s.heading, safe.Lit("What it costs")})
		return false
	}
	rows = append([]costRow{{safe.Lit("What it costs, in tokens"), safe.Lit("line"), safe.Lit("text")}}, rows...)
	var what, line, text int
	for _, r := range rows {
		what, line, text = max(what, r.what.Width()), max(line, r.line.Width()), max(text, r.text.Width())
	}
	fits = what+line+text+3*between+place.Width() <= sh.width
	for i, r := range rows {
		head, cell := s.dim, s.plain
		switch {
		case i == 0:
			head, cell = s.heading, s.dim
		case i == 1 && place.Width() > 0:
			head, cell = s.plain, s.bold
		}
		segs := []seg{
			{head, r.what}, {cell, blanks(what - r.what.Width() + between + line - r.line.Width())}, {cell, r.line},
			{cell, blanks(between + text - r.text.Width())}, {cell, r.text},
		}
		if i == 1 && fits {
			segs = append(segs, seg{s.dim, safe.Join("", blanks(between), place)})
		}
		sh.add(segs...)
	}
	return fits
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
	if l.Wanted != l.Characters {
		sh.flow(seg{}, s.plain, safe.Format("In full they would take %d%s.", l.Wanted, m.gaveWay()))
	}
	sh.flow(seg{}, s.dim, m.budgetRule())
}

// gaveWay says what the budget left of the descriptions, where that is nothing.
func (m *model) gaveWay() safe.Text {
	if bare := m.told.cost.Listing.Bare(); bare > 0 {
		return safe.Format(": no description fits, so the model gets the bare names of all %d", bare)
	}
	return safe.Text{}
}

// budgetRule says what the budget is for, who says so, and how to see another.
func (m *model) budgetRule() safe.Text {
	l, h := &m.told.cost.Listing, m.library.Host
	seen := safe.Format("Seen on %s, %s.", h.Seen, h.Date)
	switch from := m.told.options.BudgetFrom; {
	case from != "":
		return safe.Format("The budget is from %s. %s", from, seen)
	case l.Budget == 0:
		return safe.Format("No limit is known. %s", seen)
	}
	return safe.Format("The budget is %s; knack listing --window N takes yours. %s", l.Rule, seen)
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
	if n == 0 {
		return safe.Text{}
	}
	return explain.Tokens(n)
}
