// Package explain puts into words what became of a host's roots and of the
// copies of a skill: which was looked at, which copy is called, by which rule,
// and what to do when that isn't what the person wants.
//
// It is one text for the screen and for the command line. It decides nothing and
// draws nothing: package skill knows what happened, whoever shows the lines gives
// each Mark its look.
package explain

import (
	"path/filepath"
	"strconv"
	"strings"

	"knack/render/safe"
	"knack/skill"
)

// A Line is one line of an explanation.
type Line struct {
	Mark Mark
	// Indent is how many cells the text stands in from the left. Where the text
	// wraps, what follows stands further in, unless Indent is 0.
	Indent int
	Text   safe.Text
	// Skill is the key of the skill that the line names, "" for every other line.
	Skill string
	// Path is what the line names that is no skill, "" for every other line.
	Path string
	// Count is how many skills or files stand below a heading, and Brief what they are
	// in a sum, "" where they are no problems; title is the heading without the number.
	Count int
	Brief string
	title string
}

// Showing is a heading that counts, where only some of what stands below it is shown.
func (l Line) Showing(some int) safe.Text {
	if some == l.Count {
		return l.Text
	}
	return safe.Format("%s (%d of %d)", l.title, some, l.Count)
}

// Mark says what a line is about.
type Mark int

const (
	Blank   Mark = iota // an empty line
	Answer              // the answer in one sentence
	Heading             // what the lines below are about
	Root                // a place that was looked at
	Winner              // a copy that is called
	Loser               // a copy that isn't
	Reason              // why it is so
	Trouble             // something wrong
	Advice              // what to do
	Sum                 // how much of what there is
)

// Indents, in cells.
const (
	rootIndent   = 2
	detailIndent = 6
	moreIndent   = 8
)

// A page is an explanation being written.
type page struct {
	home  string
	lines []Line
	noted map[string]bool // notes of roots that have been said
}

func (p *page) add(m Mark, indent int, text safe.Text) {
	p.lines = append(p.lines, Line{Mark: m, Indent: indent, Text: text})
}

// say adds a line made of words of our own and of untrusted text.
func (p *page) say(m Mark, indent int, words ...string) {
	p.add(m, indent, safe.Line(strings.Join(words, "")))
}

// short writes a text for people.
func (p *page) short(text string) string { return Short(text, p.home) }

// Short writes the paths at and below home with ~, in a path or a text that may name
// some; an empty home leaves them in full.
func Short(text, home string) string {
	if home == "" {
		return text
	}
	var short strings.Builder
	done := 0 // what stands before it is written
	for at := 0; ; {
		i := strings.Index(text[at:], home)
		if i < 0 {
			return short.String() + text[done:]
		}
		begin := at + i
		at = begin + len(home)
		if opens(text[:begin]) && (at == len(text) || text[at] == filepath.Separator) {
			short.WriteString(text[done:begin] + "~")
			done = at
		}
	}
}

// opens tells whether a path can begin behind a text.
func opens(before string) bool {
	return before == "" || strings.ContainsAny(before[len(before)-1:], " \t\n\"'`([{<")
}

// Roots says what happened at every root, in rank order. Paths below home are
// written with ~; an empty home leaves them in full.
func Roots(roots []skill.Root, home string) []Line {
	p := page{home: home}
	for i := range roots {
		p.root(roots, i)
		for _, problem := range roots[i].Problems {
			p.near(&roots[i], problem)
		}
	}
	return p.lines
}

// root writes the line of one root: rank, label, outcome and place, each in a
// column of its own, and its note unless an earlier root had the same.
func (p *page) root(roots []skill.Root, i int) {
	r := &roots[i]
	number := strconv.Itoa(r.Rank + 1)
	text := pad(number, -len(strconv.Itoa(len(roots)))) + "  " + pad(r.Label(), labelWidth(roots)) +
		"  " + pad(outcome(r), outcomeWidth(roots)) + "  " + p.place(roots, r)
	p.say(Root, rootIndent, strings.TrimRight(text, " "))
	if r.Note != "" && !p.noted[r.Note] {
		if p.noted == nil {
			p.noted = map[string]bool{}
		}
		p.noted[r.Note] = true
		p.say(Reason, detailIndent, r.Note)
	}
	if r.Off != "" {
		p.say(Reason, detailIndent, "off: ", p.short(r.Off))
	}
}

// place is where a root is.
func (p *page) place(roots []skill.Root, r *skill.Root) string {
	if r.Source == skill.Bundled {
		return "inside knack; your agent doesn't have these"
	}
	if r.Outcome == skill.Same {
		for _, other := range roots {
			if other.Dir == r.SameAs {
				return p.short(r.Dir) + " is the folder of " + strconv.Itoa(other.Rank+1)
			}
		}
	}
	return p.short(r.Dir)
}

// near writes a problem of a root and what to do about it. The entry it is about
// is named from the root on.
func (p *page) near(r *skill.Root, problem skill.Problem) {
	subject := problem.Path
	if rel, err := filepath.Rel(r.Dir, problem.Path); err == nil && rel != "." && !strings.HasPrefix(rel, "..") {
		subject = rel
	} else {
		subject = p.short(subject)
	}
	if subject != "" {
		subject += ": "
	}
	p.say(markOf(problem), detailIndent, subject, where(problem), p.short(problem.Message))
	if problem.Hint != "" {
		p.say(Advice, moreIndent, p.short(problem.Hint))
	}
}

// where gives the place in the file that a problem names, to stand before its
// message.
func where(problem skill.Problem) string {
	switch {
	case problem.Line == 0:
		return ""
	case problem.Column == 0:
		return "line " + strconv.Itoa(problem.Line) + ": "
	}
	return "line " + strconv.Itoa(problem.Line) + ", column " + strconv.Itoa(problem.Column) + ": "
}

// Problem says what is wrong with a skill, and where in its file.
func Problem(problem skill.Problem) safe.Text {
	return safe.Line(where(problem) + problem.Message)
}

func markOf(problem skill.Problem) Mark {
	if problem.Severity == skill.Note {
		return Reason
	}
	return Trouble
}

// outcome says in a few words what became of looking at a root.
func outcome(r *skill.Root) string {
	switch r.Outcome {
	case skill.Missing:
		return "not there"
	case skill.Same:
		return "seen above"
	case skill.Denied:
		return "denied"
	case skill.Failed:
		return "not read"
	case skill.Partial:
		return found(r) + ", not all"
	case skill.Read:
		return found(r)
	}
	return "not read yet"
}

func found(r *skill.Root) string {
	var text string
	switch r.Layout {
	case skill.Record:
		text = "the record"
	case skill.Tree:
		text = "looked through"
	case skill.CommandFiles, skill.OneCommand:
		text = count(r.Found, "command")
	default:
		text = count(r.Found, "skill")
	}
	if r.Off != "" {
		text += ", off"
	}
	return text
}

// count writes a number of things: "no skills", "1 skill", "2 skills".
func count(n int, what string) string {
	if n == 0 {
		return "no " + what + "s"
	}
	return skill.Counted(n, what)
}

// capital begins a sentence with a word of our own.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func labelWidth(roots []skill.Root) int {
	w := 0
	for i := range roots {
		w = max(w, len(roots[i].Label()))
	}
	return w
}

func outcomeWidth(roots []skill.Root) int {
	w := 0
	for i := range roots {
		w = max(w, len(outcome(&roots[i])))
	}
	return w
}

// pad fills ASCII text with blanks to a width: behind it, or before it where the
// width is negative.
func pad(text string, width int) string {
	if width < 0 {
		return strings.Repeat(" ", max(-width-len(text), 0)) + text
	}
	return text + strings.Repeat(" ", max(width-len(text), 0))
}
