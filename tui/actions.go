package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
)

// An action is something a key does. The table of actions is the only place that
// knows keys: dispatch, footer and help are all read from it.
type action struct {
	key.Binding
	group group
	// foot is the place in the footer, from 1 on the left; 0 keeps it out.
	foot int
	// typing: works while a text is being typed as well. always: on every screen.
	typing, always bool
	// motion moves whatever is on the screen; an action without one has run.
	motion motion
	run    func(*model) tea.Cmd
	// off says why the action isn't there now; empty when it is.
	off func(*model) safe.Text
}

// A group is a heading of the help screen.
type group int

const (
	moving group = iota
	reading
	using
	program
)

var groupNames = [...]safe.Text{
	moving:  safe.Lit("Find and move"),
	reading: safe.Lit("Read"),
	using:   safe.Lit("Fill in and take along"),
	program: safe.Lit("Program"),
}

// A motion is a way to move through lines or rows.
type motion int

const (
	still motion = iota
	lineUp
	lineDown
	pageUp
	pageDown
	halfPageUp
	halfPageDown
	toStart
	toEnd
)

// by is how far a motion goes where height lines fit. A page keeps one of them.
func (mo motion) by(height int) int {
	const far = 1 << 30
	switch mo {
	case lineUp:
		return -1
	case lineDown:
		return 1
	case pageUp:
		return -max(height-1, 1)
	case pageDown:
		return max(height-1, 1)
	case halfPageUp:
		return -max(height/2, 1)
	case halfPageDown:
		return max(height/2, 1)
	case toStart:
		return -far
	case toEnd:
		return far
	}
	return 0
}

func bind(keys []string, shown, does string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, does))
}

func keys(k ...string) []string { return k }

// What a field leaves to the list while a filter is typed.
var (
	moveUp   = bind(keys("up", "ctrl+p"), "↑", "up")
	moveDown = bind(keys("down", "ctrl+n"), "↓", "down")
	accept   = bind(keys("enter"), "enter", "keep the filter")
	complete = bind(keys("tab"), "tab", "complete a field or a value")
	// Enter comes as a line feed when typed before the terminal was ready.
	acceptFilter = bind(keys("enter", "ctrl+j"), "enter", "keep the filter")
)

// filterSigns is the language of the filter in short.
var filterSigns = []key.Binding{
	complete,
	bind(nil, "two words", "both, in any order, in the name or the description"),
	bind(nil, "'word ^a z$", "exactly so; the name begins with a; ends with z"),
	bind(nil, `"two words"`, "in a row"),
	bind(nil, "!word", "not there"),
	bind(nil, "this|that", "one of them"),
	bind(nil, "source:user", "where it comes from"),
	bind(nil, "is:shadowed", "active, shadowed, hidden, disabled, broken, changed, new"),
	bind(nil, "has:args", "args, commands, files, problems"),
	bind(nil, "tool:Bash", "which tools it may use"),
	bind(nil, "body:word", "in the text; also name: and desc:"),
}

// newActions gives all actions, in the order of the help screen.
func newActions() []action {
	return []action{
		{Binding: bind(keys("up", "k", "ctrl+p"), "↑ k", "up"), group: moving, motion: lineUp},
		{Binding: bind(keys("down", "j", "ctrl+n"), "↓ j", "down"), group: moving, motion: lineDown},
		{Binding: bind(keys("pgup"), "PgUp", "a page up"), group: moving, typing: true, motion: pageUp},
		{Binding: bind(keys("pgdown", "space"), "PgDn space", "a page down"), group: moving, motion: pageDown},
		{Binding: bind(keys("ctrl+u"), "ctrl-u", "half a page up"), group: moving, motion: halfPageUp},
		{Binding: bind(keys("ctrl+d"), "ctrl-d", "half a page down"), group: moving, motion: halfPageDown},
		{Binding: bind(keys("g", "home"), "g Home", "to the start"), group: moving, motion: toStart},
		{Binding: bind(keys("G", "end"), "G End", "to the end"), group: moving, motion: toEnd},
		{Binding: bind(keys("/"), "/", "filter; in the document, find"), group: moving, foot: 2, run: (*model).search},
		{Binding: bind(keys("s"), "s", "sort: relevance, name, source, modified, size, tokens"), group: moving, run: (*model).cycleSort, off: (*model).unsortable},
		{Binding: bind(keys("n"), "n", "next place found"), group: moving, run: func(m *model) tea.Cmd { return m.stepFind(1) }, off: (*model).nothingFound},
		{Binding: bind(keys("N"), "N", "place found before"), group: moving, run: func(m *model) tea.Cmd { return m.stepFind(-1) }, off: (*model).nothingFound},

		{Binding: bind(keys("enter"), "enter", "open the document"), group: reading, run: (*model).openDocument, off: (*model).nothingSelected},
		{Binding: bind(keys("esc"), "esc", "one step back"), group: reading, typing: true, run: (*model).back},
		{Binding: bind(keys("tab", "shift+tab"), "tab", "list or document"), group: reading, run: (*model).otherPane, off: (*model).nothingSelected},
		{Binding: bind(keys("right", "l"), "→ l", "next tab"), group: reading, run: func(m *model) tea.Cmd { return m.turnTab(1) }},
		{Binding: bind(keys("left", "h"), "← h", "previous tab"), group: reading, run: func(m *model) tea.Cmd { return m.turnTab(-1) }},
		{Binding: bind(keys("1"), "1", "Read"), group: reading, run: func(m *model) tea.Cmd { return m.showTab(tabRead) }},
		{Binding: bind(keys("2"), "2", "Prompt"), group: reading, run: func(m *model) tea.Cmd { return m.showTab(tabPrompt) }},
		{Binding: bind(keys("3"), "3", "Details"), group: reading, run: func(m *model) tea.Cmd { return m.showTab(tabDetails) }},
		{Binding: bind(keys("4"), "4", "Model: what it is told, and the cost"), group: reading, run: func(m *model) tea.Cmd { return m.showTab(tabModel) }},
		{Binding: bind(keys("o"), "o", "outline: the headings of the text"), group: reading, run: (*model).showOutline, off: (*model).noHeadings},
		{Binding: bind(keys("J"), "J", "document down, from the list"), group: reading, run: func(m *model) tea.Cmd { return m.scroll(1) }},
		{Binding: bind(keys("K"), "K", "document up, from the list"), group: reading, run: func(m *model) tea.Cmd { return m.scroll(-1) }},
		{Binding: bind(keys("."), ".", "next token of the prompt"), group: reading, run: func(m *model) tea.Cmd { return m.stepToken(1) }, off: (*model).noBody},
		{Binding: bind(keys(","), ",", "token before"), group: reading, run: func(m *model) tea.Cmd { return m.stepToken(-1) }, off: (*model).noBody},
		{Binding: bind(keys("z"), "z", "document on the whole screen"), group: reading, run: (*model).zoom, off: (*model).nothingSelected},

		{Binding: bind(keys("a"), "a", "arguments"), group: using, foot: 3, run: (*model).startForm, off: (*model).noBody},
		{Binding: bind(keys("y"), "y", "copy the prompt"), group: using, foot: 4, run: (*model).copyPrompt, off: (*model).noBody},
		{Binding: bind(keys("Y"), "Y", "copy something else, or save it"), group: using, run: (*model).showTake, off: (*model).nothingSelected},
		{Binding: bind(keys("ctrl+y"), "ctrl-y", "copy the prompt, also while typing"), group: using, typing: true, run: (*model).copyPrompt, off: (*model).noBody},
		{Binding: bind(keys("e"), "e", "edit the file"), group: using, foot: 7, run: (*model).edit, off: (*model).notEditable},

		{Binding: bind(keys("w"), "w", "why: where it was looked for, which copy wins"), group: program, foot: 5, run: (*model).showWhy, off: (*model).nothingToExplain},
		{Binding: bind(keys("v"), "v", "variants of the name, and how they differ"), group: program, run: (*model).showVariants, off: (*model).noVariants},
		{Binding: bind(keys("!"), "!", "problems, all of them"), group: program, foot: 6, run: (*model).showProblems, off: (*model).nothingWrong},
		{Binding: bind(keys("H"), "H", "hosts: what other agents make of it, and their rules"), group: program, run: (*model).showHosts},
		{Binding: bind(keys("R"), "R", "read all folders again"), group: program, run: (*model).readAgain},
		{Binding: bind(keys("?"), "?", "help"), group: program, foot: 9, run: (*model).showHelp},
		{Binding: bind(keys("q"), "q", "quit"), group: program, foot: 8, run: quit},
		{Binding: bind(keys("ctrl+c"), "ctrl-c", "quit, always"), group: program, always: true, run: quit},
		{Binding: bind(keys("ctrl+z"), "ctrl-z", "to the shell; fg there comes back"), group: program, always: true, run: (*model).sleep, off: (*model).sleepless},
	}
}

func quit(*model) tea.Cmd { return tea.Quit }

// actionFor finds what a key does now.
func (m *model) actionFor(k tea.KeyPressMsg) (action, bool) {
	typing := m.typing()
	for _, a := range m.actions {
		if key.Matches(k, a.Binding) && (!typing || a.typing || a.always) {
			return a, true
		}
	}
	return action{}, false
}
