package explain

import (
	"slices"
	"strings"

	"knack/skill"
	"knack/skill/lint"
)

// Rules lists what the rulebooks say of skills, given their reports by key, a section for
// each: what Claude Code does otherwise than the author may have meant, what no agent
// takes as it may be meant, and what the open specification's validator rejects. What
// Problems lists isn't listed again, and notes aren't listed.
func Rules(l *skill.Library, reports map[string]lint.Report, home string, part Part) []Line {
	p := page{home: home}
	var checked []*skill.Skill
	for _, k := range l.Listed() {
		if _, ok := reports[k.Key]; ok {
			checked = append(checked, k)
		}
	}
	p.findings("By the rules of Claude Code", "by Claude Code's", checked, reports, part, lint.ClaudeCode)
	p.findings("By both rulebooks: Claude Code and the open specification", "by both rulebooks", checked, reports, part, lint.ClaudeCode, lint.AgentSkills)
	if part != Errors {
		p.rejections("By the open specification: its validator rejects", checked, reports)
	}
	return p.lines
}

// findings lists those of rules that stand in these books, and in no other.
func (p *page) findings(title, brief string, checked []*skill.Skill, reports map[string]lint.Report, part Part, books ...lint.Rulebook) {
	belongs := func(k *skill.Skill, f lint.Finding) bool {
		in := func(b lint.Rulebook) bool { return slices.Contains(f.Books, b) }
		alike := !slices.ContainsFunc(lint.Rulebooks(), func(b lint.Rulebook) bool { return in(b) != slices.Contains(books, b) })
		return alike && part.shows(f.Severity) && !Known(k, f)
	}
	var found []faultySkill
	for _, k := range checked {
		one := faultySkill{of: k}
		for _, f := range reports[k.Key].Findings {
			if belongs(k, f) {
				one.problems = append(one.problems, skill.Problem{Severity: f.Severity, Line: f.Line, Message: f.Message, Hint: f.Hint})
			}
		}
		found = append(found, one)
	}
	p.faults(title, brief, found)
}

// rejections lists what the specification's validator rejects.
func (p *page) rejections(title string, checked []*skill.Skill, reports map[string]lint.Report) {
	var rejected []*skill.Skill
	for _, k := range checked {
		if rejection(reports[k.Key]) != nil {
			rejected = append(rejected, k)
		}
	}
	if !p.section(title, "rejected by the spec's validator", len(rejected)) {
		return
	}
	for _, k := range rejected {
		v := rejection(reports[k.Key])
		p.item(k)
		p.say(Reason, detailIndent, where(skill.Problem{Line: v.Line}), p.short(v.Message))
	}
}

// Known tells whether a finding is a problem of the skill already, or what broke it.
func Known(k *skill.Skill, f lint.Finding) bool {
	if k.State == skill.Broken && strings.HasSuffix(k.Reason, f.Message) {
		return true
	}
	return slices.ContainsFunc(k.Problems, func(p skill.Problem) bool { return p.Code == f.Rule && max(p.Line, 1) == f.Line })
}

// rejection is the verdict of the specification's validator, nil when it rejects nothing.
func rejection(r lint.Report) *lint.Verdict {
	for i := range r.Verdicts {
		if r.Verdicts[i].Outcome == lint.Rejects {
			return &r.Verdicts[i]
		}
	}
	return nil
}
