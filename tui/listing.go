package tui

import (
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
)

// listed brings what the model is told of a library's skills before it calls one.
type listed struct {
	library *skill.Library
	listing skill.Listing
}

// listSkills works that out for the library shown, once, when somebody looks.
func (m *model) listSkills() tea.Cmd {
	if m.told.library == m.library || m.opt.Listing == nil || m.loading {
		return nil
	}
	library, options := m.library, m.opt.Listing
	return func() tea.Msg { return listed{library, library.Listing(options())} }
}

func (m *model) onListed(msg listed) tea.Cmd {
	m.told = msg
	m.layDetail()
	return nil
}

// modelLines is what the model knows of the skill before it is called, and what
// calling it costs.
func (m *model) modelLines(k *skill.Skill, width int) []textLine {
	s, sh := m.styles, sheet{width: width}
	entry, ok := m.entryOf(k)
	if !ok {
		sh.add(seg{s.dim, safe.Lit("working out what the model is told…")})
		return sh.lines
	}
	sh.section(s, safe.Format("What %s tells the model of it, before it is called", m.library.Host.Title))
	if entry.Line == "" {
		sh.flow(seg{}, s.dim, safe.Lit("nothing"))
	}
	for line := range strings.Lines(entry.Line) {
		sh.flow(seg{}, s.plain, safe.Line(strings.TrimSuffix(line, "\n")))
	}
	if entry.Reason != "" {
		sh.flow(seg{s.warn, safe.Format("%s: ", string(entry.Shown))}, s.plain, safe.Line(entry.Reason))
	}
	m.budgetLines(&sh)
	sh.section(s, safe.Lit("What it costs"))
	sh.table(s, []fact{
		{"its line", tokens(len(entry.Line)), entry.Line != ""},
		{"its text", tokens(k.BodyBytes), true},
		{"the prompt as filled in", tokens(len(m.doc.prompt.Text)), m.doc.ready && m.args[k.Key] != ""},
	})
	if c := m.library.Host.Compaction; c != nil {
		prompt := skill.Tokens(max(len(m.doc.prompt.Text), k.BodyBytes))
		kept := c.Survives([]int{prompt})[0]
		says := safe.Lit("once called, all of it")
		if kept < prompt {
			says = safe.Format("once called, the first ~%d tokens", kept)
		}
		if c.All > 0 {
			says = safe.Format("%s, as long as all skills called later leave room in %d", says, c.All)
		}
		sh.section(s, safe.Lit("What stays when the conversation is shortened"))
		sh.flow(seg{}, s.plain, says)
	}
	sh.section(s, safe.Lit("How the model calls it"))
	sh.flow(seg{}, s.plain, safe.Line(call(k.ID, m.args[k.Key])))
	return sh.lines
}

// entryOf finds what the listing says of a skill.
func (m *model) entryOf(k *skill.Skill) (skill.Entry, bool) {
	if m.told.library == m.library {
		for _, e := range m.told.listing.Entries {
			if e.Skill.Key == k.Key {
				return e, true
			}
		}
	}
	return skill.Entry{}, false
}

// budgetLines says how full the listing is, with all skills.
func (m *model) budgetLines(sh *sheet) {
	s, l, h := m.styles, &m.told.listing, m.library.Host
	sh.section(s, safe.Lit("The budget for the lines of all skills"))
	if h.Listing == nil {
		sh.flow(seg{}, s.dim, safe.Format("How %s lists its skills is not known; the line is a plain one.", h.Title))
		return
	}
	if l.Budget == 0 {
		sh.flow(seg{}, s.plain, safe.Format("%d characters; there is no limit", l.Characters))
	} else {
		look := s.value
		if l.Wanted > l.Budget {
			look = s.warn
		}
		sh.add(seg{look, m.bar(l.Wanted, l.Budget, min(sh.width, 60))})
		takes := safe.Format("%d of %d characters", l.Characters, l.Budget)
		if l.Wanted != l.Characters {
			takes = safe.Format("%s; in full they would take %d", takes, l.Wanted)
		}
		sh.flow(seg{}, s.plain, takes)
	}
	sh.flow(seg{}, s.dim, safe.Format("%s; %s %s, %s", l.Rule, h.Title, h.Seen, h.Date))
	for _, unverified := range l.Unverified {
		sh.flow(seg{s.dim, safe.Lit("unverified: ")}, s.dim, safe.Line(unverified))
	}
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

func tokens(bytes int) string { return safe.Format("~%d tokens", skill.Tokens(bytes)).String() }

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
