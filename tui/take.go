package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/render/safe"
	"knack/skill"
	"knack/tui/clipboard"
)

// Taking a text along: to the clipboard, to a file, or to standard output and
// out of the program. What is taken is what the Prompt tab shows, byte for byte.

// copyPrompt takes the prompt along. Right after a move the file may not have
// been read yet: then it is taken as soon as it is.
func (m *model) copyPrompt() tea.Cmd {
	if !m.doc.ready {
		m.say(safe.Lit("copying…"))
		m.doc.copyWhenReady = true
		return nil
	}
	return m.takePrompt(m.prompt())
}

// A taken is a text that is taken along.
type taken struct {
	text   string
	what   string    // names it once it is there
	filled bool      // the arguments are in it
	note   safe.Text // what there is to say of it once it is there
}

func pathOf(k *skill.Skill) taken { return taken{text: k.Path, what: "the path of " + k.ID} }

// prompt is the prompt as it is filled in.
func (m *model) prompt() taken {
	return taken{text: m.doc.prompt.Text, what: m.current().ID, filled: true}
}

// takePrompt takes a text that holds the prompt.
func (m *model) takePrompt(t taken) tea.Cmd { return m.ask(t, (*model).take) }

// ask goes on with a text that holds the prompt. It asks first when there is
// something in it that could not be seen, or that isn't what the file holds.
func (m *model) ask(t taken, goOn func(*model, taken) tea.Cmd) tea.Cmd {
	hidden := safe.Find(t.text)
	notUTF8 := m.doc.doc.Encoding != ""
	t.note = takenNote(&m.doc.prompt)
	if len(hidden) == 0 && !notUTF8 {
		return goOn(m, t)
	}
	mn := menu{title: safe.Lit("Before it leaves")}
	if notUTF8 {
		mn.says = append(mn.says, safe.Format("The file is not UTF-8 (%s). What you would get is its text as knack reads it, not its bytes.", m.doc.doc.Encoding))
	}
	if len(hidden) > 0 {
		mn.says = append(mn.says, safe.Lit("The prompt holds characters you could not see:"))
	}
	const most = 8
	for i, h := range hidden {
		if i == most {
			mn.says = append(mn.says, safe.Format("and %d more places", len(hidden)-most))
			break
		}
		says := safe.Format("  line %d, column %d: %d × %s", h.Line, h.Column, h.Count, h.Code)
		if h.Decoded != "" {
			says = safe.Format("%s, spelling %q", says, h.Decoded)
		}
		mn.says = append(mn.says, says)
	}
	asItIs := safe.Lit("what the agent would get")
	if notUTF8 {
		asItIs = safe.Lit("as knack decoded it; an agent gets something else")
	}
	mn.choices = []choice{{key: "a", does: safe.Lit("as it is"), note: asItIs, run: func(m *model) tea.Cmd { return goOn(m, t) }}}
	if len(hidden) > 0 {
		cleaned := t
		cleaned.text = safe.Clean(t.text)
		mn.choices = append(mn.choices, choice{key: "c", does: safe.Lit("cleaned"), note: safe.Lit("without these characters"), run: func(m *model) tea.Cmd { return goOn(m, cleaned) }})
	}
	if notUTF8 {
		path := pathOf(m.current())
		mn.choices = append(mn.choices, choice{key: "p", does: safe.Lit("the file's path instead"), note: safe.Line(path.text), run: func(m *model) tea.Cmd { return m.take(path) }})
	}
	mn.choices = append(mn.choices, choice{key: "n", does: safe.Lit("go back"), run: func(*model) tea.Cmd { return nil }})
	mn.at = len(mn.choices) - 1
	m.menu = mn
	return nil
}

// take brings a text where the person wants it, and remembers the arguments in it.
func (m *model) take(t taken) tea.Cmd {
	var remember tea.Cmd
	if t.filled {
		remember = m.remember()
	}
	if m.opt.Print != nil {
		m.opt.Print(t.text)
		return tea.Sequence(remember, tea.Quit)
	}
	m.say(safe.Lit("copying…"))
	return tea.Batch(remember, m.copyText(t))
}

// takenNote says what somebody should know who pastes the prompt.
func takenNote(p *render.Prompt) safe.Text {
	notes := unmet(p)
	accidents := len(accidentsByStart(*p))
	for _, s := range p.Suspicious {
		if s.Code == render.ArgumentsAppended {
			notes = append(notes, safe.Lit("arguments added at the end"))
		}
	}
	switch n := len(p.Commands); {
	case n == 1:
		notes = append(notes, safe.Lit("1 command not run"))
	case n > 1:
		notes = append(notes, safe.Format("%d commands not run", n))
	}
	if accidents > 0 {
		notes = append(notes, safe.Format("%d suspicious, . shows them", accidents))
	}
	return safe.Join(" · ", notes...)
}

// remember keeps the argument line for the next time, off the event loop.
func (m *model) remember() tea.Cmd {
	keep, key, line := m.opt.Keep, m.selected, m.args[m.selected]
	if keep == nil || line == "" {
		return nil
	}
	return func() tea.Msg {
		if err := keep(key, line); err != nil {
			return kept{err}
		}
		return nil
	}
}

// showTake opens the menu of everything that can be taken along.
func (m *model) showTake() tea.Cmd {
	k := m.current()
	prompt, body := m.doc.prompt.Text, m.doc.doc.Body
	noPath := safe.Text{}
	if k.Source == skill.Bundled {
		noPath = safe.Lit("ships with knack: it has no path of yours")
	}
	noBody := m.noBody()
	if !m.doc.ready {
		noBody = safe.Lit("still reading the file")
	}
	bytes := func(s string) safe.Text { return safe.Line(clipboard.Bytes(len(s))) }
	sent := m.opt.Host.AsSent(k, prompt)
	slash := strings.TrimSpace("/" + k.ID + " " + m.args[k.Key])
	takes := func(t taken) func(*model) tea.Cmd {
		return func(m *model) tea.Cmd { return m.take(t) }
	}
	takesPrompt := func(t taken) func(*model) tea.Cmd {
		return func(m *model) tea.Cmd { return m.takePrompt(t) }
	}
	m.menu = menu{
		title: safe.Format("Take along: %s", k.ID),
		choices: []choice{
			{"y", safe.Lit("the prompt"), bytes(prompt), noBody, takesPrompt(m.prompt())},
			{"s", safe.Lit("as sent, with the base folder"), bytes(sent), noBody, takesPrompt(taken{text: sent, what: k.ID + " as sent", filled: true})},
			{"r", safe.Lit("the text as in the file"), bytes(body), noBody, takesPrompt(taken{text: body, what: "the text of " + k.ID})},
			{"/", safe.Lit("the slash command"), safe.Line(slash), safe.Text{}, takes(taken{text: slash, what: "/" + k.ID, filled: true})},
			{"n", safe.Lit("the name"), safe.Line(k.ID), safe.Text{}, takes(taken{text: k.ID, what: "the name " + k.ID})},
			{"p", safe.Lit("the path"), safe.Line(m.short(k.Path)), noPath, takes(pathOf(k))},
			{"f", safe.Lit("save the prompt to a file"), safe.Format("%s, in place of the last one", m.short(m.opt.SavePath)), noBody, (*model).save},
		},
	}
	return nil
}

// save writes the prompt to a file; the choice in the menu was the question.
func (m *model) save() tea.Cmd { return m.ask(m.prompt(), (*model).saveText) }

func (m *model) saveText(t taken) tea.Cmd {
	write := m.opt.Save
	m.say(safe.Lit("saving…"))
	return func() tea.Msg { return copied{write(t.text), t} }
}
