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
				if s.standsInCode(c) || c.ArgumentsSpliced {
					return "", "" // said as a likely accident, or of its arguments
				}
				return "runs " + text + " when the " + s.kind() + " is called", ""
			})
		},
	},
	{
		ID: "command-in-code", Severity: warns, Books: byClaude, Source: "issues #39864 and #87730 of anthropics/claude-code",
		What: "a command stands in code, and is run all the same, or begins where code ends with an exclamation mark", Fix: "put a blank between the exclamation mark and the backtick, if it is only to be shown",
		check: checkCommandInCode,
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
		ID: "block-unclosed", Severity: warns, Books: byClaude, Source: ofDocs,
		What: "a block of commands begins and nothing ends it, so none of it is run", Fix: "end it with a line of three backticks",
		check: func(s *subject) []Finding {
			var found []Finding
			for _, x := range s.prompt.Suspicious {
				if x.Code == "block-unclosed" {
					found = append(found, s.inBody(x.BodyStart).says(x.Message, "end it with a line of three backticks"))
				}
			}
			return found
		},
	},
	{
		ID: "tools-wide", Severity: notes, Books: both, Source: ofDocs,
		What: "`allowed-tools` grants every command, or every tool, without a question", Fix: "name the commands, as in `Bash(git diff *)`",
		check: func(s *subject) []Finding {
			if !s.doc.Readable() {
				return nil // of which nothing is granted
			}
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

func checkCommandInCode(s *subject) []Finding {
	const hint = "put a blank between the exclamation mark and the backtick"
	var found []Finding
	for _, c := range s.filled.Commands {
		f, text := s.inBody(c.BodyStart), s.commandText(c)
		switch region, in := s.codeAround(c); {
		case !in || !s.standsInCode(c):
			continue
		case s.endsCode(c, region):
			f = f.says("the ! that ends this code begins a command to Claude Code, up to the next backtick: it would run "+text, hint)
		default:
			if f = f.says(text+" stands in code, and is run all the same", hint+", if it is only to be shown"); region.Fence {
				f.Severity = notes // as likely it is to be run, and shown as code
			}
		}
		found = append(found, f)
	}
	return found
}

// codeAround gives the code that a command stands in.
func (s *subject) codeAround(c render.Command) (render.CodeRegion, bool) {
	i := slices.IndexFunc(s.code, func(r render.CodeRegion) bool { return r.Start < c.BodyStart && c.BodyStart < r.End })
	if i < 0 || c.Block {
		return render.CodeRegion{}, false
	}
	return s.code[i], true
}

// standsInCode tells whether a command is part of the code around it: of a fence that
// holds more, or of a code span.
func (s *subject) standsInCode(c render.Command) bool {
	r, in := s.codeAround(c)
	if !in || !r.Fence {
		return in
	}
	_, code, _ := strings.Cut(s.doc.Body[r.Start:r.End], "\n")
	return strings.Count(strings.TrimSpace(code), "\n") > 1
}

// endsCode tells whether the backtick of a command is the one that ends the code.
func (s *subject) endsCode(c render.Command, r render.CodeRegion) bool {
	return !r.Fence && c.BodyStart+len("!`") >= r.End
}

// kind is what the file holds.
func (s *subject) kind() string {
	if s.Command {
		return "command"
	}
	return "skill"
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
