package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"knack/render/markdown"
	"knack/render/safe"
)

// showOutline lists the headings of the text. The cursor begins on the one that is
// being read.
func (m *model) showOutline() tea.Cmd {
	m.showOverlay(overlay{build: (*model).outlinePage, ofSkill: true, follow: (*model).goToHeading})
	here := m.detail.top[tabRead] - m.detail.body
	at := slices.IndexFunc(m.detail.page.outline, func(h markdown.Heading) bool { return h.Line > here })
	if at < 0 {
		at = len(m.detail.page.outline)
	}
	m.overlay.at = max(at-1, 0)
	m.overlay.reveal()
	return nil
}

func (m *model) noHeadings() safe.Text {
	k := m.current()
	switch {
	case k == nil:
		return m.nothingSelected()
	case m.detail.shape.key != k.Key:
		return safe.Lit("still formatting the text")
	case len(m.detail.page.outline) == 0:
		return safe.Lit("the text has no headings")
	}
	return safe.Text{}
}

func (m *model) outlinePage() overlayPage {
	p := overlayPage{title: safe.Lit("Outline")}
	for i, h := range m.detail.page.outline {
		look := m.styles.plain
		if h.Level == 1 {
			look = m.styles.bold
		}
		sh := sheet{width: m.overlayWidth()}
		sh.flow(seg{look, safe.Line(strings.Repeat("  ", h.Level))}, look, h.Text)
		p.entry(sh, strconv.Itoa(i))
	}
	return p
}

// goToHeading shows the text from a heading on.
func (m *model) goToHeading(link string) tea.Cmd {
	m.closeOverlay()
	m.showTab(tabRead)
	m.inDetail = true
	m.relayout()
	if i, err := strconv.Atoi(link); err == nil && i < len(m.detail.page.outline) {
		m.detail.scrollTo(m.detail.body + m.detail.page.outline[i].Line)
	}
	return m.format()
}
