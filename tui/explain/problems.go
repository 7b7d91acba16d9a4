package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

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

// Brief is the part in one word.
func (p Part) Brief() string {
	word, _, _ := strings.Cut(p.String(), " ")
	return word
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
// three are what [skill.Library.Wrong] counts. What costs most comes first in each. Paths
// below home are written with ~; an empty home leaves them in full.
func Problems(l *skill.Library, home string, part Part) []Line {
	p := page{home: home}
	p.notLoaded(l, "Not loaded", "not loaded", part.shows)
	if part.shows(skill.Error) {
		p.state(l, skill.Broken, "Broken", "broken")
	}
	p.faulty(l, part.shows)
	if part != All {
		return p.lines
	}
	p.notLoaded(l, "Not loaded, most likely on purpose", "", func(s skill.Severity) bool { return s == skill.Note })
	p.state(l, skill.Shadowed, "Shadowed", "")
	p.state(l, skill.Hidden, "Hidden", "")
	p.state(l, skill.Disabled, "Disabled", "")
	if len(p.lines) == 0 {
		p.say(Answer, 0, "Nothing is wrong, and no skill is shadowed, hidden or disabled")
	}
	return p.lines
}

// section begins a list of n things, and gives false for none. Brief is what they are in
// a sum.
func (p *page) section(title, brief string, n int) bool {
	if n == 0 {
		return false
	}
	if len(p.lines) > 0 {
		p.add(Blank, 0, safe.Text{})
	}
	p.say(Heading, 0, title, " (", strconv.Itoa(n), ")")
	heading := &p.lines[len(p.lines)-1]
	heading.Count, heading.Brief, heading.title = n, brief, title
	return true
}

// cost is how much a problem of a root costs. What isn't loaded is lost, whatever the
// problem is in its own right, but for the few that keep nothing from being loaded.
func cost(problem skill.Problem) skill.Severity {
	kept := problem.Code == "other-owner" || problem.Code == "link-loop"
	if problem.Severity == skill.Warning && !kept {
		return skill.Error
	}
	return problem.Severity
}

// weight puts what costs more first.
func weight(s skill.Severity) int {
	return slices.Index(skill.Severities(), s)
}

// notLoaded lists those problems of the roots that count.
func (p *page) notLoaded(l *skill.Library, title, brief string, counts func(skill.Severity) bool) {
	var found []skill.Problem
	for i := range l.Roots {
		for _, problem := range l.Roots[i].Problems {
			if counts(cost(problem)) {
				found = append(found, problem)
			}
		}
	}
	if !p.section(title, brief, len(found)) {
		return
	}
	slices.SortStableFunc(found, func(a, b skill.Problem) int {
		return cmp.Or(weight(cost(a))-weight(cost(b)), strings.Compare(p.short(a.Path), p.short(b.Path)))
	})
	for _, problem := range found {
		p.say(markOf(problem), rootIndent, p.short(problem.Path), ": ", p.wrong(cost(problem), problem))
		p.lines[len(p.lines)-1].Path = problem.Path
		p.hint(problem)
	}
}

// wrong words a problem, how much it costs first.
func (p *page) wrong(costs skill.Severity, problem skill.Problem) string {
	return string(costs) + ": " + where(problem) + p.short(problem.Message)
}

func (p *page) hint(problem skill.Problem) {
	if problem.Hint != "" {
		p.say(Advice, detailIndent, p.short(problem.Hint))
	}
}

// state lists the skills of one state with their reason.
func (p *page) state(l *skill.Library, state skill.State, title, brief string) {
	if !p.section(title, brief, l.Count(state)) {
		return
	}
	for _, k := range l.Listed() {
		if k.State != state {
			continue
		}
		p.item(k)
		if state == skill.Broken {
			p.say(Trouble, detailIndent, string(skill.Error), ": ", p.short(k.Reason))
		} else {
			p.say(Reason, detailIndent, p.short(k.Reason))
		}
	}
}

// item names a skill and its file.
func (p *page) item(k *skill.Skill) {
	p.say(Loser, rootIndent, k.ID, "  ", string(k.Source), "  ", p.short(k.Path))
	p.lines[len(p.lines)-1].Skill = k.Key
}

// faulty lists the skills with something wrong in their file, unless that has
// broken them.
func (p *page) faulty(l *skill.Library, counts func(skill.Severity) bool) {
	var found []faultySkill
	for _, k := range l.Listed() {
		if k.State != skill.Broken {
			found = append(found, faultySkill{k, slices.DeleteFunc(slices.Clone(k.Problems), func(p skill.Problem) bool { return !counts(p.Severity) })})
		}
	}
	p.faults("Something wrong in the file", "marked ! for something wrong in the file", found)
}

// A faultySkill is a skill with what is wrong in its file.
type faultySkill struct {
	of       *skill.Skill
	problems []skill.Problem
}

// worst is the weight of what costs most.
func (f faultySkill) worst() int {
	least := weight(skill.Note)
	for _, problem := range f.problems {
		least = min(least, weight(problem.Severity))
	}
	return least
}

// faults lists the skills with any, what costs most first and otherwise as they come.
func (p *page) faults(title, brief string, found []faultySkill) {
	found = slices.DeleteFunc(found, func(f faultySkill) bool { return len(f.problems) == 0 })
	if !p.section(title, brief, len(found)) {
		return
	}
	slices.SortStableFunc(found, func(a, b faultySkill) int { return a.worst() - b.worst() })
	for _, f := range found {
		p.item(f.of)
		for _, problem := range f.problems {
			p.say(Trouble, detailIndent, p.wrong(problem.Severity, problem))
			p.hint(problem)
		}
	}
}
