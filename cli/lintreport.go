package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/lint"
)

// A harm is how bad the worst finding of a file, or a rule, is. The worst harm comes first.
type harm int

const (
	lost     harm = iota // Claude Code doesn't read something
	rejected             // the specification's validator alone has an error
	doubtful             // a warning
	noted
	harmless
)

func harmOf(f lint.Finding) harm {
	switch {
	case f.Severity == skill.Warning:
		return doubtful
	case f.Severity == skill.Note:
		return noted
	case slices.Contains(f.Books, lint.ClaudeCode):
		return lost
	}
	return rejected
}

// worst is that of the findings of a file.
func (f lintedJSON) worst() harm {
	worst := harmless
	for _, found := range f.Findings {
		worst = min(worst, harmOf(found))
	}
	return worst
}

// printLint prints the files something is said of, the worst first, what is said most, and
// how many there are of each kind.
func (a *app) printLint(files []lintedJSON, sum lintSum) {
	files = slices.SortedStableFunc(slices.Values(files), func(x, y lintedJSON) int { return cmp.Compare(x.worst(), y.worst()) })
	shown := 0
	for _, f := range files {
		if len(f.Findings) == 0 {
			continue
		}
		shown += len(f.Findings)
		for _, found := range f.Findings {
			printWrapped(a.out, a.width, 0, safe.Format("%s:%d:%d: %s %s: %s", f.Path, found.Line, found.Column, string(found.Severity), found.Rule, found.Message))
			if found.Hint != "" {
				printWrapped(a.out, a.width, hintIndent, safe.Line(found.Hint))
			}
		}
		for _, line := range verdictLines(f.Verdicts) {
			printWrapped(a.out, a.width, hintIndent, safe.Line(line))
		}
		fmt.Fprintln(a.out)
	}
	if shown > fewFindings {
		wrappedTable(a.out, a.width, ruleRows(files))
		fmt.Fprintln(a.out)
	}
	printWrapped(a.out, a.width, 0, safe.Line(sum.says(shown)))
	for _, line := range sum.byBook() {
		printWrapped(a.out, a.width, 0, safe.Line(line))
	}
}

// hintIndent is how far what belongs to a finding stands in.
const hintIndent = 2

// fewFindings is how many findings are seen at a glance.
const fewFindings = 20

// ruleRows says of each rule how often it finds something and what to do, the worst and
// most frequent first.
func ruleRows(files []lintedJSON) [][]safe.Text {
	type group struct {
		harm harm
		// A rule may find things of several severities.
		severity skill.Severity
		rule     string
	}
	counts := map[group]int{}
	for _, f := range files {
		for _, found := range f.Findings {
			counts[group{harmOf(found), found.Severity, found.Rule}]++
		}
	}
	fixes := map[string]string{}
	for _, r := range lint.Rules() {
		fixes[r.ID] = r.Fix
	}
	var rows [][]safe.Text
	for _, g := range slices.SortedFunc(maps.Keys(counts), func(x, y group) int {
		return cmp.Or(cmp.Compare(x.harm, y.harm), cmp.Compare(counts[y], counts[x]), cmp.Compare(x.rule, y.rule))
	}) {
		rows = append(rows, []safe.Text{safe.Format("%d", counts[g]), safe.Line(string(g.severity)), safe.Line(g.rule), safe.Line(fixes[g.rule])})
	}
	alignRight(rows, 0)
	return rows
}

// A lintSum is how much was found, shown or not.
type lintSum struct {
	files, clean, faulty    int
	errors, warnings, notes int
	lost, rejected          int // errors by whose rules
	verdicts                map[lint.Outcome]int
}

func sumUp(files []lintedJSON) lintSum {
	sum := lintSum{files: len(files), verdicts: map[lint.Outcome]int{}}
	for _, f := range files {
		sum.errors += f.count(skill.Error)
		sum.warnings += f.count(skill.Warning)
		sum.notes += f.count(skill.Note)
		switch f.worst() {
		case lost, rejected:
			sum.faulty++
		case harmless:
			sum.clean++
		}
		for _, found := range f.Findings {
			switch harmOf(found) {
			case lost:
				sum.lost++
			case rejected:
				sum.rejected++
			}
		}
		for _, v := range f.Verdicts {
			if slices.Contains(lint.Rulebooks(), lint.Rulebook(v.By)) {
				sum.verdicts[v.Outcome]++
			}
		}
	}
	return sum
}

// says gives all numbers, and how many of the findings are shown if not all are.
func (s lintSum) says(shown int) string {
	text := fmt.Sprintf("%s: %s, %s, %s; %d clean", skill.Counted(s.files, "file"),
		skill.Counted(s.errors, "error"), skill.Counted(s.warnings, "warning"), skill.Counted(s.notes, "note"), s.clean)
	if all := s.errors + s.warnings + s.notes; shown < all {
		text += fmt.Sprintf("; %d of %d findings shown", shown, all)
	}
	return text
}

// byBook says what the errors of each rulebook lead to.
func (s lintSum) byBook() []string {
	var lines []string
	if s.lost > 0 {
		line := "by Claude Code's rules: " + skill.Counted(s.lost, "error")
		if n := s.verdicts[lint.Drops]; n > 0 {
			line += "; it drops " + skill.Counted(n, "file")
		}
		if n := s.verdicts[lint.LoadsBody]; n > 0 {
			line += "; it loads " + skill.Counted(n, "file") + " without the metadata"
		}
		lines = append(lines, line)
	}
	if s.rejected > 0 {
		lines = append(lines, "by the open specification: "+skill.Counted(s.rejected, "error")+"; its validator rejects "+skill.Counted(s.verdicts[lint.Rejects], "file"))
	}
	return lines
}

// failure says how many errors there are, and by whose rules.
func (s lintSum) failure() string {
	text := fmt.Sprintf("%s in %d of %s", skill.Counted(s.errors, "error"), s.faulty, skill.Counted(s.files, "file"))
	if s.lost > 0 && s.rejected > 0 {
		text += fmt.Sprintf(": %d by Claude Code's rules, %d by the open specification", s.lost, s.rejected)
	}
	return text
}

// verdictLines puts the verdicts of the rulebooks on one line, and under it what other
// agents do, those that do the same together.
func verdictLines(verdicts []lint.Verdict) []string {
	var books, others, lines []string
	titles := map[string][]string{}
	for _, v := range verdicts {
		if slices.Contains(lint.Rulebooks(), lint.Rulebook(v.By)) {
			if v.Outcome != "" {
				books = append(books, v.Says())
			}
			continue
		}
		same := strings.TrimPrefix(lint.Verdict{Outcome: v.Outcome, Line: v.Line}.Says(), " ")
		if titles[same] == nil {
			others = append(others, same)
		}
		titles[same] = append(titles[same], v.Title)
	}
	lines = append(lines, strings.Join(books, "; "))
	for _, same := range others {
		lines = append(lines, plural(titles[same], same))
	}
	return lines
}

// plural says of some agents what one of them does.
func plural(titles []string, does string) string {
	if len(titles) > 1 {
		does = strings.NewReplacer("drops", "drop", "loads", "load").Replace(does)
	}
	return strings.Join(titles, ", ") + " " + does
}

// A lintJSON is what was checked, by which rulebooks, and what was found.
type lintJSON struct {
	Version  int             `json:"version"`
	Books    []lint.Rulebook `json:"books"`
	Files    []lintedJSON    `json:"files"`
	Errors   int             `json:"errors"`
	Warnings int             `json:"warnings"`
	Notes    int             `json:"notes"`
}

// A lintedJSON is one file. Verdicts are those of the rulebooks, and of each other agent
// that doesn't take the file whole.
type lintedJSON struct {
	Path     string         `json:"path"`
	Verdicts []lint.Verdict `json:"verdicts"`
	Findings []lint.Finding `json:"findings"`
}

func (f lintedJSON) count(severity skill.Severity) int {
	return lint.Report{Findings: f.Findings}.Count(severity)
}
