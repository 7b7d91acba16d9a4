package tui

import (
	"encoding/json"
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
	if msg.library != m.library {
		return nil // there is a newer one, which asks for itself
	}
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
	for line := range strings.Lines(entry.Line) {
		sh.flow(seg{}, s.plain, safe.Line(strings.TrimSuffix(line, "\n")))
	}
	if entry.Reason != "" {
		sh.flow(seg{}, s.warn, safe.Format("%s: %s", shownAs[entry.Shown], entry.Reason))
	}
	m.costLines(&sh, k)
	m.budgetLines(&sh)
	m.laterLines(&sh, k)
	sh.section(s, safe.Lit("How the model calls it"))
	sh.flow(seg{}, s.plain, safe.Line(call(k.ID, m.args[k.Key])))
	m.doubtLines(&sh)
	return sh.lines
}

// shownAs says how much of a skill the model is told.
var shownAs = map[skill.Shown]safe.Text{
	skill.Shortened: safe.Lit("Its description is cut"),
	skill.NamedOnly: safe.Lit("Only its name, no description"),
	skill.Absent:    safe.Lit("Nothing, not even its name"),
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
