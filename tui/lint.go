package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/lint"
	"knack/skill/parallel"
	"knack/tui/explain"
)

// A linted is what the rulebooks say of the skill that is open.
type linted struct {
	key    string
	sum    uint64 // of its file
	report lint.Report
}

// lintSkill holds the open skill against the rules, once, when somebody looks.
func (m *model) lintSkill() tea.Cmd {
	k, check := m.current(), m.opt.Lint
	if m.detail.tab != tabDetails || check == nil || k == nil || m.lintedNow(k) {
		return nil
	}
	return func() tea.Msg { return linted{k.Key, k.Sum, check(k)} }
}

func (m *model) lintedNow(k *skill.Skill) bool { return m.linted.key == k.Key && m.linted.sum == k.Sum }

func (m *model) onLinted(msg linted) tea.Cmd {
	if k := m.current(); k == nil || msg.key != k.Key || msg.sum != k.Sum {
		return nil // of a skill that was left
	}
	m.linted = msg
	m.layDetail()
	return nil
}

// ruleLines says of the open skill what the rulebooks do, but for what is among its
// problems already.
func (m *model) ruleLines(sh *sheet, k *skill.Skill) {
	if !m.lintedNow(k) {
		return
	}
	s := m.styles
	sh.section(s, safe.Lit("By the rules of Claude Code and of the open specification"))
	for _, v := range m.linted.report.Verdicts {
		look := s.plain
		if !v.Good() {
			look = s.warn
		}
		sh.flow(seg{}, look, safe.Line(v.Says()))
	}
	for _, f := range m.linted.report.Findings {
		if explain.Known(k, f) {
			continue
		}
		look := s.warn
		if f.Severity == skill.Note {
			look = s.dim
		}
		sh.flow(seg{look, position(skill.Problem{Line: f.Line})}, s.plain, safe.Format("%s (%s)", f.Message, f.Rule))
		if f.Hint != "" {
			sh.flow(seg{s.plain, safe.Lit("  ")}, s.dim, safe.Line(f.Hint))
		}
	}
}

// An allLinted is what the rulebooks say of all skills of a library, in words.
type allLinted struct {
	library *skill.Library
	lines   [len(explain.Parts)][]explain.Line
}

// showProblems lists everything that isn't as it should be, from where somebody left it
// on, and holds all skills against the rules meanwhile.
func (m *model) showProblems() tea.Cmd {
	ctx, stop := context.WithCancel(m.ctx)
	again := func(m *model) tea.Cmd { return m.lintAll(ctx) }
	m.showOverlay(overlay{
		build: (*model).problemsPage, follow: (*model).goToProblem, take: (*model).takePath,
		again: again, stop: stop, parted: true, part: m.problemsAt.part, untouched: true,
	})
	m.overlay.goBack(m.problemsAt)
	return again(m)
}

// goToProblem goes to a skill. What isn't loaded has no page to go to.
func (m *model) goToProblem(link string) tea.Cmd {
	if _, loaded := m.library.ByKey(link); loaded {
		return m.goToSkill(link)
	}
	m.say(safe.Format("not loaded: nothing to open, y copies the path: %s", m.short(link)))
	return nil
}

// takePath takes along where a problem is.
func (m *model) takePath(link string) tea.Cmd {
	switch k, loaded := m.library.ByKey(link); {
	case !loaded:
		return m.take(taken{text: link, what: "the path"})
	case k.Source == skill.Bundled:
		m.say(safe.Lit("ships with knack: it has no path of yours"))
		return nil
	default:
		return m.take(pathOf(k))
	}
}

func (m *model) lintAll(ctx context.Context) tea.Cmd {
	check, library, listed, home := m.opt.Lint, m.library, m.listed, m.opt.Home
	if check == nil || m.allLinted.library == library {
		return nil
	}
	return func() tea.Msg {
		skills := lint.Own(listed)
		reports := make([]lint.Report, len(skills))
		parallel.Each(len(skills), func(i int) {
			if ctx.Err() == nil {
				reports[i] = check(skills[i])
			}
		})
		if ctx.Err() != nil {
			return nil
		}
		byKey := make(map[string]lint.Report, len(skills))
		for i, k := range skills {
			byKey[k.Key] = reports[i]
		}
		answer := allLinted{library: library}
		for i, part := range explain.Parts {
			answer.lines[i] = explain.Rules(library, byKey, home, part)
		}
		return answer
	}
}

func (m *model) onAllLinted(msg allLinted) tea.Cmd {
	if msg.library != m.library {
		return nil
	}
	m.allLinted = msg
	m.layOverlay()
	if m.overlay.parted && m.overlay.untouched { // what was left may have come only now
		m.overlay.goBack(m.problemsAt)
	}
	return nil
}

// problemsPage lists everything that isn't as it should be, or the part that is asked
// for, with how much of what there is at the top.
func (m *model) problemsPage() overlayPage {
	part := m.overlay.part
	problems := explain.Problems(m.library, m.opt.Home, part)
	var rules []explain.Line
	if m.allLinted.library == m.library {
		rules = m.allLinted.lines[part]
	} else if m.opt.Lint != nil {
		rules = []explain.Line{{Mark: explain.Heading, Text: safe.Format("By the rules: checking %d files…", len(lint.Own(m.listed)))}}
	}
	var lines []explain.Line
	for _, more := range [][]explain.Line{explain.Summary(m.library, part, problems, rules), problems, rules} {
		if len(lines) > 0 && len(more) > 0 {
			lines = append(lines, explain.Line{Mark: explain.Blank})
		}
		lines = append(lines, more...)
	}
	if len(lines) == 0 {
		lines = []explain.Line{{Mark: explain.Answer, Text: safe.Lit("Nothing of this kind")}}
	}
	title := safe.Lit("Problems")
	if part != explain.All {
		title = safe.Format("Problems: %s", part)
	}
	n := explain.Total(problems)
	if part == explain.Rejections {
		n = explain.Total(rules)
	}
	if n > 0 {
		title = safe.Format("%s (%d)", title, n)
	}
	return overlayPage{title, m.explained(lines)}
}
