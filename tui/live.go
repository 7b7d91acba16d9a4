package tui

import (
	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
)

// What happens on the disk while the browser is open comes in as another library.
// What the person chose and typed stays with the skill it belongs to.

// onChanged reads everything again, and says nothing of it: there may be nothing new.
func (m *model) onChanged(msg changed) tea.Cmd {
	if msg.loader != m.loader {
		return nil
	}
	cmd := m.rescan()
	m.loader.quiet = true
	return cmd
}

// reading tells whether the person waits for skills to be read.
func (m *model) reading() bool { return m.loading && !m.loader.quiet }

// goOn reads once more if somebody asked meanwhile, and waits for changes if not.
func (m *model) goOn(trail skill.Trail) tea.Cmd {
	if m.again {
		return m.load()
	}
	return m.watch(trail)
}

// sayRead tells whoever asked what the library holds now. What was told of an earlier
// one goes when it isn't so any more.
func (m *model) sayRead(asked bool) {
	says := safe.Format("read again: %s", m.counts(m.w))
	switch {
	case asked:
		m.status = status{text: says, counted: true}
	case m.status.counted && m.status.text.String() != says.String():
		m.status = status{}
	}
}

// follow goes along when the selected skill has been given another name or place, or
// is known by another key under another host. What was typed for it comes along.
func (m *model) follow(old *skill.Library) {
	busy := m.form.open || m.menu.open()
	if k := m.library.ByPath(m.absent.path); k != nil && m.selected == m.absent.instead && !busy {
		if old.Host == m.library.Host {
			m.say(safe.Format("%s is back", k.ID))
		}
		m.selected = k.Key
		m.doc, m.absent = openedDoc{}, absent{}
		return
	}
	before, ok := old.ByKey(m.selected)
	if _, still := m.library.ByKey(m.selected); !ok || still {
		return
	}
	now := m.library.ByPath(before.RealPath)
	if now == nil {
		now = m.renamed(old, before)
	}
	if now == nil {
		return
	}
	if line := m.args[before.Key]; line != "" {
		m.args[now.Key] = line
	}
	if m.detail.shape.key == before.Key {
		m.detail.shape.key = now.Key
	}
	m.selected, m.doc.key = now.Key, now.Key
}

// renamed finds the only skill that wasn't there before and holds the same text.
func (m *model) renamed(old *skill.Library, before *skill.Skill) *skill.Skill {
	var now *skill.Skill
	for _, k := range m.listed {
		if _, known := old.ByKey(k.Key); known || before.Sum == 0 || k.Sum != before.Sum {
			continue
		}
		if now != nil {
			return nil
		}
		now = k
	}
	return now
}

// settle says what became of the skill that was selected before, and reads its
// file again where it is another now.
func (m *model) settle(old *skill.Library, before *skill.Skill, followed string) tea.Cmd {
	if before == nil {
		return nil
	}
	k, otherHost := m.current(), old.Host != m.library.Host
	if k == nil || k.Key != followed {
		m.menu = menu{} // what it offers is of a skill that isn't selected any more
		if m.overlay.ofSkill {
			m.closeOverlay()
		}
		switch _, still := m.library.ByKey(followed); {
		case still:
			m.sayUnmatched(before)
		case otherHost:
			m.say(safe.Format("%s is not among the skills of %s", before.ID, m.library.Host.Title))
			m.standIn(before)
		default:
			m.say(safe.Format("%s is gone", before.ID))
			m.standIn(before)
		}
		return nil
	}
	if k.ID != before.ID && (k.Key == before.Key || k.Sum == before.Sum) { // else it is one that was absent
		m.say(safe.Format("%s is called %s now", before.ID, k.ID))
	}
	if !otherHost && k.Key == before.Key && k.Sum == before.Sum && k.Sum != 0 {
		return nil
	}
	return m.reopen(k)
}

// An absent is a skill that isn't there, under the host or at all, and the one that is
// selected in its place. As long as nobody moves from there or begins something there, it
// is selected again when it is back.
type absent struct{ path, instead string }

// standIn notes that what is selected now stands in for a skill, or for the one that the
// skill itself stood in for.
func (m *model) standIn(before *skill.Skill) {
	if m.absent.instead != before.Key {
		m.absent.path = before.RealPath
	}
	m.absent.instead = m.selected
}

func (m *model) sayUnmatched(k *skill.Skill) {
	m.say(safe.Format("%s has changed and doesn't match the filter any more", k.ID))
}

// A news is what happened to a skill since the browser was started.
type news int

const (
	noNews news = iota
	isNew
	isChanged
)

// newsOf compares a skill with what there was at first. One that is as it was again
// is no news.
func (m *model) newsOf(k *skill.Skill) news {
	switch sum, known := m.begun[k.Key]; {
	case m.begun == nil:
		return noNews
	case !known:
		return isNew
	case sum != k.Sum:
		return isChanged
	}
	return noNews
}

// takeStock counts the news of a library that has been read whole. The first such
// library is what there was at first.
func (m *model) takeStock() {
	if m.begun == nil {
		m.begun = make(map[string]uint64, len(m.listed))
		for _, k := range m.listed {
			m.begun[k.Key] = k.Sum
		}
	}
	m.news = [isChanged + 1]int{}
	for _, k := range m.listed {
		m.news[m.newsOf(k)]++
	}
}

// word is the mark in a row.
func (n news) word() safe.Text {
	switch n {
	case isNew:
		return safe.Lit("new")
	case isChanged:
		return safe.Lit("changed")
	}
	return safe.Text{}
}

// newsFact is what Details says.
func (m *model) newsFact(k *skill.Skill) fact {
	switch m.newsOf(k) {
	case isNew:
		return fact{"on disk", "new since knack started", true}
	case isChanged:
		says := "changed since knack started"
		if !k.Modified.IsZero() {
			says += ", at " + k.Modified.Format("15:04:05")
		}
		return fact{"on disk", says, true}
	}
	return fact{}
}
