package skill

import (
	"os"
	"path/filepath"
	"strings"
)

// A Root is one concrete place that was, or would be, looked at.
type Root struct {
	RootRule
	// Rank is its place in the host's order; 0 comes first.
	Rank int
	// Dir is the directory as the rule names it, "" for bundled. RealDir is the
	// directory behind all links, once it was read.
	Dir, RealDir string
	// Note says why this root is here or is the only one of its kind; often "".
	Note string

	// Outcome is what happened when it was read.
	Outcome Outcome
	// SameAs is the Dir of an earlier root that turned out to be this directory.
	SameAs string
	// Found counts the skills found here, whatever became of them: a file that was
	// also found elsewhere counts in both roots.
	Found int
	// Problems are near misses and what could not be read. They name their entry.
	Problems []Problem
}

// Outcome is what became of looking at a root.
type Outcome string

const (
	// Pending: not read yet, or not to the end.
	Pending Outcome = ""
	// Read: looked at, whole.
	Read Outcome = "read"
	// Missing: there is no such directory, which is normal.
	Missing Outcome = "missing"
	// Same: an earlier root is the same directory and was read instead.
	Same Outcome = "same"
	// Denied: the system refused to list it.
	Denied Outcome = "denied"
	// Failed: it is not a directory, or could not be read for another reason.
	Failed Outcome = "failed"
	// Partial: reading stopped at a limit.
	Partial Outcome = "partial"
)

// Label names the root for people: its source, and for commands whose they are.
func (r *Root) Label() string {
	if r.Scope == "" {
		return string(r.Source)
	}
	return r.Scope + " " + string(r.Source) + "s"
}

// Roots gives the places the host looks at, in rank order, without touching any
// of them but for finding the repository's root.
func (h *Host) Roots(env Env) []Root {
	parents, inRepository := parentsUpToRepository(env.Cwd)
	var roots []Root
	add := func(rule RootRule, dir, note string) {
		roots = append(roots, Root{RootRule: rule, Rank: len(roots), Dir: dir, Note: note})
	}
	for _, rule := range h.Places {
		switch {
		case rule.Source == Bundled:
			add(rule, "", "")
		case rule.Each == Parent:
			note := ""
			if !inRepository {
				note = "not inside a repository, so parent folders are not looked at"
			}
			for _, dir := range parents {
				add(rule, h.expand(rule.Path, env, "{dir}", dir), note)
			}
		case rule.Each == Added:
			for _, dir := range env.AddDirs {
				add(rule, h.expand(rule.Path, env, "{added}", dir), "")
			}
		default:
			add(rule, h.expand(rule.Path, env), h.movedBy(rule.Path, env))
		}
	}
	return roots
}

// expand fills in a path template; the pairs are further placeholders and values.
// A template that needs an unknown home directory gives "". Values are taken as
// they are: a brace in somebody's directory name is no placeholder.
func (h *Host) expand(template string, env Env, pairs ...string) string {
	for name, d := range h.Directories {
		placeholder := "{" + name + "}"
		if moved := env.getenv(d.Env); moved != "" {
			pairs = append(pairs, placeholder, moved)
		} else {
			template = strings.ReplaceAll(template, placeholder, d.Default)
		}
	}
	if env.Home == "" && strings.Contains(template, "{home}") {
		return ""
	}
	pairs = append(pairs, "{home}", env.Home, "{cwd}", env.Cwd)
	dir := filepath.FromSlash(strings.NewReplacer(pairs...).Replace(template))
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(env.Cwd, dir)
	}
	return filepath.Clean(dir)
}

func (h *Host) movedBy(template string, env Env) string {
	for name, d := range h.Directories {
		if strings.Contains(template, "{"+name+"}") && env.getenv(d.Env) != "" {
			return "moved by " + d.Env
		}
	}
	return ""
}

// parentsUpToRepository gives cwd and its parents up to the folder that holds
// .git, nearest first. A .git file counts as well: it marks the root of a
// worktree or a submodule. Outside a repository only cwd is given.
func parentsUpToRepository(cwd string) (dirs []string, inRepository bool) {
	for dir := cwd; ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dirs, true
		}
		if dir == filepath.Dir(dir) {
			return []string{cwd}, false
		}
	}
}
