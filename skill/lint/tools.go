package lint

import (
	"fmt"
	"slices"
	"strings"

	"knack/render"
	"knack/skill"
)

// toolRules state what a skill may do on its own: what it runs, and what it is granted.
// They are facts to know, not verdicts.
var toolRules = []Rule{
	{
		ID: "command-runs", Severity: notes, Books: byClaude, Source: ofDocs,
		What: "a command in the body is run when the skill is called", Fix: "nothing, if that is meant",
		check: func(s *subject) []Finding {
			return s.ofCommands(func(c command, text string) (string, string) {
				if c.shown || c.ArgumentsSpliced {
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
			return s.ofCommands(func(c command, text string) (string, string) {
				if !c.ArgumentsSpliced {
					return "", ""
				}
				return "what is typed as arguments gets into " + text + " unquoted, and becomes shell code", "let the model run it, after it has looked at the arguments"
			})
		},
	},
	blockUnclosed(),
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

// blockUnclosed is documented, unlike what else filling in a body finds suspicious.
func blockUnclosed() Rule {
	r := ofRender(render.BlockUnclosed, warns, "a block of commands begins and nothing ends it, so none of it is run", "end it with a line of three backticks")
	r.Source = ofDocs
	return r
}

// A command is one of the body, with the code that it stands in.
type command struct {
	render.Command
	region render.CodeRegion
	// shown: it is part of the code, of a fence that holds more or of a code span.
	shown bool
}

// commandsInCode finds the code around each command. Both stand in the order of the body.
func (s *subject) commandsInCode() []command {
	commands := make([]command, 0, len(s.filled.Commands))
	regions, entered, shown := s.code, -1, false
	for _, c := range s.filled.Commands {
		for len(regions) > 0 && regions[0].End <= c.BodyStart {
			regions = regions[1:]
		}
		x := command{Command: c}
		if len(regions) > 0 && regions[0].Start < c.BodyStart && !c.Block {
			if x.region = regions[0]; x.region.Start != entered {
				entered, shown = x.region.Start, s.holdsMore(x.region)
			}
			x.shown = shown
		}
		commands = append(commands, x)
	}
	return commands
}

// holdsMore tells whether code is a span, or a fence of more than a line or two.
func (s *subject) holdsMore(r render.CodeRegion) bool {
	_, code, _ := strings.Cut(s.doc.Body[r.Start:r.End], "\n")
	return !r.Fence || strings.Count(strings.TrimSpace(code), "\n") > 1
}

// endsCode tells whether the backtick of the command is the one that ends the code.
func (c command) endsCode() bool { return !c.region.Fence && c.BodyStart+len("!`") >= c.region.End }

// ofCommands words each command of the body; where there is no message it makes no finding.
func (s *subject) ofCommands(words func(c command, text string) (message, hint string)) []Finding {
	var found []Finding
	for _, c := range s.commands {
		if message, hint := words(c, s.commandText(c)); message != "" {
			found = append(found, s.inBody(c.BodyStart).says(message, hint))
		}
	}
	return fewAlike(found)
}

func checkCommandInCode(s *subject) []Finding {
	const hint = "put a blank between the exclamation mark and the backtick"
	var found []Finding
	for _, c := range s.commands {
		if !c.shown {
			continue
		}
		f, text := s.inBody(c.BodyStart), s.commandText(c)
		if c.endsCode() {
			f = f.says("the ! that ends this code begins a command to Claude Code, up to the next backtick: it would run "+text, hint)
		} else if f = f.says(text+" stands in code, and is run all the same", hint+", if it is only to be shown"); c.region.Fence {
			f.Severity = notes // as likely it is to be run, and shown as code
		}
		found = append(found, f)
	}
	return fewAlike(found)
}

// fewAlike keeps the first findings of each severity. The last of them says how many more
// there are.
func fewAlike(found []Finding) []Finding {
	var kept []Finding
	count, last := map[skill.Severity]int{}, map[skill.Severity]int{}
	for _, f := range found {
		if count[f.Severity]++; count[f.Severity] <= mostAlike {
			last[f.Severity] = len(kept)
			kept = append(kept, f)
		}
	}
	for severity, i := range last {
		if more := count[severity] - mostAlike; more > 0 {
			kept[i].Message += fmt.Sprintf("; and %d more like it below", more)
		}
	}
	return kept
}

// kind is what the file holds.
func (s *subject) kind() string {
	if s.Command {
		return "command"
	}
	return "skill"
}

// commandText is a command as it is written, or how many lines it has.
func (s *subject) commandText(c command) string {
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
