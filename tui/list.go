package tui

import (
	"path/filepath"
	"strings"

	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

// A list remembers where in the rows the person is. It knows nothing of what the
// rows are; the model keeps the selection by key and sets the cursor from it.
type list struct {
	cursor, top int
	n, height   int        // rows there are, rows that fit
	head        []textLine // said above the rows
	empty       []textLine // said instead of rows
}

// fit takes over how many rows there are and how many fit, and keeps the cursor
// on the screen.
func (l *list) fit(n, height int) {
	l.n, l.height = n, height
	l.moveTo(l.cursor)
}

// moveTo puts the cursor on row i, or the nearest there is.
func (l *list) moveTo(i int) {
	l.cursor = max(min(i, l.n-1), 0)
	if l.cursor < l.top {
		l.top = l.cursor
	}
	if l.height > 0 && l.cursor >= l.top+l.height {
		l.top = l.cursor - l.height + 1
	}
	l.top = max(min(l.top, l.n-l.height), 0)
}

// follow puts the cursor on row i and moves the rows so that it stays where it
// was on the screen: rows that come in above must not make it jump.
func (l *list) follow(i int) {
	l.top += i - l.cursor
	l.moveTo(i)
}

// layList works out how many rows fit, and what is said above them.
func (m *model) layList() {
	l, inside := &m.list, m.layout.list.inside()
	l.head, l.empty = nil, nil
	switch {
	case inside.h <= 0:
	case m.firstRun():
		l.head = m.welcome(inside.w - 2)
	case explain.Fit(m.hits) != "":
		l.head = m.notAsTyped(inside.w - 2)
	case len(m.hits) == 0:
		l.empty = m.noRows(inside.w - 2)
	}
	if inside.h > 0 {
		l.head = append(m.remarks(inside.w-2), l.head...)
	}
	l.fit(len(m.hits), max(inside.h-len(l.head), 0)/max(m.layout.rowLines, 1))
}

// noRows says why there are none, and which files come close to what is looked for.
func (m *model) noRows(width int) []textLine {
	s, sh := m.styles, sheet{width: width}
	switch {
	case m.loading:
		sh.flow(seg{}, s.dim, safe.Lit("reading…"))
		return sh.lines
	case m.ranking != nil && m.query.InFiles():
		sh.flow(seg{}, s.dim, safe.Lit("looking into the texts…"))
		return sh.lines
	case m.ranking != nil:
		sh.flow(seg{}, s.dim, safe.Lit("looking by meaning…"))
		return sh.lines
	case m.query.Empty():
		return nil
	}
	sh.flow(seg{}, s.plain, safe.Lit("Nothing matches."))
	if m.comesClose(&sh) {
		sh.flow(seg{}, s.dim, safe.Lit("w says where it was looked for"))
	}
	sh.flow(seg{}, s.dim, safe.Lit("esc clears the filter"))
	return sh.lines
}

// remarks says what of the filter was not taken as it may have been meant.
func (m *model) remarks(width int) []textLine {
	sh := sheet{width: width}
	for _, note := range m.index.Notes(m.query) {
		sh.flow(seg{}, m.styles.dim, safe.Line(note))
	}
	return sh.lines
}

// comesClose names files that are called like the filter and aren't loaded.
func (m *model) comesClose(sh *sheet) bool {
	name := m.nameInFilter()
	if name == "" {
		return false
	}
	near := explain.Near(m.library, name, m.opt.Home)
	for _, l := range near {
		look := m.explainLook(l.Mark)
		sh.flow(seg{look, safe.Line(strings.Repeat(" ", l.Indent))}, look, l.Text)
	}
	return len(near) > 0
}

// welcome tells a newcomer what to do.
func (m *model) welcome(width int) []textLine {
	s := m.styles
	place := "~/.claude/skills"
	for i := range m.library.Roots {
		if r := &m.library.Roots[i]; r.Source == skill.User && r.Scope == "" && r.Dir != "" {
			place = m.short(r.Dir)
			break // the first in rank
		}
	}
	sh := sheet{width: width}
	sh.flow(seg{}, s.bold, safe.Lit("No skills of yours yet."))
	sh.flow(seg{}, s.plain, safe.Format("Put one in %s", filepath.Join(place, "NAME", "SKILL.md")))
	sh.flow(seg{}, s.dim, safe.Lit("Below: the ones that come with knack."))
	if m.layout.list.inside().h > 10 {
		sh.blank()
	}
	return sh.lines
}

// notAsTyped says why the rows lack words of the filter.
func (m *model) notAsTyped(width int) []textLine {
	sh := sheet{width: width}
	m.comesClose(&sh)
	sh.flow(seg{}, m.styles.dim, safe.Format("No skill has all these words; %s", explain.Fit(m.hits)))
	return sh.lines
}

// firstRun: there is nothing but what ships with knack.
func (m *model) firstRun() bool { return !m.reading() && m.library.Own() == 0 && m.query.Empty() }
