package tui

import (
	"slices"
	"strings"

	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

// A tab is one view of the selected skill.
type tab int

const (
	tabRead tab = iota
	tabPrompt
	tabDetails
	tabModel
	tabCount
)

var tabNames = [tabCount]safe.Text{
	tabRead:    safe.Lit("Read"),
	tabPrompt:  safe.Lit("Prompt"),
	tabDetails: safe.Lit("Details"),
	tabModel:   safe.Lit("Model"),
}

// A detail shows one skill. Its lines are worked out when something changes, not
// when they are drawn.
type detail struct {
	tab    tab
	top    [tabCount]int
	height int
	legend textLine // above the lines, doesn't scroll; Prompt only
	lines  []textLine
	token  int   // the token of the prompt looked at; -1 for none
	spans  []int // the line each span of the prompt begins on

	page  page // the formatted body and the shape it has
	shape shape
	body  int // the line of the Read tab on which it begins
}

func (d *detail) scroll(by int) { d.scrollTo(d.top[d.tab] + by) }

func (d *detail) scrollTo(top int) {
	d.top[d.tab] = max(min(top, len(d.lines)-d.height), 0)
}

// reveal scrolls a line into sight, some lines below the top.
func (d *detail) reveal(line int) {
	if top := d.top[d.tab]; line < top || line >= top+d.height {
		d.scrollTo(line - d.height/3)
	}
}

// detailWidth is what a line of the document may take: a blank stays free on
// either side of the frame.
func (m *model) detailWidth() int { return m.layout.detail.inside().w - 2 }

// detailHead is the line of tabs and the one below it, which holds the legend of
// the Prompt tab.
const detailHead = 2

// layDetail works out the lines of the tab that is shown.
func (m *model) layDetail() {
	d := &m.detail
	m.layForm()
	d.height = max(m.layout.detail.inside().h-detailHead-len(m.form.rows), 0)
	d.legend, d.lines, d.spans = textLine{}, nil, nil
	k, width := m.current(), m.detailWidth()
	if k == nil || width <= 0 {
		return
	}
	switch d.tab {
	case tabRead:
		d.lines = m.readLines(k, width)
	case tabPrompt:
		d.lines = m.promptLines(width)
	case tabDetails:
		d.lines = m.detailsLines(k, width)
	case tabModel:
		d.lines = m.modelLines(k, width)
	}
	m.find.look(d.lines)
	d.scroll(0)
}

// readLines is what a person reads: what the skill is for, its main keys, its text.
func (m *model) readLines(k *skill.Skill, width int) []textLine {
	s := m.styles
	sh := sheet{width: min(width, proseWidth)}
	m.complain(&sh, k, true)
	if k.Description != "" {
		sh.flow(seg{}, s.plain, safe.Line(k.Description))
	}
	if k.WhenToUse != "" {
		sh.blank()
		sh.flow(seg{s.dim, safe.Lit("when to use  ")}, s.plain, safe.Line(k.WhenToUse))
	}
	facts := []fact{
		{"name", k.Name, k.Name != k.ID},
		{"argument-hint", k.ArgumentHint, true},
		{"arguments", strings.Join(k.Arguments, " "), true},
		{"allowed-tools", strings.Join(k.AllowedTools, ", "), true},
		{"model", k.Model, true},
		{"context", k.Context, true},
		{"paths", strings.Join(k.Paths, ", "), true},
	}
	sh.facts(s, facts)
	if len(sh.lines) > 0 {
		sh.add(seg{s.frame, rule(sh.width, m.opt.ASCII)})
	}
	lines := sh.lines
	switch {
	case m.doc.key != k.Key || !m.doc.ready:
		return lines
	case m.doc.err != nil:
		return lines // complain has said why
	case strings.TrimSpace(m.doc.doc.Body) == "":
		sh.lines = nil
		sh.add(seg{s.dim, safe.Lit("The file has no text below its frontmatter.")})
		return append(lines, sh.lines...)
	}
	if m.detail.shape.key != k.Key {
		sh.lines = nil
		sh.add(seg{s.dim, safe.Lit("formatting…")})
		return append(lines, sh.lines...)
	}
	sh.lines = nil
	pg := &m.detail.page
	if pg.why.Width() > 0 {
		sh.flow(seg{s.warn, safe.Lit("! ")}, s.warn, pg.why)
	}
	if pg.hidden.Width() > 0 {
		sh.flow(seg{}, s.warn, safe.Format("%s; Prompt shows everything", pg.hidden))
	}
	if len(sh.lines) > 0 {
		sh.blank()
	}
	lines = append(lines, sh.lines...)
	m.detail.body = len(lines)
	return append(lines, pg.lines...)
}

// proseWidth is how wide running text gets.
const proseWidth = 88

// complain puts what a person must know first on top: why the skill can't be
// called and, unless it is listed elsewhere, what is wrong with it.
func (m *model) complain(sh *sheet, k *skill.Skill, problems bool) {
	s := m.styles
	if k.Reason != "" {
		sh.flow(seg{s.warn, safe.Format("%s: ", string(k.State))}, s.plain, safe.Line(k.Reason))
	}
	if k.Source == skill.Bundled {
		sh.flow(seg{}, s.dim, safe.Lit("Ships with knack; your agent doesn't have it: copy it."))
	}
	for _, p := range k.Problems {
		if p.Severity == skill.Note || k.State == skill.Broken || !problems {
			continue
		}
		sh.flow(seg{s.warn, position(p)}, s.plain, safe.Line(p.Message))
	}
	if unread := explain.Unread(m.library.Host, k); unread != "" && problems {
		sh.flow(seg{s.warn, safe.Lit("! ")}, s.plain, safe.Line(unread))
	}
	if len(sh.lines) > 0 {
		sh.blank()
	}
}

func position(p skill.Problem) safe.Text {
	if p.Line == 0 {
		return safe.Lit("! ")
	}
	return safe.Format("! line %d: ", p.Line)
}

func rule(width int, ascii bool) safe.Text {
	line := "─"
	if ascii {
		line = "-"
	}
	return safe.Line(strings.Repeat(line, max(width, 0)))
}

// A fact is a row of a table of keys; only those with a value are shown.
type fact struct {
	key, value string
	show       bool
}

// facts writes a small aligned table.
func (sh *sheet) facts(s *styles, facts []fact) {
	column := widest(facts)
	if column == 0 {
		return
	}
	if len(sh.lines) > 0 {
		sh.blank()
	}
	sh.rows(s, facts, column)
}

// table is facts below a heading.
func (sh *sheet) table(s *styles, facts []fact) { sh.rows(s, facts, widest(facts)) }

func (sh *sheet) rows(s *styles, facts []fact, column int) {
	for _, f := range facts {
		if !f.show || f.value == "" {
			continue
		}
		key := safe.Line(f.key)
		for _, line := range safe.Block(strings.TrimRight(f.value, "\n")).Lines() {
			sh.flow(seg{s.dim, safe.Join("", key, blanks(column-key.Width()+2))}, s.plain, line)
			key = safe.Text{} // stands before the first line only
		}
	}
}

// widest is the width of the widest key that is shown.
func widest(facts []fact) int {
	column := 0
	for _, f := range facts {
		if f.show && f.value != "" {
			column = max(column, safe.Line(f.key).Width())
		}
	}
	return column
}

// promptLines is what the model would get.
func (m *model) promptLines(width int) []textLine {
	s := m.styles
	sh := sheet{width: width}
	switch {
	case !m.doc.ready:
		return nil
	case m.doc.err != nil:
		sh.flow(seg{}, s.warn, safe.Format("The file can't be read: %s", m.doc.err))
		return sh.lines
	case m.doc.refused != nil:
		sh.flow(seg{}, s.warn, safe.Format("The host refuses these arguments: %s", m.doc.refused))
		return sh.lines
	}
	m.detail.legend = layLegend(m.doc.prompt, width, s, m.opt.ASCII)
	if m.doc.doc.Encoding != "" {
		sh.flow(seg{}, s.warn, safe.Format("The file is not UTF-8; this is its text as read (%s).", m.doc.doc.Encoding))
	}
	if n := len(m.doc.hidden); n > 0 {
		h := m.doc.hidden[0]
		places := safe.Lit("1 place holds")
		if n > 1 {
			places = safe.Format("%d places hold", n)
		}
		sh.flow(seg{}, s.warn, safe.Format("%s characters you could not see (%s, line %d …); they are shown as marks and copied as they are.", places, h.Code, m.doc.doc.BodyLine+h.Line-1))
	}
	at := -1
	if tokens := tokenSpans(m.doc.prompt); m.detail.token >= 0 && m.detail.token < len(tokens) {
		at = tokens[m.detail.token]
	}
	m.doc.laid = m.doc.laid.keep(width, s)
	page, lines := layPrompt(m.doc.prompt, at, m.doc.laid, m.opt.ASCII)
	for i := range lines {
		lines[i] += len(sh.lines)
	}
	m.detail.spans = lines
	return append(sh.lines, page...)
}

// detailsLines is everything that is known about the file.
func (m *model) detailsLines(k *skill.Skill, width int) []textLine {
	s := m.styles
	sh := sheet{width: width}
	m.complain(&sh, k, false)
	sh.facts(s, m.placeFacts(k))
	m.copyFacts(&sh, k)
	if m.doc.key == k.Key && m.doc.ready && m.doc.err == nil {
		m.frontmatterFacts(&sh)
	}
	if m.doc.key == k.Key && m.doc.ready {
		m.commandLines(&sh)
		m.accidentLines(&sh)
	}
	if len(k.Problems) > 0 {
		sh.section(s, safe.Lit("Problems"))
		for _, p := range k.Problems {
			sh.flow(seg{s.warn, position(p)}, s.plain, safe.Format("%s (%s)", p.Message, p.Code))
			if p.Hint != "" {
				sh.flow(seg{s.plain, safe.Lit("  ")}, s.dim, safe.Line(p.Hint))
			}
		}
	}
	m.ruleLines(&sh, k)
	return sh.lines
}

// bodyLine turns a line of the body into one of the file.
func (m *model) bodyLine(line int) int { return m.doc.doc.BodyLine + line - 1 }

// commandLines lists the commands of the text with what would be run.
func (m *model) commandLines(sh *sheet) {
	s := m.styles
	if len(m.doc.prompt.Commands) == 0 {
		return
	}
	sh.section(s, safe.Lit("Commands (the agent runs them; knack doesn't)"))
	for _, c := range m.doc.prompt.Commands {
		lead := seg{s.command, safe.Format("! line %d: ", m.bodyLine(c.Line))}
		for _, line := range safe.Block(c.Text).Lines() {
			sh.flow(lead, s.plain, line)
			lead.text = safe.Lit("    ")
		}
		if c.InCode {
			sh.flow(seg{s.plain, safe.Lit("    ")}, s.dim, safe.Lit("stands in code, most likely as an example; the agent runs it all the same"))
		}
		if c.ArgumentsSpliced {
			sh.flow(seg{s.plain, safe.Lit("    ")}, s.warn, safe.Lit("argument text becomes shell code"))
		}
	}
}

// accidentLines lists what is most likely not meant as it will be read.
func (m *model) accidentLines(sh *sheet) {
	s := m.styles
	if len(m.doc.prompt.Suspicious) == 0 {
		return
	}
	sh.section(s, safe.Lit("Suspicious"))
	for _, a := range m.doc.prompt.Suspicious {
		lead := safe.Lit("? ")
		if a.Line > 0 {
			lead = safe.Format("? line %d: ", m.bodyLine(a.Line))
		}
		sh.flow(seg{s.warn, lead}, s.plain, safe.Line(a.Message))
		if a.Escaped != "" {
			sh.flow(seg{s.plain, safe.Lit("  ")}, s.dim, safe.Format("write %s to keep it", a.Escaped))
		}
	}
}

func (sh *sheet) section(s *styles, title safe.Text) {
	sh.gap()
	sh.add(seg{s.heading, title})
}

func (m *model) placeFacts(k *skill.Skill) []fact {
	source := string(k.Source)
	if k.Source == skill.Command {
		source += " of " + k.Scope
	}
	return []fact{
		{"called by", "/" + k.ID, true},
		{"source", source, true},
		{"state", string(k.State), k.Source != skill.Bundled}, // what that would be isn't the agent's
		{"who can call it", explain.Callers(k), true},
		{"path", m.short(k.Path), true},
		{"real path", m.short(k.RealPath), k.RealPath != k.Path},
		{"also at", m.short(strings.Join(k.Also, ", ")), true},
		{"size", safe.Format("%d bytes, about %d tokens of text", k.Bytes, skill.Tokens(k.BodyBytes)).String(), k.State != skill.Broken},
		{"modified", k.Modified.Format("2006-01-02 15:04"), !k.Modified.IsZero()},
		m.newsFact(k),
		{"encoding", k.Encoding, true},
	}
}

// copyFacts names the other copies and the rule between them, and other files with the
// same text or the same body.
func (m *model) copyFacts(sh *sheet, k *skill.Skill) {
	s := m.styles
	same, body := m.sameAs(k)
	decided := len(k.Shadows) > 0 || k.ShadowedBy != ""
	if !decided && len(same)+len(body) == 0 {
		return
	}
	sh.section(s, safe.Lit("Copies"))
	if decided {
		for _, other := range m.library.Copies(k.ID) {
			look, says := s.dim, safe.Lit("shadowed  ")
			if other.State != skill.Shadowed {
				look, says = s.accent, safe.Lit("wins      ")
			}
			name := safe.Format("%s  %s", string(other.Source), m.short(other.Path))
			switch {
			case other.Key == k.Key:
				name = safe.Format("%s  (this one)", name)
			case slices.Contains(same, other):
				name = safe.Format("%s  (same text)", name)
			case slices.Contains(body, other):
				name = safe.Format("%s  (same body, different frontmatter)", name)
			}
			sh.flow(seg{look, says}, s.plain, name)
		}
	}
	named := func(other *skill.Skill) bool { return decided && other.ID == k.ID }
	m.sameTexts(sh, slices.DeleteFunc(same, named), safe.Lit("the same text as  "))
	m.sameTexts(sh, slices.DeleteFunc(body, named), safe.Lit("the same body as  "))
}

// sameTexts names skills whose files hold what the one shown does.
func (m *model) sameTexts(sh *sheet, others []*skill.Skill, lead safe.Text) {
	const few = 5
	s := m.styles
	for i, other := range others {
		if i == few {
			sh.flow(seg{}, s.dim, safe.Format("%sand %d more", lead, len(others)-few))
			return
		}
		name := safe.Format("%s  %s  %s", other.ID, string(other.Source), m.short(other.Path))
		if other.State != skill.Active {
			name = safe.Format("%s  (%s)", name, string(other.State))
		}
		sh.flow(seg{s.dim, lead}, s.plain, name)
	}
}

// sameAs gives the other files with the same content, and those with the same body alone;
// none until that is worked out.
func (m *model) sameAs(k *skill.Skill) (same, body []*skill.Skill) {
	if m.told.library != m.library {
		return nil, nil
	}
	return m.told.cost.SameAs(k), m.told.cost.SameBodyAs(k)
}

func (m *model) frontmatterFacts(sh *sheet) {
	s := m.styles
	sh.section(s, safe.Lit("Frontmatter"))
	if len(m.doc.doc.Fields) == 0 {
		sh.add(seg{s.dim, safe.Lit("none")})
	}
	var facts []fact
	for _, f := range m.doc.doc.Fields {
		name := f.Key
		if !f.Known {
			name += " *"
		}
		facts = append(facts, fact{name, f.Value, true})
	}
	sh.table(s, facts)
	if raw := m.doc.doc.Raw; raw != "" {
		sh.section(s, safe.Lit("As written"))
		for _, line := range safe.Block(strings.TrimSuffix(raw, "\n")).Lines() {
			sh.flow(seg{}, s.dim, line)
		}
	}
}

// short writes paths below the home directory with a tilde.
func (m *model) short(path string) string { return explain.Short(path, m.opt.Home) }
