package tui

import (
	"strings"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
)

// The source stands in a column of its own at the right end of a row; "add-dir "
// and its like fit into it.
const sourceColumn = 8

// drawRow draws line i of a row of the list.
func (m *model) drawRow(c *canvas, row, i int) {
	s := m.styles
	entry := m.hits[row].Entry
	k := m.listed[entry]
	here := row == m.list.cursor
	query := m.marksOf(m.hits[row])
	m.drawMarker(c, here)
	if m.layout.rowLines == 1 {
		m.drawShortRow(c, k, here, query, m.passages[entry])
		return
	}
	if i == 0 {
		state, stateLook := m.stateWord(k)
		if m.hides(k) > 0 {
			state = safe.Format("%s ·", state) // else it reads as so many of the source
		}
		right := sourceColumn + 1
		mark, sorted, fault := m.newsOf(k).word(), m.sortWord(k), faultMark(k)
		for _, word := range []safe.Text{sorted, mark, state, fault} {
			if word.Width() > 0 {
				right += word.Width() + 1
			}
		}
		m.drawName(c, k, here, c.left-right, query)
		if sorted.Width() > 0 {
			c.put(s.dim, sorted)
			c.blank(1)
		}
		if mark.Width() > 0 {
			c.put(m.styles.accent, mark)
			c.blank(1)
		}
		if state.Width() > 0 {
			c.put(stateLook, state)
			c.blank(1)
		}
		if fault.Width() > 0 {
			c.put(s.warn, fault)
			c.blank(1)
		}
		c.put(s.dim, safe.Line(string(k.Source)))
		return
	}
	c.blank(1)
	m.drawSaying(c, k, query, m.passages[entry])
}

// marksOf gives what to mark in the row of a hit.
func (m *model) marksOf(h search.Hit) search.Query {
	if h.Tier >= search.Meaning {
		return m.meant
	}
	return m.marks.Within(h.Tier)
}

func (m *model) drawMarker(c *canvas, here bool) {
	switch {
	case !here:
		c.blank(1)
	case m.opt.ASCII:
		c.put(m.styles.marker, safe.Lit(">"))
	default:
		c.put(m.styles.marker, safe.Lit("▌"))
	}
}

// drawShortRow has name, source and description on one line.
func (m *model) drawShortRow(c *canvas, k *skill.Skill, here bool, query search.Query, passage string) {
	m.drawName(c, k, here, min(c.left/3, 28), query)
	c.blank(1)
	source := safe.Line(string(k.Source))
	c.put(m.styles.dim, source)
	c.blank(sourceColumn + 1 - source.Width())
	if sorted := m.sortWord(k); sorted.Width() > 0 {
		c.put(m.styles.dim, safe.Format("%s · ", sorted))
	}
	if mark := m.newsOf(k).word(); mark.Width() > 0 {
		c.put(m.styles.accent, mark)
		c.put(m.styles.dim, safe.Lit(" · "))
	}
	if state, look := m.stateWord(k); state.Width() > 0 {
		c.put(look, state)
		c.put(m.styles.dim, safe.Lit(" · "))
	}
	if fault := faultMark(k); fault.Width() > 0 {
		c.put(m.styles.warn, fault)
		c.put(m.styles.dim, safe.Lit(" · "))
	}
	m.drawSaying(c, k, query, passage)
}

// drawName fills width cells with the name.
func (m *model) drawName(c *canvas, k *skill.Skill, here bool, width int, query search.Query) {
	look := m.styles.bold
	switch {
	case here:
		look = m.styles.selected
	case k.State != skill.Active:
		look = m.styles.plain
	}
	rest := c.left - width
	c.left = max(width-1, 0)
	id := oneLine(k.ID)
	m.drawMatched(c, id, query.Highlight(id, search.Name), look, m.styles.match)
	c.end()
	c.left = rest + 1
	c.blank(1)
}

// drawSaying says what the skill is for, or why it can't be used. Where the query found
// something else than that, it says what: passage is a line of the text that shows it.
func (m *model) drawSaying(c *canvas, k *skill.Skill, query search.Query, passage string) {
	s := m.styles
	if k.State == skill.Broken {
		c.put(s.warn, safe.Line(k.Reason))
		return
	}
	if k.Name != "" && k.Name != k.ID && !strings.HasSuffix(k.ID, ":"+k.Name) {
		name := oneLine(k.Name)
		m.drawMatched(c, name, query.Highlight(name, search.Name), s.plain, s.matchDim)
		c.put(s.dim, safe.Lit(": "))
	}
	text, ranges := oneLine(k.Description), []search.Range(nil)
	if !query.Empty() {
		lead := safe.Text{}
		text, ranges, lead = saying(k, query, passage)
		c.put(s.dim, lead)
	}
	if from := window(text, ranges, c.left); from > 0 {
		c.put(s.dim, safe.Lit("…"))
		text, ranges = text[from:], moveBack(ranges, from)
	}
	m.drawMatched(c, text, ranges, s.dim, s.matchDim)
}

// saying chooses what a row says of a skill, with what is marked in it: the description,
// or else when to use it, or a passage of its text, if only that is marked.
func saying(k *skill.Skill, query search.Query, passage string) (text string, ranges []search.Range, lead safe.Text) {
	text = oneLine(k.Description)
	ranges = query.Highlight(text, search.Description)
	switch {
	case passage != "" && (query.InFiles() || len(ranges) == 0):
		passage = oneLine(passage)
		return passage, query.Highlight(passage, search.Body), safe.Lit("text: ")
	case len(ranges) > 0 || k.WhenToUse == "":
		return text, ranges, safe.Text{}
	}
	when := oneLine(k.WhenToUse)
	if marks := query.Highlight(when, search.Description); len(marks) > 0 {
		return when, marks, safe.Lit("when to use: ")
	}
	return text, nil, safe.Text{}
}

// drawMatched draws text, which is one line, with ranges of it in another look.
func (m *model) drawMatched(c *canvas, text string, ranges []search.Range, look, match style) {
	if text == "" {
		return
	}
	if cut := fittingBytes(text, c.left); len(ranges) == 0 || ranges[0].Start >= cut {
		c.put(look, safe.Line(text))
		return
	}
	whole := safe.Line(text)
	room := c.left
	over := whole.Width() > room
	if over {
		c.left-- // for the sign that something is cut
	}
	at := 0
	for _, r := range ranges {
		c.putHard(look, safe.Line(text[at:r.Start]))
		c.putHard(match, safe.Line(text[r.Start:r.End]))
		at = r.End
	}
	c.putHard(look, safe.Line(text[at:]))
	if over {
		c.left++
		c.put(look, safe.Lit("…"))
	}
}

// oneLine folds white space that would break a row. Most texts have none and are
// returned as they are.
func oneLine(text string) string {
	if !strings.ContainsAny(text, "\n\t\r") && !strings.Contains(text, "  ") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// fittingBytes is a bound for how much of text can be seen in width cells.
func fittingBytes(text string, width int) int {
	if len(text) <= width {
		return len(text)
	}
	return min(len(text), width*4)
}

// stateWord is what a row says besides its source. An active skill that hides
// nothing says nothing.
func (m *model) stateWord(k *skill.Skill) (safe.Text, style) {
	s := m.styles
	switch n := m.hides(k); {
	case k.State == skill.Broken:
		return safe.Lit("broken"), s.warn
	case k.State != skill.Active:
		return safe.Line(string(k.State)), s.dim
	case n > 0:
		return safe.Format("hides %d", n), s.dim
	}
	return safe.Text{}, s.dim
}

// hides counts the copies that a skill hides, of one that is active. Those that ship with
// knack are no loss to anybody who has a skill of that name.
func (m *model) hides(k *skill.Skill) (n int) {
	if k.State != skill.Active {
		return 0
	}
	for _, key := range k.Shadows {
		if hidden, ok := m.library.ByKey(key); ok && hidden.Source != skill.Bundled {
			n++
		}
	}
	return n
}

// faultMark marks what has something wrong in its file.
func faultMark(k *skill.Skill) safe.Text {
	if !k.Marked() {
		return safe.Text{}
	}
	return safe.Lit("!")
}
