package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/lint"
	"knack/skill/parallel"
)

func (a *app) lintCommand() *cobra.Command {
	var rules, severity string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "lint [PATH|NAME...]",
		Short: "Check skills against the rules of Claude Code and of the open specification",
		Long: `Check skills against two rulebooks: what Claude Code makes of a file, and what the
validator of the open Agent Skills specification does.

PATH is a SKILL.md, the file of a command, the folder of a skill, or a folder that
holds such folders, at any depth. Without one, those of your skills are checked
that your agent would load. What ships with knack is checked by NAME.

The exit status is 1 when there are errors, shown or not. With agentskills, a skill
has an error exactly where the validator rejects it.`,
		Example: `  knack lint                                    all your skills
  knack lint --severity error                   only what makes agents lose something
  knack lint --rules agentskills skills/        those of a repository, for other agents
  knack lint --json skills/ | jq '.files[].findings[]'`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			books := lint.Rulebooks()
			if cmd.Flags().Changed("rules") {
				book := lint.Rulebook(rules)
				if !slices.Contains(books, book) {
					return noneOf("--rules", rules, wordsOf(books))
				}
				books = []lint.Rulebook{book}
			}
			least := slices.Index(severities, skill.Severity(severity))
			if least < 0 {
				return noneOf("--severity", severity, wordsOf(severities))
			}
			return a.lint(cmd.Context(), args, books, severities[:least+1], asJSON)
		},
	}
	cmd.Flags().StringVar(&rules, "rules", "", "only one `BOOK` of rules: claude-code or agentskills")
	cmd.Flags().StringVar(&severity, "severity", string(skill.Note), "show only findings of this `LEVEL` or worse: error, warning or note")
	offer(cmd, "rules", wordsOf(lint.Rulebooks()))
	offer(cmd, "severity", wordsOf(severities))
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, with every file that was checked")
	return cmd
}

// severities are all there are, the worst first.
var severities = []skill.Severity{skill.Error, skill.Warning, skill.Note}

// lint checks what the arguments mean, and shows the findings of some severities. All of
// them count.
func (a *app) lint(ctx context.Context, args []string, books []lint.Rulebook, shown []skill.Severity, asJSON bool) error {
	skills, err := a.toLint(ctx, args)
	if err != nil {
		return err
	}
	answer := lintJSON{Version: 1, Books: books, Files: lintAll(ctx, skills, books)}
	faulty, clean := 0, 0
	for i, f := range answer.Files {
		answer.Errors += f.count(skill.Error)
		answer.Warnings += f.count(skill.Warning)
		answer.Notes += f.count(skill.Note)
		if f.count(skill.Error) > 0 {
			faulty++
		}
		if len(f.Findings) == 0 {
			clean++
		}
		answer.Files[i].Findings = slices.DeleteFunc(f.Findings, func(found lint.Finding) bool { return !slices.Contains(shown, found.Severity) })
	}
	if ctx.Err() != nil {
		return wrong("checking the skills: %v", ctx.Err())
	}
	if asJSON {
		if err := a.printJSON(answer); err != nil {
			return err
		}
	} else {
		a.printLint(answer, clean)
	}
	if answer.Errors > 0 {
		return wrong("%s in %d of %s", counted(answer.Errors, "error"), faulty, counted(len(answer.Files), "file"))
	}
	return nil
}

// A checked is a skill to check, and its path as it is printed.
type checked struct {
	path  string
	skill *skill.Skill
}

// toLint finds the skills that the arguments mean, those of the library where there are
// none.
func (a *app) toLint(ctx context.Context, args []string) ([]checked, error) {
	if len(args) == 0 {
		return a.ownSkills(ctx)
	}
	var all []checked
	for _, arg := range args {
		info, err := os.Stat(arg)
		var found []checked
		switch {
		case err == nil && info.IsDir():
			found, err = a.skillsBelow(ctx, arg)
		case err == nil && isMarkdown(arg):
			found, err = filesToLint(arg)
		case err == nil:
			err = usage("%s: neither a SKILL.md nor a command's .md file", arg)
		case looksLikePath(arg) || isMarkdown(arg):
			err = usage("%s: no such file or folder", arg)
		default:
			found, err = a.skillCalled(ctx, arg)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func isMarkdown(path string) bool { return strings.EqualFold(filepath.Ext(path), ".md") }

// ownSkills are those of the library that the agent loads, or drops.
func (a *app) ownSkills(ctx context.Context) ([]checked, error) {
	l, err := a.library(ctx)
	if err != nil {
		return nil, err
	}
	var own []checked
	for _, k := range lint.Own(l.Listed()) {
		own = append(own, checked{k.Path, k})
	}
	if len(own) == 0 {
		a.remark("no skills of yours to check; knack lint PATH checks those in a folder")
	}
	return own, nil
}

func (a *app) skillCalled(ctx context.Context, name string) ([]checked, error) {
	l, err := a.library(ctx)
	if err != nil {
		return nil, err
	}
	k, err := find(l, name)
	if err != nil {
		return nil, err
	}
	return []checked{{k.Path, k}}, nil
}

// skillsBelow finds the skills in a folder that is one itself, or holds some.
func (a *app) skillsBelow(ctx context.Context, dir string) ([]checked, error) {
	below, err := skill.FilesBelow(ctx, dir)
	if err != nil {
		return nil, wrong("looking for skills in %s: %v", dir, err)
	}
	for _, p := range below.Problems {
		a.remark("%s %s", p.Path, p.Message)
	}
	if n := len(below.Inner); n > 0 {
		a.remark("%s not checked: in the folder of another skill, such as %s", counted(n, "SKILL.md file"), below.Inner[0])
	}
	if len(below.Files) == 0 {
		return nil, usage("%s: no SKILL.md in this folder or below it", dir).hint("files of commands are checked by their path")
	}
	return filesToLint(below.Files...)
}

// filesToLint makes skills, or commands, of files outside all sources.
func filesToLint(paths ...string) ([]checked, error) {
	all := make([]checked, len(paths))
	for i, path := range paths {
		whole, err := filepath.Abs(path)
		if err != nil {
			return nil, wrong("finding %s: %v", path, err)
		}
		k := &skill.Skill{Path: whole, Source: skill.User}
		if !strings.EqualFold(filepath.Base(path), "SKILL.md") {
			k.Source = skill.Command
		}
		all[i] = checked{path, k}
	}
	return all, nil
}

// lintAll checks each skill, several at a time.
func lintAll(ctx context.Context, skills []checked, books []lint.Rulebook) []lintedJSON {
	var others []*skill.Host
	if len(books) > 1 {
		others = lint.Others()
	}
	files := make([]lintedJSON, len(skills))
	parallel.Each(len(skills), func(i int) {
		if ctx.Err() != nil {
			return
		}
		file := lint.Open(skills[i].skill)
		report := lint.Check(file, books...)
		files[i] = lintedJSON{
			Path: skills[i].path, Findings: report.Findings,
			Verdicts: append(report.Verdicts, lint.Hosts(file, others)...),
		}
	})
	return files
}

// printLint prints the files something is said of, what is said most, and how many there
// are of each kind.
func (a *app) printLint(answer lintJSON, clean int) {
	for _, f := range answer.Files {
		if len(f.Findings) == 0 {
			continue
		}
		for _, found := range f.Findings {
			fmt.Fprintln(a.out, safe.Format("%s:%d:%d: %s %s: %s", f.Path, found.Line, found.Column, string(found.Severity), found.Rule, found.Message))
			if found.Hint != "" {
				fmt.Fprintln(a.out, safe.Format("  %s", found.Hint))
			}
		}
		for _, line := range verdictLines(f.Verdicts) {
			fmt.Fprintln(a.out, safe.Line("  "+line))
		}
		fmt.Fprintln(a.out)
	}
	a.printByRule(answer.Files)
	fmt.Fprintf(a.out, "%s: %s, %s, %s; %d clean\n", counted(len(answer.Files), "file"),
		counted(answer.Errors, "error"), counted(answer.Warnings, "warning"), counted(answer.Notes, "note"), clean)
}

// fewFindings is how many findings are seen at a glance.
const fewFindings = 20

// printByRule prints how many findings each rule has, the worst and most frequent first,
// where there are many.
func (a *app) printByRule(files []lintedJSON) {
	type group struct {
		severity skill.Severity
		rule     string
	}
	counts, all := map[group]int{}, 0
	for _, f := range files {
		for _, found := range f.Findings {
			counts[group{found.Severity, found.Rule}]++
			all++
		}
	}
	if all <= fewFindings {
		return
	}
	groups := slices.SortedFunc(maps.Keys(counts), func(x, y group) int {
		return cmp.Or(cmp.Compare(slices.Index(severities, x.severity), slices.Index(severities, y.severity)),
			cmp.Compare(counts[y], counts[x]), cmp.Compare(x.rule, y.rule))
	})
	for _, g := range groups {
		fmt.Fprintf(a.out, "%6d %-7s %s\n", counts[g], g.severity, g.rule)
	}
	fmt.Fprintln(a.out)
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

// counted is a number of things.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
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
