// Package lint says what is wrong with one SKILL.md or command file, by two rulebooks:
// what Claude Code makes of the file, and what the validator of the open Agent Skills
// specification does. Each rule says where it comes from.
//
// What the reading of a file already found is a finding as well, under the same code.
// Check looks at nothing but what it is given. Finding files, and printing what is said of
// them, are left to others.
package lint

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"knack/render"
	"knack/skill"
)

// A Rulebook is a set of rules by which a file is judged.
type Rulebook string

const (
	// ClaudeCode: an error is something the author wrote and Claude Code doesn't read.
	ClaudeCode Rulebook = "claude-code"
	// AgentSkills: a file has an error exactly where the specification's validator
	// rejects it. It has nothing to say of command files, which the specification
	// doesn't know.
	AgentSkills Rulebook = "agentskills"
)

// Rulebooks are all there are.
func Rulebooks() []Rulebook { return []Rulebook{ClaudeCode, AgentSkills} }

// A File is what is checked. All text in it is untrusted.
type File struct {
	// Data are the file's bytes.
	Data []byte
	// Name is the file's own name, Folder that of the folder it stands in.
	Name, Folder string
	// Command: a command file, not a skill.
	Command bool
	// Exists tells whether the skill's folder holds a file or folder of that path, which
	// has slashes and leads to nothing outside. nil: references aren't checked.
	Exists func(path string) bool
	// Unread says why the file can't be read, "" for one that can.
	Unread string
}

// A Finding is what a rule says of a place in a file. Message and Hint may quote the
// file and are untrusted text.
type Finding struct {
	Rule     string         `json:"rule"`
	Severity skill.Severity `json:"severity"`
	// Books are the rulebooks the rule stands in.
	Books []Rulebook `json:"books"`
	// Line and Column are 1-based positions in the file, Column in characters.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Message says what is the case, lower-case, without a final stop, and Hint what to
	// do about it.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// A Rule is one thing to look for.
type Rule struct {
	// ID is stable and lower-case with dashes; scripts match on it.
	ID string
	// Severity is the highest that a finding of it has.
	Severity skill.Severity
	Books    []Rulebook
	// What says what it finds, Fix what to do, and Source where it comes from.
	What, Fix, Source string

	check func(*subject) []Finding
}

// A Report is what the rulebooks say of a file.
type Report struct {
	// Verdicts are those of the books, in their order.
	Verdicts []Verdict
	// Findings stand in line order.
	Findings []Finding
}

// Check judges a file by the rulebooks. The same file gives the same report.
func Check(f File, books ...Rulebook) Report {
	s := read(f)
	r := Report{Findings: []Finding{}}
	for _, rule := range Rules() {
		if !slices.ContainsFunc(rule.Books, func(b Rulebook) bool { return slices.Contains(books, b) && s.knownTo(b) }) ||
			(f.Unread != "") != (rule.ID == unread) {
			continue
		}
		for _, found := range rule.check(s) {
			found.Rule, found.Books = rule.ID, rule.Books
			found.Severity = cmp.Or(found.Severity, rule.Severity)
			found.Line = min(max(found.Line, 1), s.lines)
			found.Column = max(found.Column, 1)
			r.Findings = append(r.Findings, found)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	for _, b := range books {
		r.Verdicts = append(r.Verdicts, s.verdict(b, r.Findings))
	}
	return r
}

// Count gives the number of findings of a severity.
func (r Report) Count(severity skill.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == severity {
			n++
		}
	}
	return n
}

// subject is a file under the rules: what several of them need of it.
type subject struct {
	File
	doc   skill.Document
	lines int // of the file
	host  *skill.Host
	// text is the file as characters, without a byte order mark.
	text string
	// prompt is what the body gives without arguments, filled what it gives with many.
	prompt, filled render.Prompt
	spec           specBlock
	code           []render.CodeRegion
	commands       []command
	last           place
}

// A place is an offset in the body, with its line from 0 and its column, in characters,
// from 1.
type place struct{ offset, line, column int }

// host is that of the rulebook of the same name.
var host = sync.OnceValue(func() *skill.Host {
	h, err := skill.LoadHost(string(ClaudeCode))
	if err != nil {
		panic(err) // it ships with us
	}
	return h
})

func read(f File) *subject {
	s := &subject{File: f, host: host(), doc: host().Parse(f.Data), spec: readSpec(f.Data)}
	s.lines = 1 + bytes.Count(f.Data, []byte("\n"))
	s.text = string(bytes.TrimPrefix(f.Data, []byte(byteOrderMark)))
	if !utf8.ValidString(s.text) {
		s.text = strings.Repeat("\n", s.doc.BodyLine-1) + s.doc.Body
	}
	s.restoring()
	names := s.doc.Arguments
	if !s.doc.Readable() {
		names = nil
	}
	template := render.Parse(s.doc.Body, names, s.host.Substitution)
	// Claude Code refuses no arguments, and so few make no prompt too large: there is no error.
	s.prompt, _ = template.Render(render.Input{})
	s.filled, _ = template.Render(render.Input{Args: manyArguments})
	s.code = render.CodeRegions(s.doc.Body)
	s.commands = s.commandsInCode()
	return s
}

const byteOrderMark = "\ufeff"

// manyArguments fill whatever can be filled.
var manyArguments = strings.TrimSpace(strings.Repeat("x ", 40))

// knownTo tells whether a rulebook has anything to say of the kind of file.
func (s *subject) knownTo(b Rulebook) bool { return b != AgentSkills || !s.Command }

// inBody gives the place in the file of an offset in the body. Most rules ask for ascending
// offsets, so it goes on from the last one.
func (s *subject) inBody(offset int) Finding {
	if s.last.column == 0 || offset < s.last.offset {
		s.last = place{column: 1}
	}
	text := s.doc.Body[s.last.offset:offset]
	if start := strings.LastIndexByte(text, '\n') + 1; start > 0 {
		s.last.line += strings.Count(text, "\n")
		s.last.column = 1
		text = text[start:]
	}
	s.last.column += utf8.RuneCountInString(text)
	s.last.offset = offset
	return Finding{Line: s.doc.BodyLine + s.last.line, Column: s.last.column}
}

// atKey gives the place of a key in whatever spelling, the first line where it isn't
// there.
func (s *subject) atKey(key string) Finding {
	for _, f := range s.doc.Fields {
		if skill.FoldKey(f.Key) == skill.FoldKey(key) {
			return Finding{Line: f.Line, Column: f.Column}
		}
	}
	return Finding{Line: 1, Column: 1}
}

// has tells whether a key is there, in whatever spelling.
func (s *subject) has(key string) bool {
	return slices.ContainsFunc(s.doc.Fields, func(f skill.Field) bool { return skill.FoldKey(f.Key) == skill.FoldKey(key) })
}

// says puts words to a place.
func (f Finding) says(message, hint string) Finding {
	f.Message, f.Hint = message, hint
	return f
}

// one makes a finding of a place where something is the case.
func one(found bool, f Finding) []Finding {
	if !found {
		return nil
	}
	return []Finding{f}
}

// quoted sets a piece of the file off from the words around it, on one line and not too
// long.
func quoted(text string) string {
	const most = 60
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return "`" + text + "`"
}
