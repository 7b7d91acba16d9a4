// Command empty is the least a Bubble Tea program can do: one line on the whole
// screen. What knack takes longer than this for its first frame is its own.
package main

import (
	"os"

	tea "charm.land/bubbletea/v2"
)

type model struct{}

func (model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "q" {
		return m, tea.Quit
	}
	return m, nil
}

func (model) View() tea.View { return tea.View{Content: "ready", AltScreen: true} }

func main() {
	if _, err := tea.NewProgram(model{}).Run(); err != nil {
		os.Exit(1)
	}
}
