package explain

import (
	"slices"
	"strconv"

	"knack/render/safe"
	"knack/skill"
)

// A Part is as much of the problems as somebody wants to see.
type Part int

const (
	All        Part = iota
	Errors          // what makes the host lose something
	Rejections      // what the open specification's validator rejects
)

// Parts has all parts, in the order in which one leads to the next.
var Parts = [...]Part{All, Errors, Rejections}

func (p Part) String() string {
	return [...]string{All: "all", Errors: "errors", Rejections: "spec rejections"}[p]
}

// Next is the part after p; after the last one the first.
func (p Part) Next() Part { return (p + 1) % Part(len(Parts)) }

// shows tells whether p has problems of a severity of the host.
func (p Part) shows(s skill.Severity) bool {
	return p == All && s != skill.Note || p == Errors && s == skill.Error
}

// Problems lists everything that isn't as its author may have meant it: what looks
// like a skill and isn't loaded, the skills that are broken or have something wrong
// in their file, and those that somebody or something keeps from being called. The first
// three are what [skill.Library.Wrong] counts. Paths below home are written with ~; an empty home
// leaves them in full.
func Problems(l *skill.Library, home string, part Part) []Line {
	p := page{home: home}
	p.notLoaded(l, "Not loaded", part.shows)
	if part.shows(skill.Error) {
		p.state(l, skill.Broken, "Broken")
	}
	p.faulty(l, part.shows)
	if part != All {
		return p.lines
	}
	p.notLoaded(l, "Not loaded, most likely on purpose", func(s skill.Severity) bool { return s == skill.Note })
	p.state(l, skill.Shadowed, "Shadowed")
	p.state(l, skill.Hidden, "Hidden")
	p.state(l, skill.Disabled, "Disabled")
	if len(p.lines) == 0 {
		p.say(Answer, 0, "Nothing is wrong, and no skill is shadowed, hidden or disabled")
	}
	return p.lines
}

// section begins a list of n things, and gives false for none.
func (p *page) section(title string, n int) bool {
	if n == 0 {
		return false
	}
	if len(p.lines) > 0 {
		p.add(Blank, 0, safe.Text{})
	}
	p.say(Heading, 0, title, " (", strconv.Itoa(n), ")")
	return true
}

// notLoaded lists those problems of the roots that count.
func (p *page) notLoaded(l *skill.Library, title string, counts func(skill.Severity) bool) {
	var found []skill.Problem
	for i := range l.Roots {
		for _, problem := range l.Roots[i].Problems {
			if counts(problem.Severity) {
				found = append(found, problem)
			}
		}
	}
	if !p.section(title, len(found)) {
		return
	}
	for _, problem := range found {
		p.say(markOf(problem), rootIndent, p.path(problem.Path), ": ", where(problem), p.paths(problem.Message))
		p.lines[len(p.lines)-1].Path = problem.Path
		p.hint(problem)
	}
}

func (p *page) hint(problem skill.Problem) {
	if problem.Hint != "" {
		p.say(Advice, detailIndent, p.paths(problem.Hint))
	}
}

// state lists the skills of one state with their reason.
func (p *page) state(l *skill.Library, state skill.State, title string) {
	if !p.section(title, l.Count(state)) {
		return
	}
	for _, k := range l.Listed() {
		if k.State != state {
			continue
		}
		p.item(k)
		p.say(Reason, detailIndent, p.paths(k.Reason))
	}
}

// item names a skill and its file.
func (p *page) item(k *skill.Skill) {
	p.say(Loser, rootIndent, k.ID, "  ", string(k.Source), "  ", p.path(k.Path))
	p.lines[len(p.lines)-1].Skill = k.Key
}

// faulty lists the skills with something wrong in their file, unless that has
// broken them.
func (p *page) faulty(l *skill.Library, counts func(skill.Severity) bool) {
	var skills []*skill.Skill
	for _, k := range l.Listed() {
		if k.State != skill.Broken && slices.ContainsFunc(k.Problems, func(p skill.Problem) bool { return counts(p.Severity) }) {
			skills = append(skills, k)
		}
	}
	if !p.section("Something wrong in the file", len(skills)) {
		return
	}
	for _, k := range skills {
		p.item(k)
		for _, problem := range k.Problems {
			if counts(problem.Severity) {
				p.say(Trouble, detailIndent, where(problem), p.paths(problem.Message))
				p.hint(problem)
			}
		}
	}
}
