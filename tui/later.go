package tui

import (
	"slices"
	"strings"

	"knack/render/safe"
	"knack/skill"
)

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
