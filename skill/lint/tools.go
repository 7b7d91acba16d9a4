package lint

import (
	"fmt"
	"slices"
	"strings"

	"knack/render"
)

// toolRules state what a skill may do on its own: what it runs, and what it is granted.
// They are facts to know, not verdicts.
var toolRules = []Rule{
	{
		ID: "command-runs", Severity: notes, Books: byClaude, Source: ofDocs,
		What: "a command in the body is run when the skill is called", Fix: "nothing, if that is meant",
		check: func(s *subject) []Finding {
			return s.commands(func(c render.Command, text string) (string, string) {
				return "runs " + text + " when the skill is called", ""
			})
		},
	},
	{
		ID: "command-in-code", Severity: warns, Books: byClaude, Source: "issues #39864 and #87730 of anthropics/claude-code",
		What: "a command stands in code, as if to be shown, and is run all the same", Fix: "put something between the exclamation mark and the backtick",
		check: func(s *subject) []Finding {
			return s.commands(func(c render.Command, text string) (string, string) {
				if !s.standsInCode(c) {
					return "", ""
				}
				return text + " stands in code, as if to be shown, and is run all the same", "put something between the exclamation mark and the backtick"
			})
		},
	},
	{
		ID: "command-takes-arguments", Severity: warns, Books: byClaude, Source: ofDocs,
		What: "arguments get into a command as they are typed, and become shell code", Fix: "let the model run the command, after it has looked at the arguments",
		check: func(s *subject) []Finding {
			return s.commands(func(c render.Command, text string) (string, string) {
				if !c.ArgumentsSpliced {
					return "", ""
				}
				return "what is typed as arguments gets into " + text + " unquoted, and becomes shell code", "let the model run it, after it has looked at the arguments"
			})
		},
	},
	{
		ID: "tools-wide", Severity: notes, Books: both, Source: ofDocs,
		What: "`allowed-tools` grants every command, or every tool, without a question", Fix: "name the commands, as in `Bash(git diff *)`",
		check: func(s *subject) []Finding {
			var found []Finding
			for _, tool := range slices.Compact(slices.Sorted(slices.Values(s.doc.AllowedTools))) {
				if grants := grantsAll(tool); grants != "" {
					found = append(found, s.atKey("allowed-tools").says(
						quoted(tool)+" grants "+grants+" without a question", "name the commands, as in Bash(git diff *)"))
				}
			}
			return found
		},
	},
}

// commands words each command of the body; where there is no message it makes no finding.
func (s *subject) commands(words func(c render.Command, text string) (message, hint string)) []Finding {
	var found []Finding
	for _, c := range s.filled.Commands {
		if message, hint := words(c, s.commandText(c)); message != "" {
			found = append(found, s.inBody(c.BodyStart).says(message, hint))
		}
	}
	return found
}

// standsInCode tells whether a command is part of the code around it: of a fence that
// holds more, or of a code span that ends where the command seems to begin.
func (s *subject) standsInCode(c render.Command) bool {
	for _, r := range s.code {
		if r.Start < c.BodyStart && c.BodyStart < r.End && !c.Block {
			_, code, _ := strings.Cut(s.doc.Body[r.Start:r.End], "\n")
			rest := strings.Count(strings.TrimSpace(code), "\n")
			return !r.Fence || rest > 1
		}
	}
	return false
}

// commandText is a command as it is written, or how many lines it has.
func (s *subject) commandText(c render.Command) string {
	form := s.doc.Body[c.BodyStart:]
	if !c.Block {
		text, _, _ := strings.Cut(strings.TrimPrefix(form, "!`"), "`")
		return quoted(text)
	}
	_, form, _ = strings.Cut(form, "\n")
	first, _, _ := strings.Cut(form, "\n")
	if n := 1 + strings.Count(c.Text, "\n"); n > 1 {
		return fmt.Sprintf("a block of %d lines that begins with %s", n, quoted(first))
	}
	return quoted(first)
}

// grantsAll says what a rule that names no command grants, "" when it names one.
func grantsAll(tool string) string {
	name, inner, limited := strings.Cut(strings.TrimSuffix(tool, ")"), "(")
	every := !limited || strings.Trim(inner, "*: ") == ""
	switch {
	case tool == "*":
		return "every tool"
	case every && (name == "Bash" || name == "PowerShell"):
		return "every shell command"
	}
	return ""
}
