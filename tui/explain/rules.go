package explain

import (
	"slices"

	"knack/skill"
	"knack/skill/lint"
)

// Rules lists what the rulebooks say of skills, given their reports by key: first what
// Claude Code does otherwise than the author may have meant, then what the open
// specification's validator rejects. What Problems lists isn't listed again, and notes
// aren't listed.
func Rules(l *skill.Library, reports map[string]lint.Report, home string) []Line {
	p := page{home: home}
	var faulty, rejected []*skill.Skill
	for _, k := range l.Listed() {
		report, checked := reports[k.Key]
		if !checked {
			continue
		}
		if slices.ContainsFunc(report.Findings, func(f lint.Finding) bool { return matters(k, f) }) {
			faulty = append(faulty, k)
		}
		if rejection(report) != nil {
			rejected = append(rejected, k)
		}
	}
	if p.section("By the rules of Claude Code", len(faulty)) {
		for _, k := range faulty {
			p.item(k)
			for _, f := range reports[k.Key].Findings {
				if matters(k, f) {
					p.say(Trouble, detailIndent, where(skill.Problem{Line: f.Line}), p.paths(f.Message))
					p.hint(skill.Problem{Hint: f.Hint})
				}
			}
		}
	}
	if p.section("Rejected by the open specification's validator", len(rejected)) {
		for _, k := range rejected {
			v := rejection(reports[k.Key])
			p.item(k)
			p.say(Reason, detailIndent, where(skill.Problem{Line: v.Line}), p.paths(v.Message))
		}
	}
	return p.lines
}

// matters tells whether a finding is one of Claude Code's that is more than a note and no
// problem of the skill already.
func matters(k *skill.Skill, f lint.Finding) bool {
	return f.Severity != skill.Note && slices.Contains(f.Books, lint.ClaudeCode) && !Known(k, f)
}

// Known tells whether a finding is a problem of the skill already.
func Known(k *skill.Skill, f lint.Finding) bool {
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
