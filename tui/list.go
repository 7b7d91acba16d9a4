package tui

import (
	"path/filepath"

	"knack/render/safe"
	"knack/skill"
)

// A list remembers where in the rows the person is. It knows nothing of what the
// rows are; the model keeps the selection by key and sets the cursor from it.
type list struct {
	cursor, top int
	n, height   int        // rows there are, rows that fit
	head        []textLine // said above the rows
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
	l.head = nil
	if m.firstRun() && inside.h > 0 {
		l.head = m.welcome(inside.w - 2)
	}
	l.fit(len(m.hits), max(inside.h-len(l.head), 0)/max(m.layout.rowLines, 1))
}

// welcome tells a newcomer what to do.
func (m *model) welcome(width int) []textLine {
	s := m.styles
	place := "~/.claude/skills"
	for i := range m.library.Roots {
		if r := &m.library.Roots[i]; r.Source == skill.User && r.Scope == "" && r.Dir != "" {
			place = m.short(r.Dir)
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

// firstRun: there is nothing but what ships with knack.
func (m *model) firstRun() bool { return !m.loading && m.library.Own() == 0 && m.query.Empty() }
