package skill

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Where git reads what to ignore: in any folder, and once for the repository.
const (
	gitIgnore  = ".gitignore"
	gitExclude = ".git/info/exclude"
)

// ignoreRules are the rules of .gitignore files, those of the repository's root
// first: the last that fits decides. Only folders are asked for.
type ignoreRules []ignoreRule

type ignoreRule struct {
	base    string // the folder the pattern counts from
	pattern string
	keep    bool // the rule takes back what an earlier one ignores
}

// Limits of what is taken from one file.
const (
	maxIgnoreRules   = 1000
	maxIgnorePattern = 256
)

// ignoredAbove reads the rules that count in cwd: those of the repository, then
// those of its folders down to cwd.
func ignoredAbove(repository, cwd string) ignoreRules {
	rules := ignoreRules(nil).with(filepath.Join(repository, gitExclude), repository)
	rel, err := filepath.Rel(repository, cwd)
	if err != nil {
		return rules
	}
	dir := repository
	rules = rules.with(filepath.Join(dir, gitIgnore), dir)
	for _, name := range strings.Split(rel, string(filepath.Separator)) {
		if name != "." {
			dir = filepath.Join(dir, name)
			rules = rules.with(filepath.Join(dir, gitIgnore), dir)
		}
	}
	return rules
}

// with gives the rules with those of one more file. A file that can't be read has
// none.
func (r ignoreRules) with(path, base string) ignoreRules {
	f, err := readFile(path)
	if err != nil {
		return r
	}
	defer f.release()
	return slices.Concat(r, parseIgnore(string(f.data), base))
}

// parseIgnore reads the text of a .gitignore file.
func parseIgnore(text, base string) ignoreRules {
	var rules ignoreRules
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if !strings.HasSuffix(line, `\ `) {
			line = strings.TrimRight(line, " \t")
		}
		rule := ignoreRule{base: base}
		line, rule.keep = strings.CutPrefix(line, "!")
		if line == "" || line[0] == '#' || len(line) > maxIgnorePattern || len(rules) == maxIgnoreRules {
			continue
		}
		line = strings.TrimSuffix(line, "/")
		anchored := strings.Contains(line, "/")
		line = strings.TrimPrefix(line, "/")
		// Braces mean nothing to git.
		rule.pattern = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(strings.Clone(line))
		if !anchored {
			rule.pattern = "**/" + rule.pattern
		}
		rules = append(rules, rule)
	}
	return rules
}

// match tells whether a folder is ignored.
func (r ignoreRules) match(dir string) bool {
	for i := len(r) - 1; i >= 0; i-- {
		rel, err := filepath.Rel(r[i].base, dir)
		if err != nil {
			continue
		}
		if fits, err := doublestar.Match(r[i].pattern, filepath.ToSlash(rel)); err == nil && fits {
			return !r[i].keep
		}
	}
	return false
}
