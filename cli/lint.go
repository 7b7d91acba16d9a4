package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"knack/skill"
	"knack/skill/lint"
	"knack/skill/parallel"
)

func (a *app) lintCommand() *cobra.Command {
	var rules, severity string
	var only []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "lint [PATH|NAME...]",
		Short: "Check skills against the rules of Claude Code and of the open specification",
		Long: `Check skills against two rulebooks: what Claude Code makes of a file, and what the
validator of the open Agent Skills specification does.

PATH is a SKILL.md, the file of a command, the folder of a skill, or a folder that
holds such folders, at any depth. Without one, those of your skills are checked
that your agent would load, or would but for the name of the file. What ships with knack is checked by NAME.

The worst comes first: files that lose something with Claude Code, then those that only
the specification's validator rejects, then those with warnings. --json keeps the files
in the order in which they were found. Below more than 20 findings stands what to do by
each rule.

The exit status is 1 when there are errors, shown or not. With agentskills, a skill
has an error exactly where the validator rejects it.`,
		Example: `  knack lint                                    all your skills
  knack lint --severity error                   only what makes agents lose something
  knack lint --rule price,awk-field             only what these rules find
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
			least := slices.Index(skill.Severities(), skill.Severity(severity))
			if least < 0 {
				return noneOf("--severity", severity, wordsOf(skill.Severities()))
			}
			if cmd.Flags().Changed("rule") && len(only) == 0 {
				return usage("--rule needs NAME")
			}
			for _, rule := range only {
				if !slices.Contains(ruleNames(), rule) {
					return noneOf("--rule", rule, ruleNames()).hint("knack lint names at its end the rules that found something")
				}
			}
			shown := func(f lint.Finding) bool {
				return slices.Contains(skill.Severities()[:least+1], f.Severity) && (len(only) == 0 || slices.Contains(only, f.Rule))
			}
			return a.lint(cmd.Context(), args, books, shown, asJSON)
		},
	}
	cmd.Flags().StringVar(&rules, "rules", "", "only one `BOOK` of rules: claude-code or agentskills")
	cmd.Flags().StringVar(&severity, "severity", string(skill.Note), "show only findings of this `LEVEL` or worse: error, warning or note")
	cmd.Flags().StringSliceVar(&only, "rule", nil, "show only what the rule called `NAME` finds; repeatable, or with commas")
	offer(cmd, "rules", wordsOf(lint.Rulebooks()))
	offer(cmd, "rule", ruleNames())
	offer(cmd, "severity", wordsOf(skill.Severities()))
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, with every file that was checked")
	return cmd
}

// ruleNames are those of all rules.
func ruleNames() []string {
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.ID)
	}
	return names
}

// lint checks what the arguments mean, and shows some of the findings. All of them count.
func (a *app) lint(ctx context.Context, args []string, books []lint.Rulebook, shown func(lint.Finding) bool, asJSON bool) error {
	skills, others, err := a.toLint(ctx, args)
	if err != nil {
		return err
	}
	answer := lintJSON{Version: 1, Books: books, Files: lintAll(ctx, skills, books)}
	sum := sumUp(answer.Files)
	answer.Errors, answer.Warnings, answer.Notes = sum.errors, sum.warnings, sum.notes
	for i, f := range answer.Files {
		answer.Files[i].Findings = slices.DeleteFunc(f.Findings, func(found lint.Finding) bool { return !shown(found) })
	}
	if ctx.Err() != nil {
		return wrong("checking the skills: %v", ctx.Err())
	}
	if asJSON {
		if err := a.printJSON(answer); err != nil {
			return err
		}
	} else {
		a.printLint(answer.Files, sum)
	}
	a.remarkSources(others)
	if sum.errors > 0 {
		return wrong("%s", sum.failure())
	}
	return nil
}

// A checked is a skill to check, and its path as it is printed.
type checked struct {
	path  string
	skill *skill.Skill
}

// toLint finds the skills that the arguments mean, those of the library where there are
// none. Others is how many problems the sources have that are none of these.
func (a *app) toLint(ctx context.Context, args []string) (all []checked, others int, err error) {
	if len(args) == 0 {
		return a.ownSkills(ctx)
	}
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
			return nil, 0, err
		}
		all = append(all, found...)
	}
	return all, 0, nil
}

func isMarkdown(path string) bool { return strings.EqualFold(filepath.Ext(path), ".md") }

// ownSkills are those of the library that the agent loads, or drops, and those that only
// the name of their file keeps it from loading.
func (a *app) ownSkills(ctx context.Context) (own []checked, others int, err error) {
	l, err := a.library(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, k := range lint.Own(l.Listed()) {
		own = append(own, checked{k.Path, k})
	}
	files := misnamed(ctx, l)
	unloaded, err := filesToLint(files...)
	if err != nil {
		return nil, 0, err
	}
	if own = append(own, unloaded...); len(own) == 0 {
		a.remark("no skills of yours to check; knack lint PATH checks those in a folder")
	}
	return own, sourceProblems(l) - len(files), nil
}

// misnamed gives the files of skills that aren't loaded because of their name.
func misnamed(ctx context.Context, l *skill.Library) []string {
	var files []string
	for _, r := range l.Roots {
		for _, p := range r.Problems {
			if p.Code == "file-name" && r.Off == "" {
				below, _ := skill.FilesBelow(ctx, p.Path) // what is gone by now needs no check
				files = append(files, below.Files...)
			}
		}
	}
	return files
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
		a.remark("%s not checked: in the folder of another skill, such as %s", skill.Counted(n, "SKILL.md file"), below.Inner[0])
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
