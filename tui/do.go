package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
)

// What the actions do, and why they can't.

// move goes by rows in the list, by lines in the document.
func (m *model) move(mo motion) tea.Cmd {
	if m.inDetail {
		return m.scroll(mo.by(m.detail.height))
	}
	return m.goTo(m.list.cursor + mo.by(m.list.height))
}

func (m *model) goTo(row int) tea.Cmd {
	m.moved, m.absent = true, absent{}
	m.list.moveTo(row)
	return m.selectRow()
}

func (m *model) scroll(by int) tea.Cmd {
	m.detail.scroll(by)
	return nil
}

func (m *model) openDocument() tea.Cmd {
	m.inDetail = true
	m.relayout()
	return m.format()
}

// back goes one step back: out of a field, out of the whole screen, out of the
// document, and at last it clears the filter. It never leaves the program.
func (m *model) back() tea.Cmd {
	switch {
	case m.form.open:
		m.form.open = false
	case m.filtering:
		m.endFilter()
		return m.clearFilter()
	case m.find.text() != "" && (m.inDetail || m.find.typing), m.find.typing:
		m.endFind()
		return nil
	case m.zoomed:
		m.zoomed, m.inDetail = false, m.wasInDetail
	case m.inDetail:
		m.inDetail = false
	default:
		return m.clearFilter()
	}
	m.relayout()
	return m.format()
}

func (m *model) otherPane() tea.Cmd {
	m.inDetail = !m.inDetail
	if !m.inDetail {
		m.zoomed = false
	}
	m.relayout()
	return m.format()
}

// zoom gives the document the whole screen, and the second time makes it as it was.
func (m *model) zoom() tea.Cmd {
	if m.zoomed {
		m.zoomed, m.inDetail = false, m.wasInDetail
	} else {
		m.zoomed, m.inDetail, m.wasInDetail = true, true, m.inDetail
	}
	m.relayout()
	return m.format()
}

func (m *model) turnTab(by int) tea.Cmd {
	return m.showTab((m.detail.tab + tab(by) + tabCount) % tabCount)
}

// showTab turns to a tab, and to the document where only the list is shown.
func (m *model) showTab(t tab) tea.Cmd {
	m.detail.tab = t
	told := tea.Batch(m.listSkills(), m.lintSkill())
	if !m.layout.detail.shown() && m.current() != nil {
		return tea.Batch(told, m.openDocument())
	}
	m.layDetail()
	return told
}

// stepToken goes to the next or the previous token of the prompt and says what
// became of it.
func (m *model) stepToken(by int) tea.Cmd {
	d := &m.detail
	if d.tab != tabPrompt || !m.layout.detail.shown() {
		m.showTab(tabPrompt)
	}
	tokens := tokenSpans(m.doc.prompt)
	if len(tokens) == 0 {
		m.say(safe.Lit("the text holds no tokens: nothing is replaced"))
		return nil
	}
	if d.token < 0 && by < 0 {
		d.token = 0
	}
	d.token = (d.token + by + len(tokens)) % len(tokens)
	at := tokens[d.token]
	m.layDetail()
	if at < len(d.spans) {
		d.reveal(d.spans[at])
	}
	m.say(safe.Format("%d/%d  %s", d.token+1, len(tokens), tokenWords(m.doc.prompt, m.doc.prompt.Spans[at])))
	return nil
}

func (m *model) edit() tea.Cmd {
	editor, path, terminal := m.opt.Editor, m.current().Path, m.terminal
	return func() tea.Msg {
		cmd, err := editor(path)
		if err != nil {
			return noEditor{err}
		}
		return terminal.lend(cmd, func(err error) tea.Msg { return edited{err} })()
	}
}

// sleep leaves the terminal to the shell until that wakes the program.
func (m *model) sleep() tea.Cmd { return m.terminal.sleep() }

func (m *model) sleepless() safe.Text {
	if m.wakeable() {
		return safe.Text{}
	}
	return safe.Lit("there is no shell here that could wake it again")
}

// readAgain is rescan for somebody who asks for it and wants an answer.
func (m *model) readAgain() tea.Cmd {
	cmd := m.rescan()
	if m.again {
		m.asked = true
	} else {
		m.loader.asked = true
	}
	m.say(safe.Lit("reading all folders again…"))
	return cmd
}

// rescan reads all roots again; the library shown stays until there is a newer one.
// One that is going on may have gone past what is asked for: then another follows.
func (m *model) rescan() tea.Cmd {
	if m.loading {
		m.again = true
		return nil
	}
	return m.load()
}

// load begins to read all roots, in place of a reading that is going on.
func (m *model) load() tea.Cmd {
	m.unwatch()
	m.loader.stop()
	m.loader, m.loading, m.read = newLoader(m.opt.Host, true), true, 0
	m.loader.asked, m.again, m.asked = m.asked, false, false
	return m.loader.start(m.ctx, m.opt.Load)
}

func (m *model) nothingSelected() safe.Text {
	if m.current() == nil {
		return safe.Lit("no skill is selected")
	}
	return safe.Text{}
}

func (m *model) nothingWrong() safe.Text {
	if m.library.Wrong() > 0 || m.library.Own() > 0 {
		return safe.Text{}
	}
	return safe.Lit("nothing is wrong, and there are no skills of yours to check")
}

// nothingToExplain: why also answers for a name that no skill has.
func (m *model) nothingToExplain() safe.Text {
	switch {
	case m.current() != nil || m.nameInFilter() != "":
		return safe.Text{}
	case m.filter.Value() != "":
		return safe.Lit("why is for the name of a skill, and nothing matches this sentence")
	}
	return m.nothingSelected()
}

// longestName is how many words the name of a skill may have in a filter.
const longestName = 3

// nameInFilter gives the filter where it may be the name of a skill; "" where it is a
// sentence.
func (m *model) nameInFilter() string {
	if text := m.filter.Value(); len(strings.Fields(text)) <= longestName {
		return text
	}
	return ""
}

// noBody says why there is no prompt to fill in or copy.
func (m *model) noBody() safe.Text {
	switch {
	case m.current() == nil:
		return safe.Lit("no skill is selected")
	case m.doc.err != nil:
		return safe.Lit("the file can't be read, so there is no prompt")
	case m.doc.refused != nil:
		return safe.Format("the host refuses these arguments: %s", m.doc.refused)
	}
	return safe.Text{}
}

func (m *model) notEditable() safe.Text {
	if k := m.current(); k != nil && k.Source == skill.Bundled {
		return safe.Lit("ships with knack and is no file of yours: nothing to edit")
	}
	return m.nothingSelected()
}
